"""El plan: se lee entero o dice todos sus errores con su línea."""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.plan import esquema, leer_plan
from generador.modelo.plan import Bilingue, ContratoEnLinea

MINIMO = """\
demo: mini
titulo: Mini
frase: {es: Una frase, en: A sentence}
sprint: "1"
variantes:
  - id: unica
    titulo: Única
casos:
  - {id: uno, titulo: Uno, variante: unica, entrada: {mensaje: hola}}
"""


def escribir(carpeta: Path, texto: str, **ficheros: str) -> Path:
    for nombre, contenido in ficheros.items():
        (carpeta / nombre.replace("__", ".")).write_text(contenido, "utf-8")
    (carpeta / "plan.yaml").write_text(texto, "utf-8")
    return carpeta / "plan.yaml"


def problemas(carpeta: Path, texto: str, **ficheros: str) -> list[tuple[int, str]]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_plan(escribir(carpeta, texto, **ficheros))
    assert {p.fichero for p in error.value.problemas} <= {str(carpeta / n) for n in ("plan.yaml", "oraculo.yaml")}
    return [(p.linea, p.que_pasa) for p in error.value.problemas]


def test_el_plan_minimo_se_lee(tmp_path: Path) -> None:
    plan = leer_plan(escribir(tmp_path, MINIMO))
    assert plan.frase == Bilingue(es="Una frase", en="A sentence")
    assert plan.caso("uno").entrada == {"mensaje": "hola"}
    assert plan.variante("unica").contrato is None


def test_un_contrato_en_linea_y_un_recorrido_en_paralelo(tmp_path: Path) -> None:
    texto = MINIMO.replace(
        "titulo: Única", "titulo: Única\n    contrato: {nodos: [a, b], aristas: [{de: __start__, a: a}, {de: a, a: b}]}"
    ).replace(
        "entrada: {mensaje: hola}", "entrada: null, espera: {recorrido: [a, [b, c]], llamadas: {herramientas: {x: 1}}}"
    )
    plan = leer_plan(escribir(tmp_path, texto))
    contrato = plan.variantes[0].contrato
    assert isinstance(contrato, ContratoEnLinea) and contrato.aristas[0].de == "__start__"
    assert plan.casos[0].espera.recorrido == ("a", ("b", "c"))
    assert plan.casos[0].espera.llamadas is not None and plan.casos[0].espera.llamadas.herramientas == {"x": 1}


def test_el_config_de_un_caso_y_lo_que_no_puede_decir(tmp_path: Path) -> None:
    def con(config: str) -> str:
        return MINIMO.replace("entrada: {mensaje: hola}", f"entrada: null, config: {config}")

    suyo = leer_plan(escribir(tmp_path, con("{recursion_limit: 5, tags: [a], metadata: {x: 1}}"))).casos[0].config
    assert (suyo.recursion_limit, suyo.tags, suyo.metadata) == (5, ("a",), {"x": 1})
    for config, que_pasa in (
        ("{recursion_limit: 0}", "«casos[0].config.recursion_limit» tiene que ser al menos 1"),
        ("{recursion_limit: true}", "«casos[0].config.recursion_limit» debe ser un número entero y es true"),
        ('{tags: ["langsmith:hidden"]}', "«casos[0].config.tags[0]» es de los que pone LangGraph"),
        ("{metadata: {langgraph_node: x}}", "«casos[0].config.metadata.langgraph_node» es de los que pone LangGraph"),
    ):
        assert problemas(tmp_path, con(config)) == [(9, que_pasa)]


def test_un_plan_con_muchos_errores_los_dice_todos_con_su_linea(tmp_path: Path) -> None:
    texto = """\
demo: adherencia
titulo: {es: Adherencia}
frase: 7
sprint: "3"
sprint: "4"
relato: &a texto
oraculo: oraculo.yaml
repositorio: https://x.invalid/{rev}/{ruta}
variantes:
  - id: por_defecto
    titulo: ""
    fabrica: agentes.adherencia
    contrato: contrat.md#grafo
    spike: ../fuera.json
    renombrados: {a: a}
  - id: por_defecto
    titulo: Otra
    contrato: {nodos: [a, a], aristas: [{de: a, a: b, etiquetas: x}]}
casos:
  - id: uno
    titulo: Uno
    variante: por_defeto
    entrada: {}
    oraculo: limpo
    espera:
      visita: [a]
      no_visita: [a]
      llamadas: {modelo: -1}
      estado_de_la_traza: bien
documentos:
  - {ruta: docs/x.md, titulo: X}
prometidos:
  - {desde: ""}
"""
    hallados = problemas(tmp_path, texto, contrato__md="x", oraculo__yaml="guiones: {limpio: {'*': [hola]}}")
    lineas = [n for n, _ in hallados]
    assert lineas == [2, 3, 5, 6, 8, 11, 12, 13, 14, 15, 16, 18, 18, 18, 22, 24, 27, 28, 29, 31, 33, 33]
    por_linea = dict(hallados)
    assert "falta «en»" in por_linea[2]
    assert "repetida (ya en la línea 4)" in por_linea[5]
    assert "¿quisiste decir «contrato.md»?" in por_linea[13]
    assert "se sale de la carpeta" in por_linea[14]
    assert "¿quisiste decir «por_defecto»?" in por_linea[22]
    assert "¿quisiste decir «limpio»?" in por_linea[24]


@pytest.mark.parametrize(
    ("cambio", "linea", "trozo"),
    [
        (("demo: mini", 'demo: " "'), 1, "está vacío"),
        (("demo: mini", f"demo: {'x' * 201}"), 1, "201 caracteres"),
        (("id: uno", 'id: "u\\tno"'), 9, "caracteres de control"),
        (("id: unica", 'id: " unica"'), 6, "espacios alrededor"),
        (("titulo: Mini", 'titulo: {es: a, en: " "}'), 2, "«titulo.en» está vacío"),
        (
            ("demo: mini", "demo: mini\nnodos: [{id: a, explicacion: x}, {id: a, explicacion: y}]"),
            2,
            "repetido en «nodos»",
        ),
        (("demo: mini", "demo: mini\nartefactos: [{tipo: a, titulo: x}, {tipo: a, titulo: y}]"), 2, "en «artefactos»"),
        (("demo: mini", "demo: mini\noraculo: no.yaml"), 2, "no existe «no.yaml»"),
        (("demo: mini", "demo: mini\nrepositorio: ftp://x/{ruta}"), 2, "no es una dirección web"),
        (("demo: mini", "demo: mini\nrepositorio: 'https://x/{'"), 2, "hueco que no existe"),
        (
            ("demo: mini", "demo: mini\ndocumentos: [{ruta: {es: a.md, en: /b.md}, titulo: x}]"),
            2,
            "se sale de la carpeta",
        ),
        (("entrada: {mensaje: hola}", "entrada: {}, oraculo: x"), 9, "no dice dónde están"),
        (
            ("entrada: {mensaje: hola}", "entrada: {}, espera: {interrumpe_en: a, sin_interrupcion: true}"),
            9,
            "a la vez",
        ),
        (("titulo: Única", "titulo: Única\n    renombrados: {a: x, b: x}"), 8, "como destino de un renombrado"),
        (
            ("titulo: Única", "titulo: Única\n    contrato: {nodos: [''], aristas: []}"),
            8,
            "contrato.nodos[0]» está vacío",
        ),
        (("casos:", "prometidos: [{desde: '2', nodos: [a, a]}]\ncasos:"), 8, "entre los prometidos"),
    ],
)
def test_cada_comprobacion_cruzada_dice_su_linea(
    tmp_path: Path, cambio: tuple[str, str], linea: int, trozo: str
) -> None:
    hallados = problemas(tmp_path, MINIMO.replace(*cambio))
    assert any(n == linea and trozo in que for n, que in hallados), hallados


def test_sin_variantes_no_hay_plan(tmp_path: Path) -> None:
    hallados = problemas(tmp_path, "demo: a\ntitulo: a\nfrase: a\nsprint: a\nvariantes: []\ncasos: []\n")
    assert hallados == [(5, "no hay ninguna variante")]


def test_un_plan_que_no_es_un_objeto_dice_lo_que_es(tmp_path: Path) -> None:
    assert problemas(tmp_path, "- a\n- b\n") == [(1, "la raíz debe ser un objeto con claves y es una lista")]
    assert problemas(tmp_path, "")[0][1].startswith("la raíz debe ser un objeto")


def test_los_errores_del_oraculo_salen_con_los_del_plan(tmp_path: Path) -> None:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_plan(
            escribir(tmp_path, "oraculo: oraculo.yaml\n" + MINIMO.replace("sprint", "sprin"), oraculo__yaml="a: *x")
        )
    assert {p.fichero.rpartition("/")[2] for p in error.value.problemas} == {"plan.yaml", "oraculo.yaml"}


def test_las_referencias_que_existen_valen(tmp_path: Path) -> None:
    (tmp_path / "documentos").mkdir()
    (tmp_path / "documentos" / "a.md").write_text("x")
    texto = (
        MINIMO.replace("titulo: Única", "titulo: Única\n    contrato: c.md#s\n    spike: s.json")
        + "documentos: [{ruta: documentos/a.md, titulo: A}]\noraculo: oraculo.yaml\n"
        + "repositorio: https://x.invalid/{revision}/{ruta}#L{linea}\n"
    )
    plan = leer_plan(escribir(tmp_path, texto, c__md="x", s__json="{}", oraculo__yaml="guiones: {}"))
    assert plan.variantes[0].contrato == "c.md#s"


def test_el_esquema_describe_el_plan() -> None:
    datos = esquema()
    assert set(datos["required"]) == {"demo", "titulo", "frase", "sprint", "variantes", "casos"}
    assert datos["additionalProperties"] is False
