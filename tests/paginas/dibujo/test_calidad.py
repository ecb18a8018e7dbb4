"""La puntuación ve lo que estorba: aristas sobre nodos, pastillas y cajas ajenas, y cruces."""

from generador.paginas.dibujo import curvas, unir
from generador.paginas.dibujo.calidad import estorbos
from generador.paginas.dibujo.dot import Material
from generador.paginas.dibujo.medidas import etiquetar, rotular, titulo_de_caja
from generador.paginas.dibujo.orden import armar
from generador.paginas.dibujo.trazado import Colocado, Trazo
from tests.paginas.dibujo.grafos import arista, grafo


def material(g):
    a = armar(unir(real=g))
    etiquetas = tuple(etiquetar(e.arista) for e in a.enlaces)
    return Material(a, tuple(rotular(n.nodo) for n in a.nodos), etiquetas, {c: titulo_de_caja(c) for c in a.cajas})


def rectas(centros, *pares):
    return tuple(Trazo(curvas.recta(centros[a], centros[b])) for a, b in pares)


def test_un_dibujo_limpio_no_tiene_estorbos():
    centros = ((0, 0), (0, 200))
    nota = estorbos(material(grafo("a b", "a>b")), Colocado(centros, rectas(centros, (0, 1)), {}))
    assert nota.limpio
    assert nota.puntos < 1


def test_ve_una_arista_que_pasa_por_un_nodo_ajeno():
    centros = ((0, 0), (0, 200), (0, 400))
    nota = estorbos(material(grafo("a b c", "a>c")), Colocado(centros, rectas(centros, (0, 2)), {}))
    assert (nota.nodos, nota.cruces) == (1, 0)


def test_ve_un_cruce_y_no_cuenta_compartir_extremo():
    centros = ((0, 0), (400, 0), (0, 400), (400, 400))
    cruzadas = Colocado(centros, rectas(centros, (0, 3), (1, 2)), {})
    juntas = Colocado(centros, rectas(centros, (0, 3), (0, 2)), {})
    assert estorbos(material(grafo("a b c d", "a>d", "b>c")), cruzadas).cruces == 1
    assert estorbos(material(grafo("a b c d", "a>d", "a>c")), juntas).cruces == 0


def test_ve_una_arista_sobre_la_pastilla_de_otra():
    centros = ((0, 0), (400, 0), (0, 400), (400, 400))
    con_pastilla = Trazo(curvas.recta(centros[0], centros[2]), pastilla=(200, 200))
    trazos = (con_pastilla, *rectas(centros, (1, 2)))
    nota = estorbos(material(grafo("a b c d", arista("a", "c", "sí"), "b>c")), Colocado(centros, trazos, {}))
    assert nota.pastillas == 1


def test_ve_una_arista_por_una_caja_ajena_y_no_por_la_suya():
    centros = ((0, 0), (0, 400), (0, 200))
    m = material(grafo("a b x:n", "a>b"))
    ajena = Colocado(centros, rectas(centros, (0, 1)), {"x": (-100, 150, 100, 250)})
    assert estorbos(m, ajena).cajas == 1
    propia = material(grafo("a b x:n", "a>x:n"))
    assert estorbos(propia, Colocado(centros, rectas(centros, (0, 2)), {"x": (-100, 150, 100, 250)})).cajas == 0


def test_los_cruces_solo_se_cuentan_si_hacen_falta():
    centros = ((0.0, 0.0), (200.0, 0.0), (0.0, 200.0), (200.0, 200.0))
    cruzadas = Colocado(centros, rectas(centros, (0, 3), (1, 2)), {})
    m = material(grafo("a b c d", "a>d", "b>c"))
    assert (estorbos(m, cruzadas).cruces, estorbos(m, cruzadas, con_cruces=False).cruces) == (1, 0)
