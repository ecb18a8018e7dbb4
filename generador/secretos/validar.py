"""Lo que separa un dato de una casualidad: dígitos de control, dominios reservados y valores de relleno.

Funciones puras de texto a verdad. Ninguna lanza. Son tan cortas que traer una biblioteca al núcleo no compensa.
"""

from __future__ import annotations

import base64
import binascii
import re


def _palabras(texto: str) -> frozenset[str]:
    return frozenset(texto.split())


_RESERVADOS = re.compile(r"(?:^|\.)(?:example\.(?:com|org|net)|example|invalid|test|localhost|local)$")
_BUZONES_DE_MAQUINA = _palabras("git noreply no-reply")
_TLD_LARGOS = _palabras(
    "com org net edu gov mil int info biz name pro app dev cloud tech online site store blog wiki eus cat gal"
)
_LETRAS_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_LARGO_IBAN = {
    pais: largo
    for largo, paises in (
        (15, ("NO",)),
        (16, ("BE",)),
        (18, ("DK", "FI", "NL")),
        (19, ("SI",)),
        (20, ("AT", "EE", "LT", "LU")),
        (21, ("CH", "HR", "LI", "LV")),
        (22, ("BG", "DE", "GB", "IE", "RS")),
        (23, ("AE", "GI", "IL")),
        (24, ("AD", "CZ", "ES", "RO", "SA", "SE", "SK")),
        (25, ("PT",)),
        (26, ("IS", "TR")),
        (27, ("FR", "GR", "IT", "MC", "SM")),
        (28, ("CY", "HU", "PL")),
        (29, ("BR", "UA")),
        (31, ("MT",)),
    )
    for pais in paises
}
_USUARIOS_DE_NADIE = _palabras(
    "user username usuario persona tu_usuario youruser you runner app ubuntu debian vscode node public shared "
    "default nobody jovyan circleci vagrant"
)
_RELLENO = re.compile(
    r"(?i)\[(?:secret|enmascarado):|x{4}|\*{3}|\.{3}|…|^your|^tu[_-]|example|ejemplo|changeme|placeholder|redacted|\$\{|\{\{|%\("
)
_CODIGO = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)+|[a-z_]+[0-9]{0,2}|[A-Z_]+[0-9]{0,2}")
_CLAVES_DE_MUESTRA = _palabras("pass password passwd contraseña clave secret secreto pwd user")


def sin_separadores(valor: str) -> str:
    """Solo letras y cifras, en mayúsculas."""
    return "".join(filter(str.isalnum, valor)).upper()


def luhn(cifras: str) -> bool:
    """Si la última cifra es el control de Luhn de las demás."""
    pares = (sum(divmod(2 * int(c), 10)) for c in cifras[-2::-2])
    return (sum(pares) + sum(int(c) for c in cifras[-1::-2])) % 10 == 0


def tarjeta(valor: str) -> bool:
    """Una tarjeta con el largo de su marca, control de Luhn y un solo tipo de separador."""
    cifras = sin_separadores(valor)
    return len(set(re.sub("[0-9]", "", valor))) <= 1 and _marca(cifras) and luhn(cifras)


def _marca(c: str) -> bool:
    dos, n = int(c[:2]), len(c)
    if c[0] == "4":
        return n in (13, 16, 19)
    if dos in (34, 37):
        return n == 15
    if dos in (36, 38, 30):
        return n == 14
    return n == 16 and (51 <= dos <= 55 or 2221 <= int(c[:4]) <= 2720 or dos in (35, 60, 62, 64, 65))


def iban_a_secas(valor: str) -> str:
    """El IBAN sin espacios ni lo que le siga: cada país tiene su largo."""
    junto = sin_separadores(valor)
    return junto[: _LARGO_IBAN.get(junto[:2], len(junto))]


def iban(valor: str) -> bool:
    """Un IBAN del largo de su país y con resto 1 módulo 97."""
    seco = iban_a_secas(valor)
    if len(seco) != _LARGO_IBAN.get(seco[:2]):
        return False
    return int("".join(str(int(c, 36)) for c in seco[4:] + seco[:4])) % 97 == 1


def dni(valor: str) -> bool:
    """Un DNI o NIE español con su letra de control."""
    seco = sin_separadores(valor)
    numero = seco[:-1].translate(str.maketrans("XYZ", "012"))
    return numero.isdecimal() and seco[-1] == _LETRAS_DNI[int(numero) % 23]


def correo_de_alguien(valor: str) -> bool:
    """Un correo que puede ser de una persona: ni dominio reservado (RFC 2606) ni buzón de máquina."""
    buzon, _, dominio = valor.lower().rpartition("@")
    tld = dominio.rpartition(".")[2]
    return (
        (len(tld) == 2 or tld in _TLD_LARGOS) and buzon not in _BUZONES_DE_MAQUINA and not _RESERVADOS.search(dominio)
    )


def telefono(valor: str) -> bool:
    """De 9 a 15 cifras, como pide E.164 con su prefijo de país."""
    return 9 <= sum(map(str.isdecimal, valor)) <= 15


def ipv4(valor: str) -> bool:
    """Cuatro números de 0 a 255."""
    return all(int(n) <= 255 for n in valor.split("."))


def usuario_de_alguien(valor: str) -> bool:
    """Un nombre de usuario que no es el genérico de una imagen o de un manual."""
    return valor.lower() not in _USUARIOS_DE_NADIE and not valor.startswith(".")


def con_cifra_y_letra(valor: str) -> bool:
    """Si mezcla letras y cifras, como todo valor aleatorio."""
    return any(map(str.isdecimal, valor)) and any(map(str.isalpha, valor))


def valor_secreto(valor: str) -> bool:
    """Si un texto asignado a `password`, `token`… parece un valor y no una palabra, un relleno o código.

    Ocho caracteres sin espacios, con letras y alguna cifra o signo. Se le escapa una contraseña de solo letras.
    """
    return (
        8 <= len(valor) <= 4000
        and not any(map(str.isspace, valor))
        and any(map(str.isalpha, valor))
        and any(not c.isalpha() and c not in "._-/:" for c in valor)
        and not _RELLENO.search(valor)
        and not _CODIGO.fullmatch(valor)
    )


def clave_de_url(valor: str) -> bool:
    """Si `://usuario:clave@` lleva una clave y no el ejemplo de un manual."""
    clave = valor.rpartition(":")[2].removesuffix("@")
    return clave.lower() not in _CLAVES_DE_MUESTRA and not _RELLENO.search(clave)


def basica(valor: str) -> bool:
    """Si el base64 de una cabecera `Basic` esconde `usuario:clave`."""
    try:
        claro = base64.b64decode(valor + "=" * (-len(valor) % 4), validate=True)
    except binascii.Error:
        return False
    return b":" in claro and claro.isascii()
