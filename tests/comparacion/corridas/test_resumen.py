"""De una corrida leída a su resumen: con el plan de hoy, y sin que una traza mala estorbe a las demás."""

from __future__ import annotations

import json
from collections.abc import Mapping

from generador.comparacion import comparar, resumir
from generador.comparacion.corridas.resumen import valores_de
from generador.errores import ErrorDeEntrada, problema
from generador.modelo.corrida import CasoGrabado
from generador.modelo.hallazgo import Cumple
from generador.modelo.traza import Carga
from tests.comparacion.demos import caso, corrida, demo
from tests.comparacion.grafos import lineal, traza
from tests.congelados import replace


class Rotas(Mapping):
    """Unas trazas en las que una no se deja leer."""

    def __init__(self, buenas, rota):
        self.buenas, self.rota = buenas, rota

    def __getitem__(self, id):
        if id == self.rota:
            raise ErrorDeEntrada([problema("trazas/x.jsonl", "no vale", "arréglala")])
        return self.buenas[id]

    def __contains__(self, id):
        return id in (*self.buenas, self.rota)

    def __iter__(self):
        return iter({**self.buenas, self.rota: None})

    def __len__(self):
        return len(self.buenas) + 1


def grabado(id: str, variante: str = "v", **campos) -> CasoGrabado:
    return CasoGrabado(
        **{"caso": id, "variante": variante, "traza": f"trazas/{id}.jsonl", "sha256": id, "estado": "ok", **campos}
    )


def test_se_juzga_con_el_plan_de_hoy():
    d = demo(corrida({"c": traza(["a"], ["b"])}, casos=(grabado("c", duracion=1.5),)), casos=(caso(visita=("x",)),))
    r = resumir(d, d.corridas[0])
    assert r.casos[0].cumple is Cumple.NO
    assert (r.total, r.cumplen, r.duracion) == (1, 0, 1.5)
    assert r.cobertura == comparar(d)["v"].cobertura


def test_los_pasos_y_el_final_solo_van_si_hay_con_que_comparar():
    d = demo(corrida({"c": traza(["a"], ["b"])}, casos=(grabado("c"),)))
    con, sin = (resumir(d, d.corridas[0], con_pasos=x) for x in (True, False))
    assert [p.nodos for p in con.casos[0].pasos] == [("a",), ("b",)]
    assert con.elementos and not sin.elementos and not sin.casos[0].pasos
    assert replace(con.casos[0], pasos=(), final=()) == sin.casos[0]


def test_una_traza_que_no_se_deja_leer_se_dice_y_no_estorba():
    rotas = Rotas({"c": traza(["a"], ["b"])}, "x")
    d = demo(corrida(rotas, casos=(grabado("c"), grabado("x"))), casos=(caso(), caso("x")))
    r = resumir(d, d.corridas[0])
    assert [(c.caso, c.leido) for c in r.casos] == [("c", True), ("x", False)]
    assert r.ilegibles == ("trazas/x.jsonl",) and r.avisos == ("trazas/x.jsonl: no vale → arréglala",)


def test_lo_que_el_plan_ya_no_tiene_o_tiene_con_otra_variante_se_aparta():
    trazas = {"c": traza(["a"], ["b"]), "viejo": traza(["a"]), "movido": traza(["a"])}
    grabados = (grabado("viejo"), grabado("c"), grabado("movido", "otra"))
    d = demo(
        corrida(trazas, casos=grabados, grafos={"v": lineal("a", "b"), "ida": lineal("a")}),
        casos=(caso(), caso("movido")),
    )
    vieja = replace(d.corridas[0], manifiesto=replace(d.corridas[0].manifiesto, grafos={"v": "", "ida": ""}))
    r = resumir(d, vieja)
    assert [c.caso for c in r.casos] == ["c"]
    assert (r.retirados, r.variantes_retiradas) == (("viejo", "movido"), ("ida",))


def carga(valor: object) -> Carga:
    return Carga(json.dumps(valor).encode())


def test_el_estado_final_se_guarda_hoja_a_hoja():
    hojas = valores_de("x", carga({"a": 1, "b": [{"c": "dos"}], "d": [1, 2], "e": {}}))
    assert [(v.ruta, v.texto) for v in hojas] == [("x.a", "1"), ("x.b.0.c", "dos"), ("x.d", "[1,2]"), ("x.e", "{}")]


def test_el_orden_de_las_claves_no_cambia_la_huella_y_un_valor_distinto_si():
    (a,), (b,), (c,) = (valores_de("x", carga(v)) for v in (1, 1, 2))
    assert a.huella == b.huella != c.huella
    hondo = {"a": {"b": {"c": {"d": {"y": 1, "z": 2}}}}}
    reves = {"a": {"b": {"c": {"d": {"z": 2, "y": 1}}}}}
    assert valores_de("x", carga(hondo)) == valores_de("x", carga(reves))


def test_lo_que_tiene_demasiadas_hojas_se_compara_entero_y_su_texto_se_corta():
    (uno,) = valores_de("x", carga([{"n": i} for i in range(1000)]))
    (otro,) = valores_de("x", carga([*({"n": i} for i in range(999)), {"n": -1}]))
    assert uno.texto == otro.texto and uno.texto.endswith("…") and len(uno.texto) < 700
    assert uno.huella != otro.huella


def test_un_valor_que_no_es_json_no_tumba_nada():
    (v,) = valores_de("x", Carga(b"{no"))
    assert v.texto == "{no"
