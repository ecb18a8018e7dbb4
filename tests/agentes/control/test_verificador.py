"""El verificador: existencia antes que implicación, nadie se juzga a sí mismo y ninguna mutación sale respaldada."""

import sqlite3
from collections import Counter

import pytest

from agentes.control.canonico import canonico
from agentes.control.dominio.archivo import congelado
from agentes.control.evaluacion import banco as armar
from agentes.control.evaluacion.mutaciones import con_ids, de_cita, mutaciones
from agentes.control.registro.libro import Libro
from agentes.control.verificador.verificar import Verificador

EXCESO = {"factura": "FAC-2026-029", "linea": 3, "exceso": "17.00"}
INVENTADO = "sha256:" + "0badc0de" * 8


class Opina:
    """Una segunda opinión que dice siempre lo mismo y recuerda lo que se le preguntó."""

    def __init__(self, siempre):
        self.siempre, self.preguntas = siempre, []

    def opinar(self, premisa, hipotesis):
        self.preguntas.append((premisa, hipotesis))
        return self.siempre


def clave(claim):
    p = claim["propositions"][0]
    return canonico({"pred": p["pred"], "args": p["args"]})


def test_toda_afirmacion_esperada_sale_respaldada_con_sus_fragmentos(bancos):
    for b in bancos.values():
        for claim in armar.afirmaciones(b.archivado, b.caso):
            [p] = b.juzgada(claim)["propositions"]
            assert p["entailment"] == "respalda", (p["pred"], p["args"], p["motivo"])
            assert p["evidencia"]
            for e in p["evidencia"]:
                contenido = b.archivado.libro.bytes_de(b.archivado.run_id, e["ledger_id"])
                assert contenido[e["inicio"] : e["fin"]].decode() == e["texto"]


def test_ninguna_mutacion_de_una_afirmacion_cierta_sale_respaldada(bancos):
    verdad = {clave(c) for b in bancos.values() for c in armar.afirmaciones(b.archivado, b.caso)}
    ajeno, probadas, falsas = INVENTADO, Counter(), []
    for b in bancos.values():
        for claim in armar.afirmaciones(b.archivado, b.caso):
            for clase, mutada in mutaciones(claim, ajeno):
                probadas[clase] += 1
                cierta = clave(mutada) in verdad and clave(mutada) != clave(claim)
                if b.estado(mutada) == "respaldada" and not cierta:
                    falsas.append((clase, mutada))
        ajeno = b.archivado.ids["leer_factura"]
    assert falsas == []
    assert sum(probadas.values()) >= 2_000
    pedidas = {"un_centimo", "otra_fecha", "otra_moneda", "id_cambiado", "otra_corrida", "otra_linea", "sin_una_prueba"}
    assert pedidas <= set(probadas)


def test_ninguna_mutacion_de_una_cita_sale_respaldada(bancos):
    probadas = Counter()
    for b in list(bancos.values())[:2]:
        carta = congelado().cartas[b.caso["encargo"]["carta_id"]].decode()
        for linea in carta.splitlines():
            if linea[:2] in ("1.", "2.", "3.", "4.") and len(linea) > 20:
                claim = b.claim("quote@1", texto=linea.partition(" ")[2])
                assert b.estado(claim) == "respaldada", linea
                for clase, mutada in de_cita(claim):
                    probadas[clase] += 1
                    assert b.estado(mutada) != "respaldada", (clase, mutada)
    assert {"un_caracter", "un_caracter_menos", "sin_negacion", "sin_salvedad"} <= set(probadas)


@pytest.mark.parametrize("rol", ["asociado", "paralegal", "perito"])
def test_otro_rol_no_se_respalda(banco, rol):
    args = {"sujeto": "linea:FAC-2026-029/3", "atributo": "rol", "valor": "socio", "unidad": "texto"}
    assert banco.veredicto(banco.claim("value_is@1", **args))["entailment"] == "respalda"
    assert banco.veredicto(banco.claim("value_is@1", **{**args, "valor": rol}))["entailment"] == "contradice"


def test_si_falta_una_sola_prueba_no_se_juzga_nada(banco):
    claim = banco.claim("exceeds_cap@1", **EXCESO)
    ids = claim["propositions"][0]["ledger_ids"]
    veredicto = banco.veredicto(con_ids(claim, [*ids, INVENTADO]))
    assert (veredicto["entailment"], veredicto["motivo"]) == ("neutral", "id_inexistente")
    assert veredicto["evidencia"] == []


def test_una_prueba_de_otra_corrida_no_existe(bancos, banco):
    ajena = bancos["FAC-2026-030"].archivado.ids["leer_factura"]
    claim = con_ids(banco.claim("exceeds_cap@1", **EXCESO), [banco.archivado.ids["leer_factura"], ajena])
    assert banco.veredicto(claim)["motivo"] == "id_inexistente"


def test_con_los_bytes_alterados_no_hay_prueba(tmp_path, banco):
    ruta = tmp_path / "r.sqlite"
    libro = Libro(ruta)
    archivado = armar.archivar(banco.caso["encargo"], libro, "r")
    con = sqlite3.connect(ruta)
    con.executescript("DROP TRIGGER contenido_no_update; UPDATE contenido SET bytes = CAST(bytes || ' ' AS BLOB);")
    con.close()
    claim = archivado.afirmacion(1, "exceeds_cap@1", EXCESO)
    [p] = Verificador(libro, "r").juzgar(claim)["propositions"]
    assert p["motivo"] == "bytes_alterados"
    libro.cerrar()


def test_lo_que_diga_el_agente_de_su_propio_entailment_no_cuenta(banco):
    claim = banco.claim("exceeds_cap@1", **{**EXCESO, "exceso": "99.00"})
    claim["propositions"][0]["entailment"] = "respalda"
    assert banco.veredicto(claim)["entailment"] == "contradice"


def test_una_afirmacion_con_una_proposicion_mala_no_esta_respaldada(banco):
    buena, mala = banco.claim("exceeds_cap@1", **EXCESO), banco.claim("exceeds_cap@1", **{**EXCESO, "linea": 9})
    mezcla = {**buena, "propositions": [*buena["propositions"], {**mala["propositions"][0], "id": "p_2"}]}
    assert banco.juzgada(mezcla)["estado"] == "no_respaldada"


def test_una_conjetura_no_se_juzga_ni_se_respalda(banco):
    claim = {**banco.claim("exceeds_cap@1", **EXCESO), "type": "Conjecture"}
    assert banco.juzgada(claim)["estado"] == "conjetura"


@pytest.mark.parametrize("quien", ["c_1", "la proposición"])
def test_un_reintento_sin_prueba_nueva_no_se_mira(banco, quien):
    from agentes.control.verificador.verificar import clave_de

    claim = banco.claim("exceeds_cap@1", **EXCESO)
    p = claim["propositions"][0]
    clave_previa = "c_1" if quien == "c_1" else clave_de(p)
    vistas = {clave_previa: p["ledger_ids"]}
    assert banco.veredicto(claim, previos=vistas)["motivo"] == "reintento_sin_prueba_nueva"
    assert banco.veredicto(claim, previos={clave_previa: p["ledger_ids"][:1]})["entailment"] == "respalda"


@pytest.mark.parametrize("opinion", ["contradice", "neutral"])
def test_la_segunda_opinion_puede_vetar(banco, opinion):
    segunda = Opina(opinion)
    veredicto = banco.veredicto(banco.claim("exceeds_cap@1", **EXCESO), segunda=segunda)
    assert (veredicto["entailment"], veredicto["motivo"]) == ("neutral", "vetada_por_nli")
    assert "240.00" in segunda.preguntas[0][0]


@pytest.mark.parametrize("args", [{**EXCESO, "exceso": "18.00"}, {**EXCESO, "linea": 9}])
def test_la_segunda_opinion_no_puede_aprobar_y_ni_se_le_pregunta(banco, args):
    segunda = Opina("respalda")
    claim = banco.claim("exceeds_cap@1", **args)
    assert banco.veredicto(claim, segunda=segunda)["entailment"] == banco.veredicto(claim)["entailment"] != "respalda"
    assert segunda.preguntas == []


def test_la_confianza_sale_de_la_calibracion_y_sin_ella_es_nula(banco):
    claim = banco.claim("exceeds_cap@1", **EXCESO)
    assert banco.juzgada(claim)["confidence"] is None
    assert banco.juzgada(claim, confianza={"exceeds_cap@1": 0.9}.get)["confidence"] == 0.9


def test_verificar_dos_veces_da_lo_mismo(banco):
    claim = banco.claim("exceeds_cap@1", **EXCESO)
    assert banco.juzgada(claim) == banco.juzgada(claim)
