"""Fichero, plantilla y tupla dicen lo mismo, y cada campo de un modelo llega a su plantilla."""

import importlib
import pkgutil
import types
import typing

import pytest
from jinja2 import Environment, FileSystemLoader, nodes

from generador import paginas
from generador.paginas import PAGINAS
from generador.paginas.base import Pagina, TipoDePagina
from tests.congelados import campos, es_congelado
from tests.paginas.apoyo import PLANTILLAS

COMUNES = {"base.html"}
DE_JINJA = {"index0", "last", "first", "index", "length", "append", "update", "items"}


def _modulos_con_tipo() -> dict[str, TipoDePagina]:
    hijos = (m.name for m in pkgutil.iter_modules(paginas.__path__))
    cargados = ((n, importlib.import_module(f"generador.paginas.{n}")) for n in hijos)
    return {n: m.TIPO for n, m in cargados if hasattr(m, "TIPO")}


def test_cada_modulo_con_un_tipo_esta_en_la_tupla_y_al_reves():
    assert set(map(id, _modulos_con_tipo().values())) == set(map(id, PAGINAS))


def test_cada_plantilla_es_de_un_tipo_y_al_reves():
    assert {p.name for p in PLANTILLAS.glob("*.html")} - COMUNES == {t.plantilla for t in PAGINAS}


def test_no_hay_dos_tipos_con_el_mismo_nombre():
    nombres = [t.nombre for t in PAGINAS]
    assert len(nombres) == len(set(nombres))


def _modelo(tipo: TipoDePagina) -> type[Pagina]:
    devuelve = typing.get_type_hints(tipo.modelar)["return"]
    return next(a for a in typing.get_args(devuelve) if issubclass(a, Pagina))


def _modelos(clase: type, vistas: set[type]) -> set[type]:
    """Un modelo de página y los que lleva dentro, sin entrar en el dibujo, que se pinta entero."""
    if clase in vistas or not clase.__module__.startswith("generador.paginas") or ".dibujo" in clase.__module__:
        return set()
    vistas.add(clase)
    tipos = typing.get_type_hints(clase)
    return {clase}.union(*(_modelos(t, vistas) for c in campos(clase) for t in _clases(tipos[c])))


def _campos(tipo: TipoDePagina) -> set[str]:
    return {c for modelo in _modelos(_modelo(tipo), set()) for c in campos(modelo)}


def _propiedades(tipo: TipoDePagina) -> set[str]:
    modelos = _modelos(_modelo(tipo), set())
    return {n for modelo in modelos for n, v in vars(modelo).items() if isinstance(v, property)}


def _clases(tipo: object) -> list[type]:
    args = typing.get_args(tipo)
    if args or isinstance(tipo, types.UnionType):
        return [c for a in args for c in _clases(a)]
    return [tipo] if isinstance(tipo, type) and es_congelado(tipo) else []


def _usados(plantilla: str, entorno: Environment, vistas: set[str]) -> set[str]:
    if plantilla in vistas:
        return set()
    vistas.add(plantilla)
    arbol = entorno.parse(entorno.loader.get_source(entorno, plantilla)[0])
    usados = {n.attr for n in arbol.find_all(nodes.Getattr)}
    for n in arbol.find_all((nodes.Extends, nodes.Include, nodes.FromImport, nodes.Import)):
        if isinstance(n.template, nodes.Const):
            usados |= _usados(n.template.value, entorno, vistas)
    return usados


@pytest.fixture(scope="module")
def entorno() -> Environment:
    return Environment(loader=FileSystemLoader(PLANTILLAS), extensions=["jinja2.ext.i18n"], autoescape=True)


PROPIAS = [t for t in PAGINAS if t.nombre != "caso"]


@pytest.mark.parametrize("tipo", PROPIAS, ids=lambda t: t.nombre)
def test_cada_campo_del_modelo_se_usa_en_su_plantilla(tipo, entorno):
    de_filtros = {"texto", "enlaces", "nivel"}  # los de `Prosa`, que lee el filtro `prosa`
    sin_usar = _campos(tipo) - _usados(tipo.plantilla, entorno, set()) - de_filtros
    # La ruta es de quien escribe el fichero, y la raíz, de quien modela descargas.
    assert sin_usar - {"ruta", "raiz"} == set()


@pytest.mark.parametrize("tipo", PROPIAS, ids=lambda t: t.nombre)
def test_ninguna_plantilla_pide_un_campo_que_nadie_tiene(tipo, entorno):
    propia = entorno.parse(entorno.loader.get_source(entorno, tipo.plantilla)[0])
    pedidos = {n.attr for n in propia.find_all(nodes.Getattr)}
    recuentos = {"oraculo", "en_vivo", "reproducida", "desconocida", "sin_registrar", "total"}
    assert pedidos - _campos(tipo) - _propiedades(tipo) - recuentos - DE_JINJA == set()
