"""Lo que la forma del plan no puede decir: ids repetidos, variantes que no existen, ficheros que faltan…

Recorre el valor crudo con `Punto` y no el `Plan`, para que un plan con una errata en la forma también diga sus
otros errores en la misma vuelta.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Punto, nombre_de, primeros, raiz
from generador.lectura.ficheros import LIMITE_DE_PLAN, existe, leer_texto, ruta_dentro
from generador.lectura.validar import enumerar, parecido
from generador.lectura.yaml_con_posiciones import examinar_yaml
from generador.modelo.grafo import FIN, INICIO

LARGO_DE_ID = 200

_FABRICA = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_TAGS_DE_LANGGRAPH = ("langsmith:", "langgraph:", "seq:step:")
_METADATOS_DE_LANGGRAPH = ("langgraph_", "checkpoint_", "__")
_HUECOS = {"revision", "ruta", "linea"}


def comprobar(plan: Punto, base: Path) -> list[Problema]:
    """Todos los problemas cruzados de un plan cuya carpeta es `base`."""
    partes = (
        _id(plan["demo"]),
        _textos_obligados(plan),
        _listas_con_id(plan),
        _variantes(plan, base),
        _casos(plan),
        _oraculo(plan, base),
        _documentos(plan, base),
        _prometidos(plan),
        _repositorio(plan["repositorio"]),
    )
    return primeros(chain.from_iterable(partes))


def _textos_obligados(plan: Punto) -> Iterator[Problema]:
    titulos = [p["titulo"] for lista in ("variantes", "casos", "documentos") for p in plan[lista].elementos()]
    for punto in [plan["titulo"], plan["frase"], plan["sprint"], *titulos]:
        for texto in [punto, punto["es"], punto["en"]]:
            if texto.texto is not None and not texto.texto.strip():
                yield texto.problema(f"{nombre_de(texto.ruta)} está vacío", "escribe un texto")


def _listas_con_id(plan: Punto) -> Iterator[Problema]:
    for lista, clave in (("variantes", "id"), ("casos", "id"), ("nodos", "id"), ("artefactos", "tipo")):
        ids = [p[clave] for p in plan[lista].elementos()]
        for id in ids:
            yield from _id(id)
        yield from _repetidos(ids, f"en «{lista}»")
    if plan["variantes"].valor == []:
        yield plan["variantes"].problema("no hay ninguna variante", "declara al menos una")


def _id(punto: Punto) -> Iterator[Problema]:
    id = punto.texto
    if id is None:
        return
    if not id.strip():
        yield punto.problema(f"{nombre_de(punto.ruta)} está vacío", "ponle un nombre corto")
    elif len(id) > LARGO_DE_ID:
        yield punto.problema(f"«{id[:40]}…» tiene {len(id)} caracteres", f"déjalo en {LARGO_DE_ID} como mucho")
    elif _CONTROL.search(id) or id != id.strip():
        yield punto.problema("un id lleva espacios alrededor o caracteres de control", "quítalos")


def _repetidos(puntos: Iterable[Punto], donde: str) -> Iterator[Problema]:
    vistos: dict[str, Punto] = {}
    for punto in puntos:
        if punto.texto is None:
            continue
        antes = vistos.setdefault(punto.texto, punto)
        if antes is not punto:
            linea = punto.documento.sitio(antes.ruta).linea
            yield punto.problema(f"«{punto.texto[:60]}» está repetido {donde} (ya en la línea {linea})", "cambia uno")


def _variantes(plan: Punto, base: Path) -> Iterator[Problema]:
    for variante in plan["variantes"].elementos():
        fabrica = variante["fabrica"]
        if fabrica.texto is not None and not _FABRICA.fullmatch(fabrica.texto):
            yield fabrica.problema(f"«{fabrica.texto[:60]}» no es una fábrica", "escribe «paquete.modulo:funcion»")
        yield from _fichero(variante["contrato"], base, con_seccion=True)
        yield from _fichero(variante["spike"], base)
        yield from comprobar_contrato(variante["contrato"])
        yield from _renombrados(variante["renombrados"])


def comprobar_contrato(contrato: Punto) -> Iterator[Problema]:
    """Nodos repetidos y aristas a nodos que no están, en un contrato escrito como listas."""
    nodos = list(contrato["nodos"].elementos())
    yield from (p for n in nodos for p in _id(n))
    yield from _repetidos(nodos, "entre los nodos del contrato")
    nombres = [n.texto for n in nodos if n.texto]
    for arista in contrato["aristas"].elementos():
        for extremo in (arista["de"], arista["a"]):
            nombre = extremo.texto
            if nombre is not None and nombre not in (INICIO, FIN, *nombres):
                que_pasa = f"el nodo «{nombre[:60]}» no está en los nodos del contrato{parecido(nombre, nombres)}"
                yield extremo.problema(que_pasa, "añádelo a «nodos» o corrige el nombre")


def _renombrados(renombrados: Punto) -> Iterator[Problema]:
    pares = list(renombrados.pares())
    for viejo, nuevo in pares:
        if not viejo.strip() or not (nuevo.texto or "x").strip():
            yield nuevo.problema("un renombrado no tiene nombre", "escribe «nombre_en_el_spike: nombre_real»")
        elif viejo == nuevo.texto:
            yield nuevo.problema(f"«{viejo}» se renombra a sí mismo", "quítalo")
    yield from _repetidos([nuevo for _, nuevo in pares], "como destino de un renombrado")


def _casos(plan: Punto) -> Iterator[Problema]:
    variantes = [v["id"].texto for v in plan["variantes"].elementos()]
    conocidas = [v for v in variantes if v]
    for caso in plan["casos"].elementos():
        variante = caso["variante"]
        if variante.texto is not None and variante.texto not in conocidas:
            que_pasa = f"no hay ninguna variante «{variante.texto[:60]}»{parecido(variante.texto, conocidas)}"
            remedio = f"usa {enumerar(conocidas)}" if conocidas else "declárala en «variantes»"
            yield variante.problema(que_pasa, remedio)
        yield from _config(caso["config"])
        yield from _espera(caso["espera"])


def _config(config: Punto) -> Iterator[Problema]:
    """Un límite que no deja correr, y lo que LangGraph usa para sí: puesto a mano, la traza diría lo que no es."""
    limite = config["recursion_limit"]
    if isinstance(limite.valor, int) and limite.valor < 1:
        yield limite.problema(f"{nombre_de(limite.ruta)} tiene que ser al menos 1", "escribe 1 o más")
    reservadas = [t for t in config["tags"].elementos() if (t.texto or "").startswith(_TAGS_DE_LANGGRAPH)]
    reservadas += [p for clave, p in config["metadata"].pares() if clave.startswith(_METADATOS_DE_LANGGRAPH)]
    for punto in reservadas:
        yield punto.problema(f"{nombre_de(punto.ruta)} es de los que pone LangGraph", "usa otro nombre")


def _espera(espera: Punto) -> Iterator[Problema]:
    if espera["interrumpe_en"].texto is not None and espera["sin_interrupcion"].valor is True:
        yield espera["sin_interrupcion"].problema("se espera a la vez que interrumpa y que no", "deja una de las dos")
    visita = {p.texto for p in espera["visita"].elementos()}
    for nodo in espera["no_visita"].elementos():
        if nodo.texto and nodo.texto in visita:
            yield nodo.problema(f"«{nodo.texto[:60]}» está en «visita» y en «no_visita»", "quítalo de una")
    llamadas = espera["llamadas"]
    herramientas = llamadas["herramientas"]
    for cuenta in [llamadas["modelo"], llamadas["embebedor"], herramientas, *(p for _, p in herramientas.pares())]:
        if isinstance(cuenta.valor, int) and cuenta.valor < 0:
            yield cuenta.problema("una cuenta de llamadas no puede ser negativa", "escribe 0 o más")


def _oraculo(plan: Punto, base: Path) -> Iterator[Problema]:
    oraculo = plan["oraculo"]
    con_guion = [c["oraculo"] for c in plan["casos"].elementos() if c["oraculo"].texto is not None]
    if oraculo.valor is None:
        for clave in con_guion:
            yield clave.problema("el caso pide un guion y el plan no dice dónde están", "añade «oraculo: oraculo.yaml»")
        return
    malo = list(_fichero(oraculo, base))
    yield from malo
    ruta = ruta_dentro(base, oraculo.texto or "")
    if malo or ruta is None:
        return
    try:
        documento, problemas = examinar_yaml(leer_texto(ruta, LIMITE_DE_PLAN), str(ruta))
    except ErrorDeEntrada as error:
        yield from error.problemas
        return
    yield from problemas
    guiones = [clave for clave, _ in raiz(documento)["guiones"].pares()]
    for clave in con_guion:
        nombre = clave.texto or ""
        if nombre not in guiones:
            que_pasa = f"«{oraculo.texto}» no tiene el guion «{nombre[:60]}»{parecido(nombre, guiones)}"
            yield clave.problema(que_pasa, "añade el guion o corrige la clave")


def _documentos(plan: Punto, base: Path) -> Iterator[Problema]:
    rutas = [d["ruta"] for d in plan["documentos"].elementos()]
    for ruta in rutas:
        for una in (ruta, ruta["es"], ruta["en"]):
            yield from _fichero(una, base)
    yield from _repetidos(rutas, "en «documentos»")


def _prometidos(plan: Punto) -> Iterator[Problema]:
    for prometido in plan["prometidos"].elementos():
        desde = prometido["desde"].texto
        if desde is not None and not desde.strip():
            yield prometido["desde"].problema("«desde» está vacío", "escribe el sprint en que estará")
        nodos = list(prometido["nodos"].elementos())
        yield from (p for n in nodos for p in _id(n))
        yield from _repetidos(nodos, "entre los prometidos")
        if not (prometido["nodos"].valor or prometido["aristas"].valor):
            yield prometido.problema("no promete nada", "añade «nodos» o «aristas»")


def _repositorio(repositorio: Punto) -> Iterator[Problema]:
    plantilla = repositorio.texto
    if plantilla is None:
        return
    if not plantilla.startswith(("https://", "http://")):
        yield repositorio.problema("«repositorio» no es una dirección web", "escribe «https://…»")
    try:
        huecos = {nombre for _, nombre, _, _ in string.Formatter().parse(plantilla) if nombre is not None}
    except ValueError:
        huecos = {"{"}
    if huecos - _HUECOS:
        mal = enumerar(sorted(huecos - _HUECOS))
        yield repositorio.problema(
            f"«repositorio» tiene un hueco que no existe ({mal})", f"usa {enumerar(_LOS_HUECOS)}"
        )


_LOS_HUECOS = ["{revision}", "{ruta}", "{linea}"]


def _fichero(punto: Punto, base: Path, *, con_seccion: bool = False) -> Iterator[Problema]:
    referencia = punto.texto
    if referencia is None:
        return
    relativa = referencia.partition("#")[0] if con_seccion else referencia
    ruta = ruta_dentro(base, relativa)
    if ruta is None:
        yield punto.problema(
            f"«{relativa[:100]}» se sale de la carpeta de la demo", "usa una ruta dentro de ella, con «/»"
        )
    elif not existe(ruta):
        hay = sorted(p.relative_to(base).as_posix() for p in ruta.parent.glob("*") if p.is_file())
        yield punto.problema(f"no existe «{relativa[:100]}»{parecido(relativa, hay)}", "créalo o corrige la ruta")
