"""Construir otra vez: siempre lo mismo que construir de cero, y sin hacer lo que no hace falta."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from generador import sitio
from generador.errores import Codigo, ErrorDeVitrina
from generador.escritura.marca import MARCA, SUMAS
from generador.incremental import Memoria, huellas, leidas, memoria, reciente, recorte, tenidas, trazas, unidades
from generador.incremental.almacen import Almacen
from generador.incremental.aparte import Aparte
from generador.incremental.estado import Escrita, Estado
from generador.lectura import anteriores, demos
from generador.lectura import trazas as lectura_de_trazas
from generador.paginas import PAGINAS
from tests.demo_en_disco import Agente, Taller
from tests.paginas.apoyo import contextos
from tests.paginas.muestra import DEMOS


def publicado(carpeta: Path) -> dict[str, bytes]:
    """Ruta → bytes de todo lo que hay en la salida, también las sumas y la marca."""
    return {str(f.relative_to(carpeta)): f.read_bytes() for f in carpeta.rglob("*") if f.is_file()}


class Banco:
    """Un taller con su salida y su caché, y otra salida para comparar."""

    def __init__(self, raiz: Path) -> None:
        self.taller = Taller(raiz)
        self.taller.copiar_plantillas()
        self.taller.escribir()
        self.salida, self.cero, self.cache = raiz / "sitio", raiz / "cero", raiz / "cache"

    def construir(self, recuerdo: Memoria | None = None, idiomas: tuple[str, ...] = ("es", "en")) -> None:
        """Como otro proceso: la memoria sale del disco, salvo que se dé una."""
        with self.plantillas_propias():
            m = recuerdo or Memoria(self.cache)
            sitio.construir(self.taller.corridas, self.salida, idiomas=idiomas, memoria=m)

    def de_cero(self, idiomas: tuple[str, ...] = ("es", "en")) -> dict[str, bytes]:
        shutil.rmtree(self.cero, ignore_errors=True)
        with self.plantillas_propias():
            sitio.construir(self.taller.corridas, self.cero, idiomas=idiomas)
        return publicado(self.cero)

    @contextmanager
    def plantillas_propias(self):
        antes = sitio.carpeta_de_plantillas
        sitio.carpeta_de_plantillas = lambda: self.taller.plantillas
        try:
            yield
        finally:
            sitio.carpeta_de_plantillas = antes

    def entradas(self) -> list[Path]:
        """Los ficheros de la caché."""
        return sorted(f for f in self.cache.rglob("*") if f.is_file())

    def envejecer(self) -> None:
        """Como si lo que hay en `corridas` llevara un rato escrito: a lo reciente no se le cree la fecha."""
        for f in self.taller.corridas.rglob("*"):
            os.utime(f, (1e9, 1e9))


@pytest.fixture
def banco(tmp_path) -> Banco:
    b = Banco(tmp_path)
    b.taller.demos["otra"] = Agente(casos={"dos": "adios", "tres": "que tal"}, documentos={"nota": "# Nota\n\nalgo"})
    b.taller.escribir()
    b.envejecer()
    return b


_abiertos: list[str] | None = None


def _apuntar(suceso: str, datos: tuple) -> None:
    if _abiertos is not None and suceso == "open" and str(datos[0]).endswith(".jsonl"):
        _abiertos.append(str(datos[0]))


sys.addaudithook(_apuntar)


@contextmanager
def trazas_abiertas():
    """Los nombres de las trazas que de verdad se abren."""
    global _abiertos
    _abiertos = apuntadas = []
    try:
        yield apuntadas
    finally:
        _abiertos = None


# ---- correcto tras cualquier secuencia de cambios

NOMBRES = st.sampled_from(["alfa", "beta", "gama", "Alfa", "ñu/../x"])
CORRIDAS = st.sampled_from(["v1", "v2", "v3"])
TEXTOS = st.sampled_from(["hola", "adios", "hola", "<b>&", "un texto más largo que se pueda encontrar"])


class CualquierSecuencia(RuleBasedStateMachine):
    """Añade, cambia, renombra y borra demos, casos, nodos, documentos y plantillas, y estropea la caché y la salida."""

    @initialize()
    def abrir(self) -> None:
        self.raiz = Path(tempfile.mkdtemp(prefix="vitrina-"))
        self.banco = Banco(self.raiz)
        self.memoria = Memoria(self.banco.cache)
        self.demos = self.banco.taller.demos

    def teardown(self) -> None:
        if hasattr(self, "raiz"):
            shutil.rmtree(self.raiz)

    @rule(demo=st.sampled_from(["mini", "zeta"]), caso=NOMBRES, texto=TEXTOS)
    def poner_caso(self, demo, caso, texto):
        if demo in self.demos:
            casos = self.demos[demo].casos
            if caso.casefold() not in {c.casefold() for c in casos if c != caso} and "/" not in caso:
                casos[caso] = texto

    @rule(datos=st.data(), nuevo=NOMBRES)
    def renombrar_caso(self, datos, nuevo):
        casos = self._alguna(datos).casos
        if "/" in nuevo or nuevo.casefold() in {c.casefold() for c in casos}:
            return
        viejo = datos.draw(st.sampled_from(sorted(casos)))
        renombrados = [(nuevo if c == viejo else c, t) for c, t in casos.items()]
        casos.clear()
        casos.update(renombrados)

    @rule(datos=st.data())
    def borrar_caso(self, datos):
        casos = self._alguna(datos).casos
        if len(casos) > 1:
            del casos[datos.draw(st.sampled_from(sorted(casos)))]

    @rule(datos=st.data(), nodo=st.sampled_from(["leer", "mirar", "responder", "cerrar"]))
    def poner_o_quitar_nodo(self, datos, nodo):
        nodos = self._alguna(datos).nodos
        if nodo not in nodos:
            nodos.insert(datos.draw(st.integers(0, len(nodos))), nodo)
        elif len(nodos) > 1:
            nodos.remove(nodo)

    @rule(datos=st.data(), documento=st.sampled_from(["nota", "adr"]), texto=TEXTOS)
    def poner_o_quitar_documento(self, datos, documento, texto):
        documentos = self._alguna(datos).documentos
        if documentos.get(documento) == texto:
            del documentos[documento]
        else:
            documentos[documento] = texto

    @rule(datos=st.data(), corrida=CORRIDAS, casos=st.dictionaries(NOMBRES, TEXTOS, max_size=2))
    def poner_o_cambiar_una_corrida_vieja(self, datos, corrida, casos):
        casos = {c: t for c, t in casos.items() if "/" not in c}
        if len({c.casefold() for c in casos}) == len(casos):
            self._alguna(datos).anteriores[corrida] = casos

    @rule(datos=st.data())
    def borrar_una_corrida_vieja(self, datos):
        agente = self._alguna(datos)
        if agente.anteriores:
            corrida = datos.draw(st.sampled_from(sorted(agente.anteriores)))
            del agente.anteriores[corrida]
            agente.referencia = None if agente.referencia == corrida else agente.referencia

    @rule(datos=st.data(), nueva=CORRIDAS)
    def renombrar_una_corrida_vieja(self, datos, nueva):
        agente = self._alguna(datos)
        if agente.anteriores and nueva not in agente.anteriores:
            vieja = datos.draw(st.sampled_from(sorted(agente.anteriores)))
            agente.anteriores = {nueva if c == vieja else c: casos for c, casos in agente.anteriores.items()}
            agente.referencia = nueva if agente.referencia == vieja else agente.referencia

    @rule(datos=st.data(), corrida=CORRIDAS)
    def romper_o_arreglar_una_corrida_vieja(self, datos, corrida):
        self._alguna(datos).ilegibles ^= {corrida}

    @rule(datos=st.data())
    def fijar_o_quitar_la_referencia(self, datos):
        agente = self._alguna(datos)
        agente.referencia = datos.draw(st.sampled_from([None, *sorted(agente.anteriores)]))

    @rule(datos=st.data(), texto=TEXTOS)
    def cambiar_el_plan(self, datos, texto):
        self._alguna(datos).frase = texto

    @rule()
    def poner_o_quitar_demo(self):
        if self.demos.pop("zeta", None) is None:
            self.demos["zeta"] = Agente(casos={"solo": "hola"})

    @rule(nombre=st.sampled_from(["caso.html", "base.html", "estaticos/estilo.css", "estaticos/caso.js"]))
    def cambiar_plantilla(self, nombre):
        ruta = self.banco.taller.plantillas / nombre
        ruta.write_text(ruta.read_text("utf-8") + "\n", "utf-8")

    @rule()
    def otro_proceso(self):
        self.memoria = Memoria(self.banco.cache)

    @rule(datos=st.data())
    def estropear_la_cache(self, datos):
        entradas = sorted(f for f in self.banco.cache.rglob("*") if f.is_file())
        if entradas:
            entrada = datos.draw(st.sampled_from(entradas))
            crudo = bytearray(entrada.read_bytes())
            crudo[datos.draw(st.integers(0, len(crudo) - 1))] ^= 1
            entrada.write_bytes(crudo)
            self.memoria = Memoria(self.banco.cache)

    @rule(datos=st.data())
    @precondition(lambda self: hasattr(self, "banco") and self.banco.salida.is_dir())
    def tocar_la_salida(self, datos):
        paginas = sorted(self.banco.salida.rglob("*.html"))
        pagina = datos.draw(st.sampled_from(paginas))
        if datos.draw(st.booleans()):
            pagina.write_bytes(pagina.read_bytes()[::-1])
        else:
            pagina.unlink()

    @rule()
    def construir_mal(self):
        """Con un plan roto no se construye, y después no queda rastro."""
        plan = self.banco.taller.corridas / "mini" / "plan.yaml"
        bueno = plan.read_bytes()
        plan.write_bytes(bueno[: len(bueno) // 2])
        with pytest.raises(ErrorDeVitrina):
            self.banco.construir(self.memoria)
        plan.write_bytes(bueno)

    @invariant()
    def es_lo_mismo_que_de_cero(self):
        if hasattr(self, "banco"):
            self.banco.taller.escribir()
            self.banco.construir(self.memoria, ("es",))
            assert publicado(self.banco.salida) == self.banco.de_cero(("es",))

    def _alguna(self, datos) -> Agente:
        return self.demos[datos.draw(st.sampled_from(sorted(self.demos)))]


class SinEsperar(CualquierSecuencia):
    """Lo mismo, creyendo las fechas también de lo que se acaba de escribir: así se prueba lo que se ahorra leer."""

    @initialize()
    def abrir(self) -> None:
        super().abrir()
        self.antes, reciente.MARGEN = reciente.MARGEN, 0

    def teardown(self) -> None:
        reciente.MARGEN = self.antes
        super().teardown()


TestSinEsperar = pytest.mark.lenta(SinEsperar.TestCase)
TestSinEsperar.settings = settings(
    max_examples=4, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)
TestCualquierSecuencia = pytest.mark.lenta(CualquierSecuencia.TestCase)
TestCualquierSecuencia.settings = settings(
    max_examples=4, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)


# ---- el recorte


def tipos(*ambitos: unidades.Ambito):
    """Los tipos de página de esos ámbitos, cada uno en su prueba."""
    suyos = [t for t in PAGINAS if unidades.AMBITOS.get(t.nombre) in ambitos]
    return pytest.mark.parametrize("tipo", suyos, ids=lambda t: t.nombre)


@tipos(unidades.Ambito.DEMO, unidades.Ambito.CASO)
def test_el_recorte_no_cambia_ninguna_pagina(tipo):
    """Si una página empieza a leer algo que no está en su recorte, esto falla: hay que ampliarlo."""
    ambito = unidades.AMBITOS[tipo.nombre]
    for ctx in contextos(DEMOS):
        enteras = {p.marco.ruta: p for p in tipo.modelar(ctx)}
        recortadas = {}
        for d in ctx.demos:
            casos = [c.id for c in d.demo.plan.casos]
            grupos = [[c] for c in casos] if ambito is unidades.Ambito.CASO else []
            for r in [recorte.de_casos(ctx, d, g) for g in grupos] or [recorte.de_demo(ctx, d)]:
                recortadas |= {p.marco.ruta: p for p in tipo.modelar(r)}
        assert recortadas == enteras


@tipos(unidades.Ambito.DEMOS)
def test_el_recorte_de_todas_las_demos_no_cambia_ninguna_pagina(tipo):
    for ctx in contextos(DEMOS):
        assert list(tipo.modelar(recorte.de_demos(ctx))) == list(tipo.modelar(ctx))


def test_una_pagina_de_demo_no_puede_leer_una_traza():
    ctx = contextos(DEMOS)[0]
    d = next(d for d in ctx.demos if d.demo.corrida)
    (recortada,) = recorte.de_demo(ctx, d).demos
    caso = next(iter(recortada.demo.corrida.trazas))
    assert recortada.demo.corrida.apunte(caso) == d.demo.corrida.apunte(caso)
    with pytest.raises(RuntimeError, match="no puede leerlas"):
        recortada.demo.corrida.trazas[caso]


def test_cada_ambito_nombra_un_tipo_que_existe():
    assert set(unidades.AMBITOS) <= {t.nombre for t in PAGINAS}


def test_la_huella_de_un_caso_cambia_con_lo_suyo_y_no_con_lo_ajeno(banco):
    def huellas() -> tuple[str, dict[str, str]]:
        vistas = []

        def mirar(m, ctxs, *resto):
            d = next(d for d in ctxs[0].demos if d.demo.plan.demo == "otra")
            vistas.append((recorte.huella_comun(ctxs[0], d), recorte.huellas_propias(ctxs[0], d)))
            return unidades.ficheros_del_sitio(m, ctxs, *resto)

        antes, sitio.ficheros_del_sitio = sitio.ficheros_del_sitio, mirar
        try:
            banco.construir()
        finally:
            sitio.ficheros_del_sitio = antes
        return vistas[0]

    comun, propias = huellas()
    banco.taller.demos["otra"].casos["dos"] = "otra cosa"
    banco.taller.escribir()
    comun_luego, propias_luego = huellas()
    assert comun_luego == comun
    assert propias_luego["dos"] != propias["dos"]
    assert propias_luego["tres"] == propias["tres"]


# ---- lo que se ahorra


def contar(monkeypatch) -> dict[str, list]:
    """Lo que se representa y las trazas que se interpretan."""
    hecho: dict[str, list] = {"paginas": [], "trazas": []}
    representar, leer = unidades.representar, trazas.leer_traza
    monkeypatch.setattr(
        unidades, "representar", lambda p, *r: hecho["paginas"].append(p.marco.ruta) or representar(p, *r)
    )
    monkeypatch.setattr(trazas, "leer_traza", lambda ruta, c: hecho["trazas"].append(c) or leer(ruta, c))
    return hecho


def test_sin_cambios_no_se_abre_ninguna_traza_ni_se_representa_nada(banco, monkeypatch):
    banco.construir()
    hecho = contar(monkeypatch)
    with trazas_abiertas() as abiertas:
        banco.construir()
    assert abiertas == []
    assert hecho == {"paginas": [], "trazas": []}


def test_tras_tocar_una_traza_solo_se_relee_esa_y_solo_se_rehace_lo_que_cambia(banco, monkeypatch):
    banco.construir()
    banco.taller.demos["otra"].casos["dos"] = "otra cosa"
    banco.taller.escribir()
    hecho = contar(monkeypatch)
    with trazas_abiertas() as abiertas:
        banco.construir()
    assert {Path(a).name for a in abiertas} == {"dos.jsonl"}
    assert hecho["trazas"] == ["dos"]
    assert {"otra/casos/dos.html", "en/otra/casos/dos.html"} <= set(hecho["paginas"])
    assert not any("casos/tres" in p or "mini/" in p or "documentos/" in p for p in hecho["paginas"])
    assert publicado(banco.salida) == banco.de_cero()


def test_tras_tocar_una_traza_las_demas_no_salen_ni_de_la_cache(con_viejas, monkeypatch):
    con_viejas.construir()
    con_viejas.taller.demos["otra"].casos["dos"] = "otra cosa"
    con_viejas.taller.escribir()
    cargar, cargadas = Almacen.cargar, []
    monkeypatch.setattr(Almacen, "cargar", lambda a, nombre: cargadas.append(nombre) or cargar(a, nombre))
    con_viejas.construir()
    assert not [c for c in cargadas if c.startswith("traza-")]
    assert publicado(con_viejas.salida) == con_viejas.de_cero()


def test_en_el_mismo_proceso_la_demo_que_no_cambia_no_se_vuelve_a_leer(banco, monkeypatch):
    monkeypatch.setattr(reciente, "MARGEN", 0)
    recuerdo, leer, veces = Memoria(banco.cache), demos.leer_demo, []
    monkeypatch.setattr(demos, "leer_demo", lambda c, *r: veces.append(c.name) or leer(c, *r))
    banco.construir(recuerdo)
    banco.construir(recuerdo)
    assert veces == ["mini", "otra"]
    banco.taller.demos["otra"].documentos["nota"] = "otra nota"
    banco.taller.escribir()
    banco.construir(recuerdo)
    assert veces == ["mini", "otra", "otra"]
    assert publicado(banco.salida) == banco.de_cero()


def test_una_demo_con_un_enlace_o_recien_escrita_se_lee_siempre(tmp_path, monkeypatch):
    (tmp_path / "plan.yaml").write_text("x")
    assert leidas.fotografiar(tmp_path) is None
    monkeypatch.setattr(reciente, "MARGEN", 0)
    foto = leidas.fotografiar(tmp_path)
    assert foto is not None
    assert list(foto) == [str(tmp_path / "plan.yaml")]
    (tmp_path / "enlace").symlink_to("plan.yaml")
    assert leidas.fotografiar(tmp_path) is None
    assert leidas.fotografiar(tmp_path / "no") is None


def test_tocar_una_traza_sin_cambiarla_no_la_interpreta(banco, monkeypatch):
    banco.construir()
    for traza in banco.taller.trazas("otra"):
        os.utime(traza)
    hecho = contar(monkeypatch)
    banco.construir()
    assert hecho == {"paginas": [], "trazas": []}


def test_una_traza_que_cambia_conservando_fecha_y_tamano_se_nota(banco):
    banco.construir()
    antes = {t: t.stat() for t in banco.taller.trazas("otra")}
    banco.taller.demos["otra"].casos["dos"] = "adioz"
    banco.taller.escribir()
    for traza, e in antes.items():
        assert traza.stat().st_size == e.st_size
        os.utime(traza, ns=(e.st_atime_ns, e.st_mtime_ns))
    banco.construir()
    assert publicado(banco.salida) == banco.de_cero()
    assert b"adioz" in (banco.salida / "otra/casos/dos.html").read_bytes()


def test_cambiar_solo_un_titulo_no_rehace_los_demas_casos(banco, monkeypatch):
    banco.construir()
    plan = banco.taller.corridas / "otra" / "plan.yaml"
    plan.write_text(plan.read_text("utf-8").replace("Caso dos", "Caso segundo"), "utf-8")
    hecho = contar(monkeypatch)
    banco.construir()
    assert "otra/casos/dos.html" in hecho["paginas"]
    assert not any("casos/tres" in p or "mini/casos" in p for p in hecho["paginas"])
    assert publicado(banco.salida) == banco.de_cero()


def test_una_pagina_cuyo_modelo_no_cambia_no_se_representa(banco, monkeypatch):
    """El texto de una traza cambia la demo entera, pero no lo que dice la página de su contrato."""
    banco.construir()
    banco.taller.demos["otra"].casos["dos"] = "otra cosa"
    banco.taller.escribir()
    hecho = contar(monkeypatch)
    banco.construir()
    assert "otra/contrato.html" not in hecho["paginas"]


def test_lo_que_desaparece_se_va(banco):
    banco.construir()
    assert (banco.salida / "otra/casos/dos.html").is_file()
    del banco.taller.demos["otra"].casos["dos"]
    banco.taller.escribir()
    banco.construir()
    assert not (banco.salida / "otra/casos/dos.html").exists()
    assert publicado(banco.salida) == banco.de_cero()


def test_una_pagina_publicada_que_alguien_edita_se_repara(banco):
    banco.construir()
    pagina = banco.salida / "mini/casos/uno.html"
    pagina.write_bytes(pagina.read_bytes().replace(b"hola", b"HOLA"))
    banco.construir()
    assert publicado(banco.salida) == banco.de_cero()


def test_una_traza_que_cambia_mientras_se_lee_no_se_recuerda(banco, monkeypatch):
    leer = trazas.leer_traza

    def leer_y_cambiar(ruta, caso):
        leida = leer(ruta, caso)
        ruta.write_bytes(ruta.read_bytes() + b"\n")
        return leida

    monkeypatch.setattr(trazas, "leer_traza", leer_y_cambiar)
    with pytest.raises(ErrorDeVitrina, match="mientras se leía"):
        banco.construir()
    assert banco.entradas() == []


@pytest.mark.parametrize("que", ["cambia", "aparece", "se va"])
def test_una_plantilla_que_cambia_a_media_construccion_ni_deja_un_sitio_mezclado_ni_se_recuerda(
    banco, monkeypatch, que
):
    """Y al deshacer el cambio sale lo de siempre: la huella de las plantillas vuelve a ser la de antes."""
    banco.construir()
    banco.taller.demos["mini"].casos["uno"] = "lo nuevo"
    banco.taller.escribir()
    plantilla, nueva = banco.taller.plantillas / "caso.html", banco.taller.plantillas / "nueva.html"
    buena, antes, catalogos = plantilla.read_bytes(), publicado(banco.salida), sitio.leer_catalogos
    hacer = {
        "cambia": lambda: plantilla.write_bytes(buena.replace(b"<h1", b"<h1 data-x", 1)),
        "aparece": lambda: nueva.write_text("x"),
        "se va": lambda: (banco.taller.plantillas / "registro.html").unlink(),
    }[que]

    def leer_y_cambiar(*datos):
        hacer()
        return catalogos(*datos)

    registro = (banco.taller.plantillas / "registro.html").read_bytes()
    with monkeypatch.context() as m:
        m.setattr(sitio, "leer_catalogos", leer_y_cambiar)
        with pytest.raises(ErrorDeVitrina, match="mientras se construía"):
            banco.construir()
    assert publicado(banco.salida) == antes
    plantilla.write_bytes(buena)
    (banco.taller.plantillas / "registro.html").write_bytes(registro)
    nueva.unlink(missing_ok=True)
    banco.construir()
    assert publicado(banco.salida) == banco.de_cero()


def test_lo_oculto_que_deja_un_editor_entre_las_plantillas_no_cambia_nada(banco, monkeypatch):
    banco.construir()
    hecho = contar(monkeypatch)
    (banco.taller.plantillas / ".caso.html.swp").write_bytes(b"b0VIM")
    banco.construir()
    assert hecho["paginas"] == []


def test_si_no_cabe_en_la_carpeta_temporal_se_dice_cual_es(tmp_path):
    aparte = Aparte(tmp_path / "vitrina-x")
    with pytest.raises(ErrorDeVitrina, match=f"{tmp_path}.*TMPDIR") as visto:
        aparte.guardar(Escrita("a.html", "", "0" * 64), b"x")
    assert visto.value.codigo is Codigo.DISCO


def test_el_mismo_proceso_no_vuelve_a_leer_nada_y_da_lo_mismo(banco, monkeypatch):
    recuerdo = Memoria(banco.cache)
    banco.construir(recuerdo)
    banco.taller.demos["otra"].casos["dos"] = "otra cosa"
    banco.taller.escribir()
    monkeypatch.setattr(Almacen, "cargar", lambda *_: None)
    with trazas_abiertas() as abiertas:
        banco.construir(recuerdo)
    assert {Path(a).name for a in abiertas} == {"dos.jsonl"}
    assert publicado(banco.salida) == banco.de_cero()


# ---- corridas que ya no se publican


@pytest.fixture
def con_viejas(banco) -> Banco:
    banco.taller.demos["otra"].anteriores = {
        "v1": {"dos": "antes", "tres": "que tal"},
        "v2": {"dos": "adios", "tres": "otra cosa", "ido": "ya no está"},
    }
    banco.taller.escribir()
    banco.envejecer()
    return banco


def leer_viejas(monkeypatch) -> list[str]:
    """Las trazas de corridas viejas que se interpretan."""
    leidas: list[str] = []
    leer = anteriores.leer_traza
    monkeypatch.setattr(
        anteriores, "leer_traza", lambda ruta, c: leidas.append(f"{ruta.parts[-3]}/{c}") or leer(ruta, c)
    )
    return leidas


def test_de_una_corrida_vieja_solo_se_lee_lo_que_no_esta_igual_en_la_vigente(con_viejas, monkeypatch):
    leidas = leer_viejas(monkeypatch)
    con_viejas.construir()
    assert sorted(leidas) == ["v1/dos", "v2/tres"]


def test_sin_cambios_no_se_abre_ninguna_traza_de_ninguna_corrida(con_viejas, monkeypatch):
    con_viejas.construir()
    leidas, hecho = leer_viejas(monkeypatch), contar(monkeypatch)
    with trazas_abiertas() as abiertas:
        con_viejas.construir()
    assert (leidas, abiertas, hecho) == ([], [], {"paginas": [], "trazas": []})


def test_al_grabar_otra_corrida_las_viejas_no_se_vuelven_a_leer(con_viejas, monkeypatch):
    con_viejas.construir()
    con_viejas.taller.demos["otra"].casos["dos"] = "nuevo"
    con_viejas.taller.escribir()
    leidas = leer_viejas(monkeypatch)
    con_viejas.construir()
    assert leidas == []
    assert publicado(con_viejas.salida) == con_viejas.de_cero()


def test_anadir_una_corrida_vieja_no_rehace_ningun_caso(banco, monkeypatch):
    banco.taller.demos["otra"].anteriores = {"v1": {"dos": "antes"}}
    banco.taller.escribir()
    banco.construir()
    banco.taller.demos["otra"].anteriores["v2"] = {"tres": "otra"}
    banco.taller.escribir()
    hecho = contar(monkeypatch)
    banco.construir()
    assert "otra/corridas.html" in hecho["paginas"] and "otra/corridas/v2--c1.html" in hecho["paginas"]
    assert not any("/casos/" in p or p.startswith("mini/") for p in hecho["paginas"])
    assert not (banco.salida / "otra/corridas/v1--c1.html").exists()
    assert publicado(banco.salida) == banco.de_cero()


def test_una_traza_vieja_rota_se_dice_y_se_publica_lo_vigente(con_viejas):
    con_viejas.construir()
    con_viejas.taller.demos["otra"].ilegibles = {"v1"}
    con_viejas.taller.escribir()
    with con_viejas.plantillas_propias():
        hecho = sitio.construir(con_viejas.taller.corridas, con_viejas.salida, memoria=Memoria(con_viejas.cache))
    (aviso,) = hecho.avisos
    assert "trazas/dos.jsonl" in aviso and "→" in aviso
    assert b"data-ilegible" in (con_viejas.salida / "otra/corridas.html").read_bytes()
    assert publicado(con_viejas.salida) == con_viejas.de_cero()
    con_viejas.taller.demos["otra"].ilegibles = set()
    con_viejas.taller.escribir()
    con_viejas.construir()
    assert b"data-ilegible" not in (con_viejas.salida / "otra/corridas.html").read_bytes()


def test_el_resumen_de_una_corrida_borrada_se_barre(con_viejas):
    con_viejas.construir()
    assert len([*con_viejas.cache.rglob("corrida-*")]) == 2
    del con_viejas.taller.demos["otra"].anteriores["v1"]
    con_viejas.taller.escribir()
    con_viejas.construir()
    assert len([*con_viejas.cache.rglob("corrida-*")]) == 1
    assert publicado(con_viejas.salida) == con_viejas.de_cero()


def test_lo_que_el_plan_espera_de_un_caso_vuelve_a_juzgar_las_viejas(con_viejas):
    con_viejas.construir()
    plan = con_viejas.taller.corridas / "otra" / "plan.yaml"
    exige = plan.read_text("utf-8").replace(
        '"titulo": "Caso dos"', '"espera": {"visita": ["leer"]}, "titulo": "Caso dos"'
    )
    plan.write_text(exige, "utf-8")
    con_viejas.construir()
    assert publicado(con_viejas.salida) == con_viejas.de_cero()
    assert b"1 de 2" in (con_viejas.salida / "otra/corridas.html").read_bytes()


# ---- lo que invalida


@pytest.mark.parametrize("idiomas", [("es",), ("en", "es"), ("en",)])
def test_otra_opcion_no_aprovecha_lo_de_antes(banco, idiomas):
    banco.construir()
    banco.construir(idiomas=idiomas)
    assert publicado(banco.salida) == banco.de_cero(idiomas)


def test_otra_version_lo_rehace_todo(banco, monkeypatch):
    banco.construir()
    monkeypatch.setattr(memoria, "huella_de_vitrina", lambda _: "otra")
    hecho = contar(monkeypatch)
    banco.construir()
    paginas = [r for r in publicado(banco.salida) if r.endswith(".html")]
    assert sorted(hecho["paginas"]) == sorted(paginas)


@pytest.mark.parametrize("nombre", ["nodo.html", "partes/cabecera.html", "estaticos/estilo.css"])
def test_otra_plantilla_cambia_la_huella(banco, nombre):
    from generador.incremental.huellas import huella_de_vitrina

    carpeta = banco.taller.plantillas
    ruta = carpeta / nombre if (carpeta / nombre).is_file() else next((carpeta / nombre).parent.iterdir())
    antes = huella_de_vitrina(carpeta)
    ruta.write_bytes(ruta.read_bytes() + b" ")
    assert huella_de_vitrina(carpeta) != antes


def test_otra_salida_no_se_confunde_con_la_primera(banco):
    banco.construir()
    primera, banco.salida = banco.salida, banco.salida.with_name("segunda")
    banco.construir()
    assert publicado(banco.salida) == publicado(primera) == banco.de_cero()


# ---- la caché en disco


def test_cada_entrada_cortada_o_cambiada_es_un_fallo_de_cache(banco):
    banco.construir()
    entradas = sorted(f for f in banco.cache.rglob("*") if f.is_file())
    assert len(entradas) > 4
    esperado = banco.de_cero()
    for estropear in (lambda c: c[:-1], lambda _: b"", lambda c: c[:40] + bytes([c[40] ^ 1]) + c[41:]):
        for entrada in entradas:
            if entrada.is_file() and entrada.stat().st_size > 41:
                entrada.write_bytes(estropear(entrada.read_bytes()))
        banco.construir()
        assert publicado(banco.salida) == esperado


def test_una_cache_copiada_a_otro_sitio_no_vale(tmp_path):
    a = Almacen(tmp_path / "a")
    assert a.guardar("x", {"b": 1})
    assert a.cargar("x") == {"b": 1}
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    assert Almacen(tmp_path / "b").cargar("x") is None


def test_por_partes_se_guarda_en_orden_y_cualquier_byte_cambiado_la_anula(tmp_path):
    a = Almacen(tmp_path / "a")
    assert a.guardar_partes("x", iter((["uno"], {}, "tres")))
    assert a.cargar_partes("x") == (["uno"], {}, "tres")
    entera = (tmp_path / "a" / "x").read_bytes()
    for n in range(len(entera)):
        (tmp_path / "a" / "x").write_bytes(entera[:n] + bytes([entera[n] ^ 1]) + entera[n + 1 :])
        assert a.cargar_partes("x") == ()


def test_un_estado_con_otras_partes_es_no_recordar_nada():
    e = Estado("v", dichos={"a": 1})
    assert Estado.de(tuple(e.partes())) == e
    assert Estado.de((*e.partes(), "otra")) == Estado.de(()) == Estado()


def test_una_entrada_con_el_nombre_de_otra_no_vale(tmp_path):
    a = Almacen(tmp_path / "a")
    a.guardar("x", 1)
    a.guardar("y", 2)
    shutil.copy(tmp_path / "a" / "x", tmp_path / "a" / "y")
    assert a.cargar("y") is None


def test_una_entrada_que_ejecutaria_algo_no_se_lee_aunque_su_suma_cuadre(tmp_path):
    testigo = tmp_path / "testigo"

    class Malo:
        def __reduce__(self):
            return os.system, (f"touch {testigo}",)

    a = Almacen(tmp_path / "a")
    assert a.guardar("x", Malo())
    assert a.cargar("x") is None
    assert not testigo.exists()
    pickle.loads(pickle.dumps(Malo()))  # noqa: S301 — sin la barrera, sí se ejecuta
    assert testigo.exists()


def test_con_otra_version_de_una_biblioteca_se_olvida_todo(tmp_path, monkeypatch):
    def de_nuevo():
        huellas._huella_del_codigo.cache_clear()
        return huellas.huella_de_vitrina(tmp_path / "plantillas")

    monkeypatch.syspath_prepend(tmp_path / "sitio")
    (tmp_path / "sitio" / "pygraphviz-2.0.4.dist-info").mkdir(parents=True)
    antes = de_nuevo()
    assert de_nuevo() == antes
    (tmp_path / "sitio" / "pygraphviz-2.0.4.dist-info").rename(tmp_path / "sitio" / "pygraphviz-2.0.5.dist-info")
    assert de_nuevo() != antes
    huellas._huella_del_codigo.cache_clear()


def test_la_cache_no_la_puede_leer_otro(banco):
    banco.construir()
    for f in banco.cache.rglob("*"):
        assert f.stat().st_mode & 0o077 == 0, f


def test_si_no_se_puede_escribir_la_cache_se_avisa_y_se_construye(banco):
    banco.cache.write_text("no soy una carpeta")
    with banco.plantillas_propias():
        hecho = sitio.construir(banco.taller.corridas, banco.salida, memoria=Memoria(banco.cache))
    assert any("caché" in aviso for aviso in hecho.avisos)
    assert publicado(banco.salida) == banco.de_cero()


def test_no_se_publica_dentro_de_la_cache(banco):
    banco.salida = banco.cache / "sitio"
    with pytest.raises(ErrorDeVitrina, match="de donde se lee"):
        banco.construir()


def test_lo_que_sobra_se_barre(banco):
    banco.construir()
    antes = {f.name for f in banco.cache.rglob("traza-*")}
    banco.taller.demos["otra"].casos["dos"] = "otra cosa"
    banco.taller.escribir()
    banco.construir()
    ahora = {f.name for f in banco.cache.rglob("traza-*")}
    assert len(ahora) == len(antes) == 3
    assert len(ahora - antes) == 1


def test_un_secreto_no_llega_a_la_cache(banco):
    ficha = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    banco.taller.demos["mini"].casos["uno"] = f"mi ficha es {ficha}"
    banco.taller.escribir()
    with pytest.raises(ErrorDeVitrina, match="no se publica"):
        banco.construir()
    assert not any(ficha.encode() in f.read_bytes() for f in banco.entradas())


def test_la_marca_y_las_sumas_son_las_de_siempre(banco):
    banco.construir()
    banco.construir()
    assert {MARCA, SUMAS} <= set(publicado(banco.salida))


@pytest.mark.parametrize(("tope", "disco"), [(0, 0), (0, 10**9), (1, 3000), (10**9, 0)])
def test_con_poca_o_mucha_memoria_para_trazas_sale_lo_mismo(banco, monkeypatch, tope, disco):
    """Con tope 0 solo cabe la última que se leyó: las demás vuelven del disco o, si tampoco caben, se releen."""
    banco.taller.demos["mini"].casos |= {f"mas{n}": "hola" for n in range(5)}
    banco.taller.escribir()
    banco.construir()
    entero = publicado(banco.salida)
    shutil.rmtree(banco.cache)
    monkeypatch.setattr(tenidas, "EN_MEMORIA", tope)
    monkeypatch.setattr(tenidas, "EN_DISCO", disco)
    banco.construir()
    assert publicado(banco.salida) == entero


def test_una_traza_larguisima_no_estropea_la_cache_de_las_demas(tmp_path, monkeypatch):
    banco = Banco(tmp_path)
    monkeypatch.setattr(lectura_de_trazas, "LARGA", 1_500)
    de_cero, salida = banco.de_cero(), banco.salida
    with banco.plantillas_propias():
        hecho = sitio.construir(banco.taller.corridas, salida, memoria=Memoria(banco.cache))
    assert hecho.avisos == ()
    assert {f.name.partition("-")[0] for f in banco.entradas()} >= {"demo", "estado", "recuerdos"}
    banco.construir()
    assert publicado(salida) == de_cero
