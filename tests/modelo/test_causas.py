"""Las causas comprimidas son las que se dieron, en su orden."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generador.modelo.causas import Causas
from generador.modelo.hallazgo import Causa

causas = st.builds(Causa, de=st.none() | st.text(), origen=st.text(), destino=st.text(), cierta=st.booleans())


@given(st.lists(st.tuples(st.text(), st.lists(causas, max_size=3).map(tuple)), max_size=20))
def test_vuelven_las_mismas_y_en_su_orden(pares: list[tuple[str, tuple[Causa, ...]]]):
    juntas = Causas.de(iter(pares))
    assert list(juntas) == pares and list(juntas) == pares
    assert juntas == Causas.de(pares) and repr(juntas) == repr(Causas.de(pares))


def test_muchas_caben_en_poco():
    causa = Causa(de="p1-1", origen="generar_respuesta", destino="revisar_respuesta")
    pares = [(f"p{n}-1", (causa,)) for n in range(3000)]
    juntas = Causas.de(pares)
    assert list(juntas) == pares and sum(map(len, juntas.trozos)) < 20 * len(pares)
