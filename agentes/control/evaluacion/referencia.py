"""La referencia: qué debería afirmarse y de qué habría que abstenerse, sacado de los documentos fuente y congelado.

Se regenera con `python -m agentes.control congelar`. No importa el verificador, ni un agente, ni una corrida: hace sus
propias cuentas, en céntimos enteros, sobre los ficheros de `dominio/documentos`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

DOCUMENTOS = Path(__file__).parents[1] / "dominio" / "documentos"
FICHERO = Path(__file__).with_name("referencia.json")
VENTANA = 60
"""Días hacia atrás en que se buscan facturas y líneas repetidas."""

Json = dict[str, Any]


def construir(carpeta: Path = DOCUMENTOS) -> Json:
    """La referencia entera, con la huella de cada documento del que sale."""
    ficheros = sorted(f for f in carpeta.rglob("*") if f.is_file())
    huellas = {f.relative_to(carpeta).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest() for f in ficheros}
    archivo = {
        f.relative_to(carpeta).as_posix(): json.loads(f.read_text("utf-8")) for f in ficheros if f.suffix == ".json"
    }
    cartas = {f.stem: f.read_text("utf-8") for f in ficheros if f.suffix == ".txt"}
    facturas = [v for k, v in archivo.items() if k.startswith("facturas/")]
    casos = [_caso(f, archivo, cartas[f["carta_id"]], facturas) for f in facturas]
    return {"v": 1, "documentos": huellas, "casos": casos}


def leer(ruta: Path = FICHERO) -> Json:
    """La referencia congelada."""
    leida: Json = json.loads(ruta.read_text("utf-8"))
    return leida


def huella_del_fichero(ruta: Path = FICHERO) -> str:
    """`sha256` de los bytes congelados."""
    return hashlib.sha256(ruta.read_bytes()).hexdigest()


def _caso(f: Json, archivo: Mapping[str, Any], carta: str, facturas: list[Json]) -> Json:
    desde = str(date.fromisoformat(f["fecha_de_cierre"]) - timedelta(days=VENTANA))
    quien = {c: f[c] for c in ("factura_id", "carta_id", "cliente_id")}
    encargo = {**quien, "desde": desde, "hasta": f["fecha_de_cierre"]}
    afirmaciones: list[Json] = []
    abstenciones: list[Json] = []
    for hallado in (
        *_importes(f),
        *_topes(f, archivo[f"tarifas/{f['carta_id']}.json"]["tarifas"]),
        *_codigos(f, archivo[f"codigos/{f['carta_id']}.json"]),
        *_plazo(f, carta, archivo["calendario/2026.json"]),
        *_repetidas(f, encargo, archivo["archivo.json"][f["cliente_id"]]["completo"], facturas),
    ):
        (afirmaciones if "pred" in hallado else abstenciones).append(hallado)
    return {"encargo": encargo, "afirmaciones": afirmaciones, "abstenciones": abstenciones}


def _importes(f: Json) -> Iterator[Json]:
    id_, divisa = f["factura_id"], f["moneda"]
    for x in f["lineas"]:
        producto = _producto(x["horas"], _centimos(x["tarifa"]))
        args = {"factura": id_, "linea": x["linea"], "importe": _euros(producto), "moneda": divisa}
        yield {"pred": "amount_is_product@1", "args": args}
        if producto != _centimos(x["importe"]):
            yield _valor(f"linea:{id_}/{x['linea']}", "importe", x["importe"], divisa)
    suma = sum(_centimos(x["importe"]) for x in f["lineas"])
    yield {"pred": "sum_is@1", "args": {"factura": id_, "total": _euros(suma), "moneda": divisa}}
    if suma != _centimos(f["total"]):
        yield _valor(f"factura:{id_}", "total", f["total"], divisa)


def _topes(f: Json, tarifas: list[Json]) -> Iterator[Json]:
    for x in f["lineas"]:
        del_rol = [t for t in tarifas if t["rol"] == x["rol"]]
        vigentes = [t for t in del_rol if t["desde"] <= x["fecha"] <= t["hasta"]]
        if not del_rol:
            yield _abstencion("topes", x["linea"], "rol_sin_tope")
        elif not vigentes:
            yield _abstencion("topes", x["linea"], "fuera_de_vigencia")
        elif f["moneda"] != "EUR":
            yield _abstencion("topes", x["linea"], "otra_moneda")
        elif _centimos(x["tarifa"]) > _centimos(vigentes[0]["tope"]):
            cobrado, debido = (_producto(x["horas"], _centimos(c)) for c in (x["tarifa"], vigentes[0]["tope"]))
            args = {"factura": f["factura_id"], "linea": x["linea"], "exceso": _euros(cobrado - debido)}
            yield {"pred": "exceeds_cap@1", "args": args}


def _codigos(f: Json, relacion: Json) -> Iterator[Json]:
    prohibidos = {c["codigo"] for c in relacion["codigos"]}
    for x in f["lineas"]:
        if x["codigo"] in prohibidos:
            args = {"factura": f["factura_id"], "linea": x["linea"], "codigo": x["codigo"]}
            yield {"pred": "not_billable@1", "args": args}
    if not relacion["lista_cerrada"]:
        yield _abstencion("codigos", 0, "lista_abierta")


def _plazo(f: Json, carta: str, calendario: Json) -> Iterator[Json]:
    linea = next(x for x in carta.splitlines() if x.startswith("2.1."))
    dias, habiles = int(linea.split("dentro de los ")[1].split()[0]), "días hábiles" in linea
    limite = date.fromisoformat(f["fecha_de_cierre"])
    while dias:
        limite += timedelta(days=1)
        dias -= not habiles or not (limite.weekday() > 4 or str(limite) in calendario["festivos"])
    if habiles and limite.year != calendario["anio"]:
        yield _abstencion("plazo", 0, "sin_calendario")
        return
    resultado = "dentro" if f["fecha_de_presentacion"] <= str(limite) else "fuera"
    args = {"factura": f["factura_id"], "resultado": resultado, "limite": str(limite)}
    yield {"pred": "within_term@1", "args": args}


def _repetidas(f: Json, encargo: Json, completo: bool, facturas: list[Json]) -> Iterator[Json]:
    otras = [
        o
        for o in facturas
        if o["cliente_id"] == f["cliente_id"]
        and o is not f
        and encargo["desde"] <= o["fecha_de_cierre"] <= encargo["hasta"]
    ]
    for x in f["lineas"]:
        iguales = [(o, y) for o in otras for y in o["lineas"] if _tupla(x) == _tupla(y)]
        for o, y in iguales[:1]:
            args = {
                "factura": f["factura_id"],
                "linea": x["linea"],
                "otra_factura": o["factura_id"],
                "otra_linea": y["linea"],
            }
            yield {"pred": "duplicate_of@1", "args": args}
    if not completo:
        yield _abstencion("duplicados", 0, "busqueda_incompleta")
    elif all(o["numero"] != f["numero"] for o in otras):
        alcance = {"desde": encargo["desde"], "hasta": encargo["hasta"], "excepto": f["factura_id"]}
        yield {"pred": "absent@1", "args": {"cliente": f["cliente_id"], "numero": f["numero"], **alcance}}


def _tupla(x: Json) -> tuple[str, ...]:
    return (x["profesional"], x["fecha"], x["codigo"], x["horas"])


def _valor(sujeto: str, atributo: str, valor: str, unidad: str) -> Json:
    return {"pred": "value_is@1", "args": {"sujeto": sujeto, "atributo": atributo, "valor": valor, "unidad": unidad}}


def _abstencion(pregunta: str, linea: int, motivo: str) -> Json:
    return {"sobre": f"{pregunta}/{linea}", "motivo": motivo}


def _centimos(euros: str) -> int:
    enteros, decimales = euros.split(".")
    return int(enteros) * 100 + int(decimales)


def _producto(horas: str, centimos: int) -> int:
    """Décimas de hora por céntimos, al céntimo y mitades hacia arriba."""
    return (int(horas.replace(".", "")) * centimos + 5) // 10


def _euros(centimos: int) -> str:
    return f"{centimos // 100}.{centimos % 100:02d}"
