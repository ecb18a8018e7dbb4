"""Los dos motores, y un taller recién sembrado sobre cada uno."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from agentes.soporte.base.motor import abrir
from agentes.soporte.servicios import crear_tablas
from agentes.soporte.tienda.repositorio import sembrar
from tests.agentes.soporte.postgres import servidor
from tests.agentes.soporte.taller import Taller


@pytest.fixture(scope="session")
def url_de_postgres():
    with servidor() as url:
        yield url


@pytest.fixture
def motor_de_postgres(url_de_postgres):
    motor = abrir(url_de_postgres)
    with motor.begin() as c:
        c.execute(text("DROP SCHEMA public CASCADE"))
        c.execute(text("CREATE SCHEMA public"))
    yield motor
    motor.dispose()


@pytest.fixture
def motor_de_sqlite(tmp_path):
    motor = abrir(f"sqlite:///{tmp_path / 'soporte.sqlite'}")
    yield motor
    motor.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def taller(request):
    """El mismo código sobre las dos bases de datos."""
    motor = request.getfixturevalue("motor_de_sqlite" if request.param == "sqlite" else "motor_de_postgres")
    return _sembrado(motor)


@pytest.fixture
def taller_sqlite(motor_de_sqlite):
    return _sembrado(motor_de_sqlite)


def _sembrado(motor):
    sembrar(motor)
    crear_tablas(motor)
    return Taller.sobre(motor)
