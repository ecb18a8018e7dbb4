"""Los textos del agente están completos en los dos idiomas."""

import pytest

from agentes.adherencia.barreras.salida import comprobar_persona, dosis_de
from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.lengua import idioma_de
from agentes.adherencia.nodos.generate_response import _REHUSA
from agentes.adherencia.textos import textos


@pytest.mark.parametrize("clave", sorted(textos()))
def test_cada_texto_esta_en_el_idioma_que_dice(clave):
    assert {i: idioma_de(t) for i, t in textos()[clave].items()} == {"es": "es", "en": "en"}


@pytest.mark.parametrize("clave", sorted(c for c in textos() if not c.startswith(("sistema", "juez"))))
def test_ninguna_plantilla_se_sale_de_su_papel_ni_da_cantidades(clave):
    for t in textos()[clave].values():
        assert comprobar_persona(t)["resultado"] == "pasa"
        assert dosis_de(t) == ()


def test_toda_rehusa_tiene_su_texto():
    assert {*_REHUSA.values(), "rehusa_ambito", "rehusa_sin_coincidencia"} <= set(textos())


def test_una_clave_sin_ingles_es_un_error_que_la_nombra(tmp_path):
    cojo = tmp_path / "textos.yaml"
    cojo.write_text("hola: {es: Hola}\n", "utf-8")
    with pytest.raises(ConfiguracionInvalida, match="hola"):
        textos(cojo)
