"""`python -m agentes.control`: congelar datos, evaluar y completar una corrida grabada."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from agentes.control import guiones
from agentes.control.dominio import generar
from agentes.control.evaluacion import arnes, calibracion, compuerta, informe, referencia
from agentes.control.puerta import paquete
from agentes.control.registro import exportar
from agentes.control.verificador import confianza


def main(argumentos: list[str] | None = None) -> int:
    """Devuelve el código de salida: 0 bien, 1 la compuerta bloquea."""
    p = argparse.ArgumentParser(prog="python -m agentes.control", description=__doc__)
    ordenes = p.add_subparsers(dest="orden", required=True)
    ordenes.add_parser("congelar", help="regenera documentos, referencia, guiones y esquema (deben salir iguales)")
    ordenes.add_parser("base", help="congela como línea base y calibración lo que se mide hoy")
    evaluar = ordenes.add_parser("evaluar", help="mide contra la referencia; código 1 si la compuerta bloquea")
    evaluar.add_argument("--regresion", action="store_true", help="con un verificador complaciente plantado")
    anexar = ordenes.add_parser("anexar", help="añade registro.json y evaluacion.json a una corrida grabada")
    anexar.add_argument("corrida", type=Path)
    opciones = p.parse_args(argumentos)
    return {"congelar": _congelar, "base": _base, "evaluar": _evaluar, "anexar": _anexar}[opciones.orden](opciones)


def _congelar(_opciones: argparse.Namespace) -> int:
    print(f"{generar.escribir()} documentos")
    datos = json.dumps(referencia.construir(), ensure_ascii=False, indent=1) + "\n"
    referencia.FICHERO.write_text(datos, "utf-8", newline="\n")
    guiones.FICHERO.write_text(guiones.texto(), "utf-8", newline="\n")
    forma = json.dumps(paquete.esquema(), ensure_ascii=False, indent=1) + "\n"
    paquete.FICHERO.write_text(forma, "utf-8", newline="\n")
    return 0


def _base(_opciones: argparse.Namespace) -> int:
    cuentas = arnes.medir_plano(referencia.leer()["casos"])
    compuerta.escribir_base(cuentas)
    datos = json.dumps(calibracion.ajustar(cuentas), ensure_ascii=False, indent=1) + "\n"
    confianza.FICHERO.write_text(datos, "utf-8", newline="\n")
    return 0


def _evaluar(opciones: argparse.Namespace) -> int:
    cuentas = arnes.medir_plano(referencia.leer()["casos"], regresion=opciones.regresion)
    veredicto = compuerta.comparar(cuentas, compuerta.leer_base())
    for metrica, valor in veredicto.medido.items():
        print(f"{metrica:22} {valor}  (base {veredicto.base[metrica]})")
    for motivo in veredicto.motivos:
        print(f"bloquea: {motivo}", file=sys.stderr)
    for caso in veredicto.casos:
        print(json.dumps(caso, ensure_ascii=False), file=sys.stderr)
    return veredicto.codigo


def _anexar(opciones: argparse.Namespace) -> int:
    registro = exportar.de_corrida(opciones.corrida)
    print(exportar.anexar(opciones.corrida, "registro", registro))
    evaluacion = informe.construir()
    print(exportar.anexar(opciones.corrida, "evaluacion", evaluacion))
    return 1 if evaluacion["compuerta"]["codigo"] or not evaluacion["cumple"] else 0


if __name__ == "__main__":
    sys.exit(main())
