"""La evaluación y el registro de la demo de muestra, con una de cada cosa y textos que intentan hacer daño."""

from __future__ import annotations

import hashlib
from typing import Any

from generador.modelo.evaluacion import (
    CasoEvaluado,
    Compuerta,
    Conjunto,
    CosteCompuesto,
    Evaluacion,
    Fallo,
    Frontera,
    Metrica,
    Punto,
    Sentido,
    Serie,
    Unidad,
)
from generador.modelo.plan import Bilingue
from generador.modelo.registro import Afirmacion, Cadena, Fragmento, Registro, entrada_de, hash_de

CASO = "turno-limpio-es"
PREFIJO, ORIGEN = "vitrina/registro/1\n", "0" * 64
TEXTO = '{"cita":"el Dr. <b>Peña</b> atiende los lunes","tope":"230.00"}\n'.encode()
BINARIO = b"\xff\xfe\x00PNG"
ENGANOSO = "a\u202eb\r\n".encode()


def metrica(id: str, valor: float | None, **cambios: Any) -> Metrica:
    """Una métrica de proporción con lo mínimo."""
    de_serie: dict[str, Any] = {
        "nombre": id,
        "definicion": Bilingue(es=f"Qué mide `{id}`.", en=f"What `{id}` measures."),
        "unidad": "proporcion",
        "umbral": None,
        "sentido": ">=",
        "cumple": None,
        "n": 40,
    }
    datos = {**de_serie, **cambios}
    datos |= {"unidad": Unidad(datos["unidad"]), "sentido": Sentido(datos["sentido"])}
    return Metrica(id=id, valor=valor, **datos)


def cadena(caso: str, contenidos: tuple[bytes, ...], **cambios: Any) -> Cadena:
    """Una cadena bien hecha sobre esos bytes."""
    previo, entradas = ORIGEN, []
    for n, contenido in enumerate(contenidos, 1):
        campos: dict[str, Any] = {
            "v": 1,
            "run_id": caso,
            "seq": n,
            "clase": "herramienta",
            "sha256": hashlib.sha256(contenido).hexdigest(),
            "tipo_de_medio": "application/json",
            "n_bytes": len(contenido),
            "meta": {"herramienta": "leer@1", "argumentos": {"ñ": "</code>\u202e", "a": [1, True, None]}},
            "previo": previo,
        }
        previo = campos["hash"] = hash_de(PREFIJO, campos)
        entradas.append(entrada_de(campos, contenido))
    return Cadena(caso=caso, variante="v", run_id=caso, cabeza=previo, entradas=tuple(entradas), **cambios)


def fragmento(contenido: bytes, texto: str) -> Fragmento:
    """La cita de `texto` dentro de esos bytes."""
    inicio = contenido.index(texto.encode())
    id = f"sha256:{hashlib.sha256(contenido).hexdigest()}"
    return Fragmento(
        ledger_id=id, inicio=inicio, fin=inicio + len(texto.encode()), texto=texto, sujeto="linea:3", unidad="EUR"
    )


FRONTERAS = ("planificador", "redactor")
EVALUACION = Evaluacion(
    metricas=(
        metrica("faithfulness", 0.9, umbral=0.98, cumple=False, grupo="respuesta", conjunto="facturas", prueba="p.py",
                fallan=(Fallo(caso=CASO, paso=2, detalle="<script>alert(1)</script>"), Fallo(caso="R-1", paso=1))),
        metrica("side_effect_hygiene", 0, unidad="cuenta", umbral=0, sentido="<=", cumple=True, grupo="respuesta"),
        metrica("ece", None, umbral=0.1, sentido="<=", n=3, grupo="produccion"),
        metrica("tiempo", 38.0, unidad="segundos", n=None, grupo="produccion"),
        metrica("propia", 0.5, grupo="grupo_ajeno"),
    ),
    procedencia="oraculo",
    juez="reglas",
    llamadas={"oraculo": 12},
    conjuntos=(
        Conjunto(id="facturas", n=2, fichero="ref.json", sha256="cd" * 32, origen=Bilingue(es="El equipo, desde `x`.",
                 en="The team, from `x`."), desde=("documentos/0001-orquestacion.md", "carta.txt"), otros={"filas": 3}),
        Conjunto(id="anonimo", n=None, fichero="", sha256="ef" * 32, origen=""),
    ),
    metricas_del_spike=(metrica("faithfulness", 0.4),),
    series=(Serie(id="pass", titulo="pass^k", puntos=(Punto(x="pass^1", y=1.0), Punto(x="pass^2", y=None))),),
    casos=(
        CasoEvaluado(id="R-1", conjunto="facturas", entrada="¿cuánto?", esperado={"total": "3.00"},
                     obtenido={"pasos": ["leer", "fin"], "desenlace": "informado"}, cumple=False, intentos=(1, 4)),
        CasoEvaluado(id="R-2", conjunto="facturas", entrada={"x": 1}, esperado=None, obtenido=None, cumple=True),
    ),
    compuerta=Compuerta(codigo=1, motivos=("faithfulness baja 5.0 puntos",), caida_maxima=0.02,
                        base={"faithfulness": 0.95}, casos=({"factura": "F-1", "cobertura_perdida": 2},)),
    coste=CosteCompuesto(
        p=0.08, n=50,
        con_plano=tuple(Frontera(frontera=f, entran=50, sin_respaldo_entran=4, salen=46, sin_respaldo_salen=0)
                        for f in FRONTERAS),
        sin_plano=tuple(Frontera(frontera=f, entran=50, sin_respaldo_entran=4 * i, salen=50, sin_respaldo_salen=4 * i)
                        for i, f in enumerate(FRONTERAS, 1)),
    ),
    otros={"calibracion": {"v": 1, "predicados": {"sum_is@1": {"n": 24, "confianza": 0.885}}}},
)  # fmt: skip

AUSENTE = f"sha256:{'9' * 64}"
REGISTRO = Registro(
    prefijo=PREFIJO,
    origen=ORIGEN,
    cadenas=(
        cadena(
            CASO,
            (TEXTO, BINARIO, ENGANOSO),
            afirmaciones=(
                Afirmacion(id="c_1", proposicion="p_1", pred="value_is@1", args={"tope": "230.00"}, clase="Assertion",
                           entailment="respalda", motivo="coincide", texto="El tope es <230>.", paso=1,
                           fragmentos=(fragmento(TEXTO, '"230.00"'), fragmento(TEXTO, "Peña"))),
                Afirmacion(id="c_2", proposicion="p_1", pred="absent@1", args={}, entailment="otra_cosa",
                           motivo="id_inexistente", missing_evidence=("falta la carta",), ledger_ids=(AUSENTE,)),
            ),
        ),
    ),
)  # fmt: skip
