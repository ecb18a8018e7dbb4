"""Qué se busca: cada regla tiene nombre, forma acotada y lo que se hace cuando aparece.

La forma (`cuerpo`) se escribe en el subconjunto que entienden igual `re` y el motor lineal del prefiltro (sin
miradas ni referencias atrás), salvo que haya otra `ligera` para él. Lo que solo sabe `re` (qué no puede ir antes ni
después, cuánto se alarga) va aparte. El orden es la prioridad: de dos que señalan lo mismo manda la primera.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from generador.secretos import validar


class Politica(StrEnum):
    """`bloquear`: no se publica. `enmascarar`: se publica tapado. `permitir`: se publica tal cual."""

    BLOQUEAR = "bloquear"
    ENMASCARAR = "enmascarar"
    PERMITIR = "permitir"


Filtro: TypeAlias = Callable[[str], bool]


def _siempre(_: str) -> bool:
    return True


def _igual(valor: str) -> str:
    return valor


class Regla(Struct, frozen=True, kw_only=True, eq=False):
    """Una forma con nombre.

    `pistas` son los literales por los que empieza `cuerpo`; sin ellas se recorre el texto con la expresión.
    `ligera` encuentra todo lo que `cuerpo` y quizá más: es la que va al prefiltro, donde lo largo sale caro.
    `antes` y `despues` son clases de caracteres que no pueden rodear al valor; `de_ficha`, que no empieza a mitad
    de palabra. En ambos casos la `n` de un `\\n` de JSON no cuenta como letra. `resto` alarga lo encontrado.
    Si `cuerpo` tiene un grupo `valor`, el secreto es solo ese grupo. `vale` descarta lo que no lo es y `canonico`
    quita separadores, para que la huella no dependa de cómo se escribió. `al_grabar` es que la grabadora ya lo
    tapa: lo que nunca es contenido del agente.
    """

    nombre: str
    cuerpo: str
    ligera: str = ""
    pistas: tuple[str, ...] = ()
    antes: str = ""
    despues: str = ""
    resto: str = ""
    es_secreto: bool = True
    de_ficha: bool = False
    al_grabar: bool = True
    politica: Politica = Politica.BLOQUEAR
    vale: Filtro = _siempre
    canonico: Callable[[str], str] = _igual


def _ficha(
    nombre: str, *pistas: str, de: str, minimo: int, maximo: int = 0, despues: str = "", vale: Filtro = _siempre
) -> Regla:
    """Una credencial con prefijo de fábrica: una pista y de `minimo` a `maximo` caracteres de la clase `de`."""
    prefijo = f"(?:{'|'.join(map(re.escape, pistas))})"
    return Regla(
        nombre=nombre,
        cuerpo=f"{prefijo}[{de}]{{{minimo}}}",
        ligera=f"{prefijo}[{de}]{{{min(minimo, 8)}}}",
        pistas=pistas,
        de_ficha=True,
        resto=f"[{de}]{{0,{maximo - minimo}}}" if maximo > minimo else "",
        despues=despues,
        vale=vale,
    )


_ALFA = "A-Za-z0-9"
_URL = "A-Za-z0-9_-"

FICHAS = (
    _ficha("anthropic", "sk-ant-", de=_URL, minimo=20, maximo=240),
    _ficha("openrouter", "sk-or-", de=_URL, minimo=20, maximo=240),
    _ficha("langfuse", "sk-lf-", de="0-9a-f-", minimo=30, maximo=50),
    _ficha("openai", "sk-proj-", "sk-svcacct-", "sk-admin-", de=_URL, minimo=20, maximo=280),
    _ficha("openai-antigua", "sk-", de=_ALFA, minimo=40, maximo=80),
    _ficha("langsmith", "lsv2_pt_", "lsv2_sk_", de="0-9a-f_", minimo=24, maximo=70),
    _ficha("github", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", de=_ALFA, minimo=36, maximo=255),
    _ficha("github-fina", "github_pat_", de="A-Za-z0-9_", minimo=22, maximo=255),
    _ficha("gitlab", "glpat-", de="A-Za-z0-9_.-", minimo=20, maximo=100),
    _ficha("aws-id", "AKIA", "ASIA", de="A-Z0-9", minimo=16, despues=_ALFA),
    _ficha("google", "AIza", de=_URL, minimo=35, despues=_URL),
    _ficha("google-oauth", "GOCSPX-", "ya29.", de=_URL, minimo=20, maximo=300),
    _ficha("slack", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-", de="A-Za-z0-9-", minimo=12, maximo=130),
    _ficha("slack-gancho", "hooks.slack.com/services/", de="A-Za-z0-9/", minimo=36, maximo=80),
    _ficha("stripe", "sk_live_", "rk_live_", "sk_test_", "rk_test_", de=_ALFA, minimo=16, maximo=200),
    _ficha("stripe-gancho", "whsec_", de="A-Za-z0-9+/=", minimo=24, maximo=100),
    _ficha("huggingface", "hf_", de=_ALFA, minimo=30, maximo=60),
    _ficha("groq", "gsk_", de=_ALFA, minimo=40, maximo=80),
    _ficha("xai", "xai-", de=_ALFA, minimo=40, maximo=120),
    _ficha("tavily", "tvly-", de="A-Za-z0-9-", minimo=20, maximo=80, vale=validar.con_cifra_y_letra),
    _ficha("pinecone", "pcsk_", de="A-Za-z0-9_", minimo=30, maximo=110),
    _ficha("perplexity", "pplx-", de=_ALFA, minimo=40, maximo=80),
    _ficha("replicate", "r8_", de=_ALFA, minimo=37, despues=_ALFA),
    _ficha("npm", "npm_", de=_ALFA, minimo=36, despues=_ALFA),
    _ficha("pypi", "pypi-AgE", de=_URL, minimo=30, maximo=300),
    _ficha("docker", "dckr_pat_", de=_URL, minimo=20, maximo=80),
    _ficha("databricks", "dapi", de="0-9a-f", minimo=32, despues=_ALFA),
    _ficha("sendgrid", "SG.", de="A-Za-z0-9_.-", minimo=60, maximo=80),
    _ficha("twilio", "SK", de="0-9a-f", minimo=32, despues=_ALFA),
    _ficha("age", "AGE-SECRET-KEY-1", de="A-Z0-9", minimo=40, maximo=80),
    _ficha("azure-cuenta", "AccountKey=", de="A-Za-z0-9+/=", minimo=40, maximo=100),
    Regla(
        nombre="jwt",
        cuerpo=r"eyJ[A-Za-z0-9_-]{8,1500}\.eyJ[A-Za-z0-9_-]{8,3000}\.[A-Za-z0-9_-]{10}",
        ligera="eyJ[A-Za-z0-9_-]{8}",
        pistas=("eyJ",),
        de_ficha=True,
        resto="[A-Za-z0-9_-]{0,1000}",
    ),
    Regla(
        nombre="clave-pem",
        cuerpo="-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----",
        ligera="-----BEGIN ",
        pistas=("-----BEGIN ",),
        resto=r"[A-Za-z0-9+/=\\\s]{0,8000}",
    ),
)

_EN_URL = r"[^\s/:@\"'<>\\\[\]{}$,]"
_PUENTE = r"(?:[\"'\\ \t]|&[a-z]{2,5};|&#[0-9]{2};|</?[a-z]{1,6}(?: class=\"[a-z0-9 ]{0,9}\")?>){0,8}"
_VALOR = r"(?P<valor>[^\s\"'<>&;,\\()\[\]{}|]{8,200})"
_DUENOS = ("api", "access", "secret", "private", "account", "auth", "master", "encryption", "signing")
_CON_DUENO = "|".join(f"(?<={d})|(?<={d}[_-])" for d in _DUENOS)
_RAICES = ("pass", "pwd", "contrase", "clave", "secret", "token", "credential", "connection", "key")
_NOMBRES = (
    "pass(?:word|wd|phrase)|pwd|contrase(?:ñ|n)a|clave[_-]secreta|secret|token|credentials?|connection[_-]?string"
)

GENERICAS = (
    Regla(
        nombre="url-con-clave",
        cuerpo=f"://{_EN_URL}{{1,100}}:{_EN_URL}{{3,100}}@",
        ligera=f"://{_EN_URL}{{1,100}}:[^/]",
        pistas=("://",),
        vale=validar.clave_de_url,
    ),
    Regla(
        nombre="bearer",
        cuerpo=r"(?:Bearer|bearer|BEARER) (?P<valor>[A-Za-z0-9._~+/=-]{20,2000})",
        ligera="(?:Bearer|bearer|BEARER) [A-Za-z0-9._~+/=-]{8}",
        pistas=("Bearer ", "bearer ", "BEARER "),
        de_ficha=True,
        vale=validar.con_cifra_y_letra,
    ),
    Regla(
        nombre="basic",
        cuerpo=r"(?:Basic|basic) (?P<valor>[A-Za-z0-9+/]{8,400}={0,2})",
        ligera="(?:Basic|basic) [A-Za-z0-9+/]{8}",
        pistas=("Basic ", "basic "),
        de_ficha=True,
        vale=validar.basica,
    ),
    Regla(
        nombre="asignacion",
        cuerpo=f"(?i:{_NOMBRES}|(?:{_CON_DUENO})key){_PUENTE}(?:=>|:=|[:=]){_PUENTE}{_VALOR}",
        ligera=f"(?i:{_NOMBRES}|key){_PUENTE}[:=]",
        pistas=tuple(f(raiz) for raiz in _RAICES for f in (str.lower, str.capitalize, str.upper)),
        vale=validar.valor_secreto,
    ),
)

DATOS = (
    Regla(
        nombre="iban",
        cuerpo="[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?",
        ligera="[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2}",
        antes=r"\\A-Za-z0-9_.+-",
        despues="A-Za-z0-9_/+=-",
        es_secreto=False,
        al_grabar=False,
        vale=validar.iban,
        canonico=validar.iban_a_secas,
    ),
    Regla(
        nombre="tarjeta",
        cuerpo="[2-6][0-9]{3}(?:[ -]?[0-9]{4}){2}(?:[ -]?[0-9]{1,7})|3[0-9]{3}[ -]?[0-9]{6}[ -]?[0-9]{4,5}",
        antes=r"\\A-Za-z0-9_.,+-",
        despues="A-Za-z0-9_/+=-",
        es_secreto=False,
        al_grabar=False,
        vale=validar.tarjeta,
        canonico=validar.sin_separadores,
    ),
    Regla(
        nombre="dni",
        cuerpo="[XYZxyz0-9][0-9]{7}-?[A-Za-z]",
        antes=r"\\A-Za-z0-9_.,+-",
        despues="A-Za-z0-9_/+=-",
        es_secreto=False,
        al_grabar=False,
        vale=validar.dni,
        canonico=validar.sin_separadores,
    ),
    Regla(
        nombre="correo",
        cuerpo=r"[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}",
        ligera="[A-Za-z0-9_%+-]@[A-Za-z0-9-]",
        antes=r"\\A-Za-z0-9._%+/-",
        despues="A-Za-z0-9_-",
        es_secreto=False,
        al_grabar=False,
        politica=Politica.ENMASCARAR,
        vale=validar.correo_de_alguien,
        canonico=str.lower,
    ),
    Regla(
        nombre="telefono",
        cuerpo=r"\+[1-9][0-9]{0,14}(?:[ .-]\(?[0-9]{1,5}\)?){0,5}",
        ligera=r"\+[1-9][0-9 .()-]{7}",
        antes=r"\\A-Za-z0-9_+.*-",
        despues="A-Za-z0-9_/+=*.",
        es_secreto=False,
        al_grabar=False,
        politica=Politica.ENMASCARAR,
        vale=validar.telefono,
        canonico=validar.sin_separadores,
    ),
    Regla(
        nombre="ruta-personal",
        cuerpo=(
            r"(?:/home/|/Users/|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/))(?P<valor>[A-Za-z0-9._-]{1,64})"
            r"(?:[/\\\"']|&#?[a-z0-9]{2,4};)"
        ),
        ligera=r"/home/[A-Za-z0-9._-]|Users[/\\][A-Za-z0-9._\\-]",
        antes=r"\\A-Za-z0-9_.~-",
        es_secreto=False,
        politica=Politica.ENMASCARAR,
        vale=validar.usuario_de_alguien,
    ),
    Regla(
        nombre="ip-privada",
        cuerpo=r"(?:10\.[0-9]{1,3}|192\.168|172\.(?:1[6-9]|2[0-9]|3[01]))\.[0-9]{1,3}\.[0-9]{1,3}",
        ligera=r"(?:10\.[0-9]{1,3}|192\.168|172\.[123][0-9])\.[0-9]{1,3}\.",
        antes=r"\\A-Za-z0-9_.-",
        despues="A-Za-z0-9_.-",
        es_secreto=False,
        al_grabar=False,
        politica=Politica.PERMITIR,
        vale=validar.ipv4,
    ),
)  # fmt: skip

REGLAS = (*FICHAS, *GENERICAS, *DATOS)
POR_NOMBRE = {r.nombre: r for r in REGLAS}
ASIGNACION = POR_NOMBRE["asignacion"]
"""También vale por estructura: un texto bajo una clave de objeto con nombre de secreto."""
