"""Un servidor en vivo sobre una demo de juguete, y un cliente que no sigue redirecciones ni olvida nada."""

from __future__ import annotations

import html
import http.client
import re
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from generador.servidor.vivo.ejecuciones import Ejecucion, Foto, Momento
from generador.servidor.vivo.orden import Opciones, sirviendo
from generador.servidor.vivo.peticion import ServidorEnVivo

DE_PRUEBA, VIVOS = "tests.grabacion.agentes_de_prueba", "tests.servidor.vivo.agentes"
FABRICAS = {
    "opciones": f"{VIVOS}:con_opciones",
    "a_la_vez": f"{VIVOS}:dos_a_la_vez",
    "propone": f"{VIVOS}:propone",
    "lento": f"{VIVOS}:lento",
    "ensucia": f"{VIVOS}:ensucia",
    "se_mata": f"{VIVOS}:se_mata",
    "guion": f"{DE_PRUEBA}:fabrica_con_pausa",
    "error": f"{DE_PRUEBA}:con_error",
    "vueltas": f"{DE_PRUEBA}:da_vueltas",
    "parada": f"{DE_PRUEBA}:pausa_estatica",
    "propio": f"{DE_PRUEBA}:fabrica_con_su_checkpointer",
    "permiso": f"{VIVOS}:con_permiso",
    "rota": f"{DE_PRUEBA}:fabrica_que_falla",
}
CON_GUION = {"permiso": "suma", "guion": "saluda", "propio": "saluda", "error": "mudo"}
GUIONES = """
guiones:
  saluda: {"*": [buenas]}
  mudo: {"*": []}
  suma: {"*": [{llamadas: [{nombre: suma, argumentos: {a: 1, b: 1}}]}, ya]}
"""
PLAZO = 60.0


def escribir_demo(corridas: Path, extra: str = "") -> Path:
    """Una demo con una variante y un caso por fábrica; los casos se llaman como su variante."""
    demo = corridas / "juguete"
    demo.mkdir(parents=True)
    variantes = "".join(f'  - {{id: {v}, titulo: "La {v}", fabrica: "{f}"}}\n' for v, f in FABRICAS.items())
    casos = "".join(
        f'  - {{id: {v}, titulo: "Caso {v}", variante: {v}, entrada: {{x: ["{corridas.parent}/ejecutado.txt"]}}'
        + (f", oraculo: {CON_GUION[v]}" if v in CON_GUION else "")
        + "}\n"
        for v in FABRICAS
    )
    (demo / "plan.yaml").write_text(
        f"demo: juguete\ntitulo: Juguete\nfrase: Un agente\nsprint: s1\noraculo: oraculo.yaml\n{extra}"
        f"variantes:\n{variantes}casos:\n{casos}",
        "utf-8",
    )
    (demo / "oraculo.yaml").write_text(GUIONES, "utf-8")
    return demo


@dataclass
class Respuesta:
    """Lo que volvió, con el cuerpo entero."""

    codigo: int
    cabeceras: dict[str, str]
    texto: str

    @property
    def ficha(self) -> str:
        return self.ocultos["ficha"]

    @property
    def ocultos(self) -> dict[str, str]:
        """Los controles ocultos: de la página entera, gana el primero de cada nombre."""
        pares = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', self.texto)
        return {n: html.unescape(v) for n, v in reversed(pares)}

    @property
    def momento(self) -> str:
        encontrado = re.search(r'data-estado="(\w+)"', self.texto)
        return encontrado[1] if encontrado else ""

    @property
    def nodos(self) -> list[str]:
        return re.findall(r'data-paso="\d+" data-nodo="([^"]+)"', self.texto)


@dataclass
class Cliente:
    """Quien usa el servidor. `demo` es la carpeta de la demo servida."""

    servidor: ServidorEnVivo
    demo: Path

    @property
    def puerto(self) -> int:
        return self.servidor.server_address[1]

    @property
    def origen(self) -> str:
        return f"http://127.0.0.1:{self.puerto}"

    def pedir(self, ruta: str, metodo: str = "GET", cuerpo: bytes | None = None, **cabeceras: str) -> Respuesta:
        conexion = http.client.HTTPConnection("127.0.0.1", self.puerto, timeout=PLAZO)
        try:
            propias = {k.replace("_", "-"): v for k, v in cabeceras.items()}
            conexion.request(metodo, ruta, cuerpo, propias)
            r = conexion.getresponse()
            return Respuesta(r.status, dict(r.getheaders()), r.read().decode("utf-8"))
        finally:
            conexion.close()

    def enviar(self, ruta: str, datos: dict[str, str], **cabeceras: str) -> Respuesta:
        """Un formulario, como lo manda un navegador desde nuestra página."""
        propias = {"Origin": self.origen, "Content_Type": "application/x-www-form-urlencoded", **cabeceras}
        return self.pedir(ruta, "POST", urllib.parse.urlencode(datos).encode(), **propias)

    def inicio(self) -> Respuesta:
        return self.pedir("/_vivo/es/")

    def empezar(self, caso: str, **campos: str) -> str:
        """Ejecuta un caso y devuelve la dirección de su ejecución."""
        r = self.enviar("/_vivo/es/empezar", {"ficha": self.inicio().ficha, "caso": caso, **campos})
        assert r.codigo == 303, r.texto
        return r.cabeceras["Location"]

    def hasta_que_pare(self, ruta: str) -> Respuesta:
        """La página cuando el agente acaba o pregunta: la de antes se queda abierta hasta entonces."""
        self.pedir(ruta)
        return self.pedir(ruta)

    def decidir(self, ruta: str, pagina: Respuesta, **campos: str) -> Respuesta:
        return self.enviar(f"{ruta}/decidir", {**pagina.ocultos, "quien": "Ana", **campos})

    def ejecucion(self, ruta: str) -> Ejecucion:
        encontrada = self.servidor.vivo.mostrador.sala.buscar(ruta.rpartition("/")[2])
        assert encontrada is not None
        return encontrada

    def esperar(self, ruta: str, momento: Momento) -> Foto:
        """Sin pedir la página."""
        limite = time.monotonic() + PLAZO
        while (foto := self.ejecucion(ruta).foto).momento is not momento:
            assert time.monotonic() < limite, foto
            time.sleep(0.02)
        return foto

    def veces(self) -> int:
        """Cuántas veces siguió adelante el agente `opciones`."""
        rastro = self.demo.parent.parent / "ejecutado.txt"
        return len(rastro.read_text().splitlines()) if rastro.exists() else 0


@pytest.fixture(scope="module")
def abierto(tmp_path_factory) -> Iterator[Cliente]:
    raiz = tmp_path_factory.mktemp("vivo")
    demo = escribir_demo(raiz / "corridas")
    with sirviendo(Opciones("juguete", raiz / "corridas", raiz / "sitio", pasos=7), print) as servidor:
        yield Cliente(servidor, demo)


@pytest.fixture
def cliente(abierto) -> Iterator[Cliente]:
    """El del fichero, sin lo que dejara en marcha la prueba anterior."""
    yield abierto
    for e in abierto.servidor.vivo.mostrador.sala.todas():
        e.cortar()
    (abierto.demo.parent.parent / "ejecutado.txt").unlink(missing_ok=True)
