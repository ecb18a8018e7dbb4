"""Control `fuentes_cambiadas`."""

from __future__ import annotations

import hashlib

from generador.modelo.corrida import Fuente
from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import traza

CONTROL = "fuentes_cambiadas"
CODIGO = "def a(): ...  # ñ"
HUELLA = hashlib.sha256(CODIGO.encode()).hexdigest()


def con(fuente: Fuente, **manifiesto: object) -> list[str]:
    return textos(demo(corrida({"c": traza(["a"], ["b"])}, fuentes={"a": fuente}, **manifiesto)), CONTROL)  # type: ignore[arg-type]


def test_un_extracto_intacto_no_da_nada():
    assert con(Fuente(nodo="a", codigo=CODIGO, sha256=HUELLA)) == []
    assert con(Fuente(nodo="a", codigo=CODIGO)) == []


def test_un_extracto_tocado_se_delata_con_su_sitio():
    (dicho,) = con(Fuente(nodo="a", fichero="agentes/x.py", lineas=(7, 9), codigo=CODIGO + " ", sha256=HUELLA))
    assert dicho.startswith("agentes/x.py:7: el código de a no es el que se exportó")


def test_una_revision_distinta_de_la_de_la_corrida_se_dice_salvo_en_lo_ajeno():
    fuente = Fuente(nodo="a", codigo=CODIGO, sha256=HUELLA, revision="abc")
    assert con(fuente, revision="abc") == []
    assert "revisión abc" in con(fuente, revision="def")[0]
    assert con(Fuente(nodo="a", codigo=CODIGO, revision="abc", ajena=True), revision="def") == []
