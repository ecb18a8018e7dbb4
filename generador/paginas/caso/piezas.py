"""Las piezas menudas de la página de un caso: pastillas, datos, JSON y barras, con que se componen las demás formas."""

from __future__ import annotations

from msgspec import Struct


class Ficha(Struct, frozen=True, kw_only=True):
    """Una pastilla con el tono de `terminos.Etiqueta`. `icono` es un signo de `partes/comunes.html`."""

    texto: str
    tono: str = "neutro"
    href: str = ""
    icono: str = ""
    veredicto: str = ""
    procedencia: str = ""


class Json(Struct, frozen=True, kw_only=True):
    """Una carga que se enseña como JSON. `recorte` es la frase que dice cuánto se dejó fuera; vacía si está entera.

    `legible` es lo que se lee primero, si lleva valores que la grabadora etiquetó; el JSON va entonces plegado.
    """

    texto: str
    recorte: str = ""
    legible: str = ""


class Dato(Struct, frozen=True, kw_only=True):
    """Un par nombre-valor de una lista de definiciones. `codigo` es que el valor va en monoespaciada."""

    nombre: str
    valor: str
    codigo: bool = False


class Cascada(Struct, frozen=True, kw_only=True):
    """Las barras de un paso: un trazo de SVG por clase, en milésimas de ancho y `alto` px.

    Las clases son `tarea`, `modelo`, `herramienta`, `fallo` y `espera`.
    """

    trazos: tuple[tuple[str, str], ...]
    alto: int
