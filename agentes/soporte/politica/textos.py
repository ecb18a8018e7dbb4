"""Lo que se escribe a partir de la política: la sección del prompt, la página y el buscador del agente."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from agentes.soporte.dinero import euros
from agentes.soporte.politica.lectura import Apartado, Politica

_PALABRA = re.compile(r"[a-z0-9]+")
_PAGINA = {
    "es": {
        "titulo": "Política aplicada",
        "intro": "Versión {version} (huella `{huella}`). Este texto, las reglas del código y el prompt salen del mismo "
        "fichero: `politica.json`.",
        "umbral": "Con la variante de umbral, un reembolso de hasta **{umbral}** se ejecuta sin esperar y se audita el "
        "**{muestra} %** por muestreo. Una propuesta sin decidir caduca a las **{caducidad} horas**.",
    },
    "en": {
        "titulo": "Policy applied",
        "intro": "Version {version} (hash `{huella}`). This text, the rules in code and the prompt come from the same "
        "file: `politica.json`.",
        "umbral": "In the threshold variant, a refund of up to **{umbral}** is executed without waiting and "
        "**{muestra}%** are audited by sampling. A proposal nobody decides expires after **{caducidad} hours**.",
    },
}


def para_el_prompt(politica: Politica) -> str:
    """La política como la lee el modelo."""
    lineas = [f"[{a.id}] {a.titulo['es']}: {a.texto['es']}" for a in politica.apartados]
    return "\n".join([f"Política de la tienda, versión {politica.version}:", *lineas])


def pagina(politica: Politica, idioma: str) -> str:
    """La política como documento Markdown."""
    t = _PAGINA[idioma]
    datos = {
        "version": politica.version,
        "huella": politica.huella[:12],
        "umbral": euros(politica.umbral_automatico_centimos),
        "muestra": politica.auditoria_por_ciento,
        "caducidad": politica.caducidad_horas,
    }
    partes = [f"# {t['titulo']}", t["intro"].format(**datos)]
    partes += [f"## {a.id} · {a.titulo[idioma]}\n\n{a.texto[idioma]}" for a in politica.apartados]
    return "\n\n".join([*partes, t["umbral"].format(**datos)]) + "\n"


def buscar(politica: Politica, consulta: str, cuantos: int = 2) -> list[dict[str, Any]]:
    """Los apartados que mejor responden a la consulta; vacío si ninguno tiene que ver."""
    palabras = _palabras(consulta)
    puntos = {a.id: _puntos(a, palabras) for a in politica.apartados}
    mejores = sorted((a for a in politica.apartados if puntos[a.id]), key=lambda a: -puntos[a.id])
    return [{"id": a.id, "titulo": a.titulo["es"], "texto": a.texto["es"]} for a in mejores[:cuantos]]


def _puntos(apartado: Apartado, palabras: set[str]) -> int:
    claves = {p for frase in apartado.palabras for p in _palabras(frase)}
    return 3 * len(palabras & claves) + len(palabras & _palabras(apartado.titulo["es"]))


def _palabras(texto: str) -> set[str]:
    plano = unicodedata.normalize("NFD", texto.casefold())
    return {p for p in _PALABRA.findall("".join(c for c in plano if not unicodedata.combining(c))) if len(p) > 2}
