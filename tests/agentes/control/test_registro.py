"""El registro: se añade y nada más, también desde otra conexión; un byte cambiado se nota."""

import sqlite3
import threading

import pytest

from agentes.control.canonico import id_de
from agentes.control.errores import RegistroAlterado, RegistroCerrado
from agentes.control.registro.cadena import ORIGEN, comprobar, de_publicados, publicados
from agentes.control.registro.libro import Libro

META = {"herramienta": "x@1", "argumentos": {}}


@pytest.fixture
def ruta(tmp_path):
    return tmp_path / "r.sqlite"


@pytest.fixture
def libro(ruta):
    libro = Libro(ruta)
    for contenido in (b"uno", "dós".encode(), b"tres"):
        libro.anadir("r", "herramienta", contenido, "text/plain", META)
    yield libro
    libro.cerrar()


def test_las_entradas_se_encadenan_desde_el_origen(libro):
    entradas = libro.entradas("r")
    assert [e.seq for e in entradas] == [1, 2, 3]
    assert [e.previo for e in entradas] == [ORIGEN, entradas[0].hash, entradas[1].hash]
    libro.comprobar("r", entradas[-1].hash)


def test_se_guardan_los_bytes_exactos_y_se_citan_por_su_huella(libro):
    assert libro.bytes_de("r", id_de("dós".encode())) == "dós".encode()


def test_un_id_de_otra_corrida_no_esta(libro):
    libro.anadir("otra", "herramienta", b"suyo", "text/plain", META)
    assert libro.bytes_de("otra", id_de(b"suyo")) == b"suyo"
    assert libro.bytes_de("r", id_de(b"suyo")) is None
    assert libro.bytes_de("r", id_de(b"uno").removeprefix("sha256:")) is None


def test_los_mismos_bytes_en_dos_corridas_se_guardan_una_vez(libro, ruta):
    libro.anadir("otra", "herramienta", b"uno", "text/plain", META)
    con = sqlite3.connect(ruta)
    assert con.execute("SELECT COUNT(*) FROM contenido WHERE bytes = ?", (b"uno",)).fetchone() == (1,)
    con.close()


PROHIBIDAS = [
    "UPDATE contenido SET bytes = x'00'",
    "UPDATE entrada SET meta = '{}'",
    "DELETE FROM contenido",
    "DELETE FROM entrada WHERE seq = 3",
    "INSERT OR REPLACE INTO entrada SELECT run_id, 3, clase, sha256, tipo_de_medio, 0, meta, previo, 'x'"
    " FROM entrada WHERE seq = 3",
    "REPLACE INTO entrada SELECT run_id, 4, clase, sha256, tipo_de_medio, 0, meta, 'x', 'y' FROM entrada WHERE seq = 3",
    "INSERT INTO entrada SELECT run_id, 9, clase, sha256, tipo_de_medio, 0, meta, hash, 'z' FROM entrada WHERE seq = 3",
]


@pytest.mark.parametrize("orden", PROHIBIDAS)
def test_desde_otra_conexion_no_se_cambia_ni_se_borra_ni_se_salta_el_orden(libro, ruta, orden):
    otra = sqlite3.connect(ruta)
    with pytest.raises(sqlite3.IntegrityError, match="registro"):
        otra.execute(orden)
    otra.close()
    libro.comprobar("r", libro.cabeza("r"))


def test_insertar_reemplazando_unos_bytes_no_los_reemplaza(libro, ruta):
    otra = sqlite3.connect(ruta)
    huella = libro.entradas("r")[0].sha256
    for orden in ("INSERT OR REPLACE", "REPLACE"):
        otra.execute(f"{orden} INTO contenido VALUES (?, x'00')", (huella,))
    otra.commit()
    otra.close()
    assert libro.bytes_de("r", f"sha256:{huella}") == b"uno"


@pytest.mark.parametrize(
    "orden",
    [
        *PROHIBIDAS,
        "DROP TRIGGER contenido_no_update",
        "DROP TABLE entrada",
        "ALTER TABLE entrada ADD COLUMN x TEXT",
        "ATTACH ':memory:' AS otra",
        "PRAGMA writable_schema = 1",
        "PRAGMA recursive_triggers = 0",
        "CREATE TRIGGER t AFTER INSERT ON entrada BEGIN SELECT 1; END",
    ],
)
def test_quien_escribe_no_puede_hacer_otra_cosa_que_anadir(libro, orden):
    with pytest.raises(RegistroCerrado):
        libro.ejecutar(orden)
    libro.comprobar("r", libro.cabeza("r"))


def test_quien_tira_el_disparador_y_cambia_un_byte_queda_en_evidencia(libro, ruta):
    cabeza, id_ = libro.cabeza("r"), id_de(b"dos")
    libro.anadir("r", "herramienta", b"dos", "text/plain", META)
    otra = sqlite3.connect(ruta)
    otra.execute("DROP TRIGGER contenido_no_update")
    otra.execute("UPDATE contenido SET bytes = ? WHERE bytes = ?", (b"dot", b"dos"))
    otra.commit()
    otra.close()
    with pytest.raises(RegistroAlterado):
        libro.bytes_de("r", id_)
    with pytest.raises(RegistroAlterado, match="entrada 4: sus bytes"):
        libro.comprobar("r", cabeza)


@pytest.mark.parametrize("campo", ["run_id", "clase", "tipo_de_medio", "previo", "sha256", "hash"])
def test_cambiar_cualquier_campo_de_una_entrada_publicada_se_detecta(libro, campo):
    entradas = [e.como_dato() for e in libro.entradas("r")]
    contenidos = {e["sha256"]: c for e, c in zip(entradas, (b"uno", "dós".encode(), b"tres"), strict=True)}
    comprobar(entradas, contenidos, libro.cabeza("r"))
    entradas[1][campo] = entradas[1][campo][:-1] + ("0" if entradas[1][campo][-1] != "0" else "1")
    with pytest.raises(RegistroAlterado, match="entrada 2"):
        comprobar(entradas, contenidos, libro.cabeza("r"))


def test_quitar_la_ultima_entrada_no_cuadra_con_la_cabeza_publicada(libro):
    entradas = [e.como_dato() for e in libro.entradas("r")]
    contenidos = {e["sha256"]: c for e, c in zip(entradas, (b"uno", "dós".encode(), b"tres"), strict=True)}
    with pytest.raises(RegistroAlterado, match="cabeza"):
        comprobar(entradas[:-1], contenidos, libro.cabeza("r"))


def test_dos_escritores_a_la_vez_no_ocupan_el_mismo_sitio(ruta):
    Libro(ruta).cerrar()

    def escribir(n):
        libro = Libro(ruta)
        for i in range(10):
            libro.anadir("r", "herramienta", f"{n}-{i}".encode(), "text/plain", META)
        libro.cerrar()

    hilos = [threading.Thread(target=escribir, args=(n,)) for n in range(3)]
    for h in hilos:
        h.start()
    for h in hilos:
        h.join()
    libro = Libro(ruta)
    assert [e.seq for e in libro.entradas("r")] == list(range(1, 31))
    libro.comprobar("r", libro.cabeza("r"))
    libro.cerrar()


def test_el_registro_sobrevive_a_quien_lo_escribio(libro, ruta):
    cabeza = libro.cabeza("r")
    libro.cerrar()
    otro = Libro(ruta)
    otro.comprobar("r", cabeza)
    assert otro.anadir("r", "humano", b"cuatro", "text/plain", META).previo == cabeza
    otro.cerrar()


@pytest.mark.parametrize("contenido", ["ñ".encode(), b"", b"\xff\x00", b"\xef\xbb\xbfhola"])
def test_cualquier_contenido_se_publica_y_vuelve_igual(contenido):
    assert de_publicados(publicados(contenido)) == contenido
