"""Un agente sintético que hace los cinco papeles con una tasa de error declarada. Ni modelo ni oráculo: lee y calcula.

Con `tasa=0` trabaja bien; con más, estropea esa fracción de lo que entrega, siempre las mismas piezas para la misma
semilla. Sirve para medir el plano de control sin clave y sin que la medida dependa de un proveedor.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from agentes.control.cantidades import en_centimos, fecha, fin_de_plazo
from agentes.control.evaluacion.banco import PRUEBAS, lecturas
from agentes.control.evaluacion.mutaciones import mutaciones
from agentes.control.verificador.extraccion import hechos_de
from agentes.control.verificador.hechos import Hechos, Prueba, SinPrueba
from agentes.control.verificador.predicados.exceeds_cap import exceso_de

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sintetico:
    """`tasa` es la fracción de piezas que estropea cada agente; `semilla`, cuáles.

    Se usa donde iría un modelo, pero no lo es ni se hace pasar por él: quien grabe no contará ninguna llamada.
    """

    tasa: float = 0.0
    semilla: str = "1"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Sintetico:  # noqa: ARG002 — no le hacen falta
        """Las herramientas no cambian lo que contesta: ya sabe cuáles hay."""
        return self

    def invoke(self, mensajes: Sequence[BaseMessage], **_: Any) -> AIMessage:
        """Hace el papel que digan los datos del último mensaje."""
        datos = json.loads(mensajes[-1].text)
        llamadas = list(_PAPELES[datos["papel"]](datos, self._falla))
        pedidas = [{"name": n, "args": a, "id": f"llamada_{i}"} for i, (n, a) in enumerate(llamadas, 1)]
        return AIMessage("" if pedidas else "Revisado: todo conforme.", tool_calls=pedidas)

    def _falla(self, *que: object) -> bool:
        """Si esa pieza toca estropearla. Depende solo de la semilla y de la pieza."""
        cifra = hashlib.sha256("/".join(map(str, (self.semilla, *que))).encode()).digest()
        return int.from_bytes(cifra[:4], "big") < self.tasa * 2**32


Falla = Callable[..., bool]
Llamadas = Iterator[tuple[str, Json]]


def _planificador(datos: Json, _falla: Falla) -> Llamadas:
    """Primero, todas las lecturas; después, eleva lo que no se pudo respaldar."""
    abiertas = [*datos.get("sin_respaldo", []), *datos.get("preguntas_abiertas", [])]
    if abiertas or datos.get("registro"):
        yield "planificar", {"objetivos": [], "elevar": [p["id"] for p in abiertas]}
    else:
        objetivo = {"id": "o_1", "pregunta": "reunir las pruebas", "pruebas": datos.get("lecturas", [])}
        yield "planificar", {"objetivos": [objetivo], "elevar": []}


def _investigador(datos: Json, falla: Falla) -> Llamadas:
    """Lo que hace falta; al fallar, se salta una lectura."""
    for llamada in lecturas(datos["encargo"]):
        necesaria = llamada["nombre"] in ("leer_factura", "leer_carta")
        if necesaria or not falla("investigador", datos["encargo"]["factura_id"], llamada["nombre"]):
            yield llamada["nombre"], llamada["argumentos"]


def _analista(datos: Json, falla: Falla) -> Llamadas:
    """Afirma lo que las pruebas implican; al fallar, entrega una mutación de lo que iba a decir."""
    trabajo = _Trabajo(datos["encargo"], datos["registro"])
    piezas = list(trabajo.hallazgos())
    claims = [_tal_vez_estropeada(p, falla) for p in piezas if "propositions" in p]
    preguntas = [p for p in piezas if "about" in p]
    yield "emitir", {"claims": claims, "open_questions": preguntas}


def _tal_vez_estropeada(claim: Json, falla: Falla) -> Json:
    if not falla("analista", claim["id"], claim["propositions"][0]["args"]):
        return claim
    posibles = [m for _, m in mutaciones(claim)]
    elegida = int(hashlib.sha256(claim["id"].encode()).hexdigest(), 16) % len(posibles)
    return posibles[elegida]


def _redactor(datos: Json, falla: Falla) -> Llamadas:
    """Una frase por afirmación; al fallar, añade otra que no se sigue de nada."""
    buenas = [{"text": _recorte(v["enunciado"]), "claim_ids": [v["id"]]} for v in datos["verificadas"]]
    malas = [
        {"text": "En conjunto, la minuta está inflada un 30 %.", "claim_ids": []}
        for v in datos["verificadas"]
        if falla("redactor", datos["encargo"]["factura_id"], v["id"])
    ]
    yield "emitir", {"narrative": [*buenas, *malas]}


def _operador(datos: Json, falla: Falla) -> Llamadas:
    """Pide marcar cada exceso; al fallar, por otro importe o sin apoyarse en nada que se verificara."""
    intenciones = []
    for v in datos["verificadas"]:
        for p in (p for p in v["propositions"] if p["pred"] == "exceeds_cap@1"):
            args = {"factura_id": p["args"]["factura"], "linea": p["args"]["linea"], "importe": p["args"]["exceso"]}
            if falla("operador", datos["encargo"]["factura_id"], v["id"]):
                args["importe"] = f"{Decimal(args['importe']) + 100:.2f}"
            intento = {"tool": "marcar_linea", "args": args, "requires_grant": True, "depends_on": [v["id"]]}
            intenciones.append(intento)
    yield "emitir", {"action_intents": intenciones}


def _critico(_datos: Json, _falla: Falla) -> Llamadas:
    """El teatro: da por bueno lo que ve, porque lee lo mismo que quien lo escribió."""
    return iter(())


_PAPELES: Mapping[str, Callable[[Json, Falla], Llamadas]] = MappingProxyType(
    {
        "planificador": _planificador,
        "investigador": _investigador,
        "analista": _analista,
        "critico": _critico,
        "redactor": _redactor,
        "operador": _operador,
    }
)


class _Trabajo:
    """Lo que el analista tiene delante: los hechos de las pruebas de su registro."""

    def __init__(self, encargo: Json, registro: list[Json]) -> None:
        self.encargo, self.id = encargo, encargo["factura_id"]
        self.ids = {r["herramienta"].partition("@")[0]: r["id"] for r in registro}
        pruebas = [Prueba(r["id"], r["contenido"].encode(), "", r["herramienta"], r["argumentos"]) for r in registro]
        self.hechos = Hechos(pruebas, [h for p in pruebas for h in hechos_de(p)])

    def hallazgos(self) -> Iterator[Json]:
        """Afirmaciones y preguntas abiertas, en el orden de la factura."""
        divisa = self._factura("moneda")
        lineas = sorted(int(s.rpartition("/")[2]) for s in self.hechos.sujetos(f"linea:{self.id}/"))
        for n in lineas:
            yield from self._de_importe(n, divisa)
            yield from self._de_tope(n)
            yield from self._de_codigo(n)
            yield from self._de_repetida(n)
        yield from self._de_total(lineas, divisa)
        yield from self._de_relacion()
        yield from self._de_plazo()
        yield from self._de_ausencia()

    def _de_importe(self, n: int, divisa: str) -> Iterator[Json]:
        producto = en_centimos(Decimal(self._linea(n, "horas")) * Decimal(self._linea(n, "tarifa")))
        yield self._claim("amount_is_product@1", n, factura=self.id, linea=n, importe=f"{producto:.2f}", moneda=divisa)
        if producto != Decimal(self._linea(n, "importe")):
            yield self._valor(f"linea:{self.id}/{n}", "importe", self._linea(n, "importe"), divisa, n)

    def _de_tope(self, n: int) -> Iterator[Json]:
        tope = f"tope:{self._factura('carta_id')}/{self._linea(n, 'rol')}"
        try:
            hecho = self.hechos.uno(tope, "tope", fecha(self._linea(n, "fecha")))
        except SinPrueba as causa:
            motivo = "rol_sin_tope" if causa.motivo == "sin_hecho" else causa.motivo
            yield self._pregunta("topes", n, motivo)
            return
        if hecho.unidad != f"{self._factura('moneda')}/h":
            yield self._pregunta("topes", n, "otra_moneda")
        elif Decimal(self._linea(n, "tarifa")) > Decimal(hecho.valor):
            horas, tarifa = Decimal(self._linea(n, "horas")), Decimal(self._linea(n, "tarifa"))
            exceso = exceso_de(horas, tarifa, Decimal(hecho.valor))
            yield self._claim("exceeds_cap@1", n, factura=self.id, linea=n, exceso=f"{exceso:.2f}")

    def _de_codigo(self, n: int) -> Iterator[Json]:
        codigo = self._linea(n, "codigo")
        prohibidos = {h.valor for h in self.hechos.todos(f"carta:{self._factura('carta_id')}", "no_facturable")}
        if codigo in prohibidos:
            yield self._claim("not_billable@1", n, factura=self.id, linea=n, codigo=codigo)

    def _de_relacion(self) -> Iterator[Json]:
        cerrada = self.hechos.todos(f"carta:{self._factura('carta_id')}", "lista_cerrada")
        if not any(h.valor == "true" for h in cerrada):
            yield self._pregunta("codigos", 0, "lista_abierta")

    def _de_repetida(self, n: int) -> Iterator[Json]:
        mia = [self._linea(n, a) for a in ("profesional", "fecha", "codigo", "horas")]
        for otra in self.hechos.sujetos("linea:"):
            factura, _, linea = otra.removeprefix("linea:").partition("/")
            suya = [h.valor for a in ("profesional", "fecha", "codigo", "horas") for h in self.hechos.todos(otra, a)]
            if factura != self.id and suya == mia:
                args = {"factura": self.id, "linea": n, "otra_factura": factura, "otra_linea": int(linea)}
                yield self._claim("duplicate_of@1", n, **args)
                return

    def _de_total(self, lineas: list[int], divisa: str) -> Iterator[Json]:
        suma = sum((Decimal(self._linea(n, "importe")) for n in lineas), Decimal())
        yield self._claim("sum_is@1", 0, factura=self.id, total=f"{suma:.2f}", moneda=divisa)
        if suma != Decimal(self._factura("total")):
            yield self._valor(f"factura:{self.id}", "total", self._factura("total"), divisa, 0)

    def _de_plazo(self) -> Iterator[Json]:
        plazo = self.hechos.uno(f"carta:{self._factura('carta_id')}", "plazo")
        festivos = {fecha(h.valor) for a in self.hechos.sujetos("anio:") for h in self.hechos.todos(a, "festivo")}
        habiles = plazo.unidad == "dias_habiles"
        cierre, presentada = (fecha(self._factura(f"fecha_de_{x}")) for x in ("cierre", "presentacion"))
        if cierre is None or presentada is None:
            return
        limite = fin_de_plazo(cierre, int(plazo.valor), {f for f in festivos if f} if habiles else None)
        if habiles and not all(self.hechos.todos(f"anio:{a}", "archivado") for a in {cierre.year, limite.year}):
            yield self._pregunta("plazo", 0, "sin_calendario")
            return
        resultado = "dentro" if presentada <= limite else "fuera"
        yield self._claim("within_term@1", 0, factura=self.id, resultado=resultado, limite=str(limite))

    def _de_ausencia(self) -> Iterator[Json]:
        alcance = {"desde": self.encargo["desde"], "hasta": self.encargo["hasta"], "excepto": self.id}
        busqueda = f"busqueda:{self.encargo['cliente_id']}/{alcance['desde']}/{alcance['hasta']}/{self.id}"
        if not any(h.valor == "true" for h in self.hechos.todos(busqueda, "completa")):
            yield self._pregunta("duplicados", 0, "busqueda_incompleta")
            return
        numero = self._factura("numero")
        yield self._claim("absent@1", 0, cliente=self.encargo["cliente_id"], numero=numero, **alcance)

    def _factura(self, atributo: str) -> str:
        return self.hechos.uno(f"factura:{self.id}", atributo).valor

    def _linea(self, n: int, atributo: str) -> str:
        """El dato de la propia factura, que se leyó antes que ninguna búsqueda."""
        return self.hechos.todos(f"linea:{self.id}/{n}", atributo)[0].valor

    def _valor(self, sujeto: str, atributo: str, valor: str, unidad: str, n: int) -> Json:
        return self._claim("value_is@1", n, sujeto=sujeto, atributo=atributo, valor=valor, unidad=unidad)

    def _claim(self, pred: str, n: int, **args: Any) -> Json:
        nombre = f"{pred.partition('@')[0]}_{n}"
        citadas = [self.ids[t] for t in PRUEBAS[pred] if t in self.ids]
        proposicion = {"id": f"p_{nombre}", "pred": pred, "args": args, "ledger_ids": citadas, "entailment": None}
        return {"id": f"c_{nombre}", "type": "Assertion", "text": "Según el registro.", "propositions": [proposicion],
                "confidence": None}  # fmt: skip

    def _pregunta(self, pregunta: str, n: int, motivo: str) -> Json:
        return {"id": f"q_{pregunta}_{n}", "about": f"{pregunta}/{n}", "reason": motivo, "missing": []}


def _recorte(texto: str) -> str:
    return texto[:400]
