"""Lo que el README y `docs/` enlazan o mandan ejecutar existe: un documento que miente se nota aquí."""

import re
from pathlib import Path

import pytest

RAIZ = Path(__file__).parent.parent
DOCUMENTOS = sorted([RAIZ / "README.md", RAIZ / "CHANGELOG.md", *(RAIZ / "docs").rglob("*.md")])
_ENLACE = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
_CODIGO = re.compile(r"^(`{3,}).*?^\1$", re.M | re.S)


def anclas(documento: Path) -> set[str]:
    """Las de GitHub: minúsculas, sin puntuación y con guiones."""
    titulos = re.findall(r"^#+ (.+)$", _CODIGO.sub("", documento.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titulos}


@pytest.mark.parametrize("documento", DOCUMENTOS, ids=lambda d: d.relative_to(RAIZ).as_posix())
def test_cada_enlace_relativo_lleva_a_un_fichero_y_a_un_titulo_que_existen(documento):
    for ruta, ancla in _ENLACE.findall(_CODIGO.sub("", documento.read_text("utf-8"))):
        destino = (documento.parent / ruta).resolve() if ruta else documento
        assert destino.exists(), ruta
        assert not ancla or ancla in anclas(destino), f"{ruta}#{ancla}"


@pytest.mark.parametrize("documento", DOCUMENTOS, ids=lambda d: d.relative_to(RAIZ).as_posix())
def test_cada_make_que_se_manda_ejecutar_existe(documento):
    objetivos = set(re.findall(r"^([\w-]+):", (RAIZ / "Makefile").read_text("utf-8"), re.M))
    assert set(re.findall(r"(?:^|`)make ([\w-]+)", documento.read_text("utf-8"), re.M)) <= objetivos
