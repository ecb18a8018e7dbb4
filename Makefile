# Dos órdenes lo hacen todo: `make sitio` y `make pruebas`. El resto es para quien desarrolla; `make entorno`, lo primero.
PYTHON ?= python3
BIN := .venv/bin
CANDADO := requirements
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps

.PHONY: sitio entorno pruebas revisar grabar dorados textos candado navegador capturas limpio

sitio: .venv/sitio-listo ## construye el sitio desde las corridas versionadas
	@$(BIN)/vitrina construir

entorno: .venv/pruebas-listo ## todo lo de quien desarrolla: los extras y las herramientas, con las versiones y hashes del candado
	@echo "Listo: . $(BIN)/activate"

pruebas: .venv/pruebas-listo navegador ## revisa el código y ejecuta la suite entera
	@$(MAKE) --no-print-directory revisar
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

revisar: .venv/pruebas-listo ## formato, lint y tipos
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

navegador: .venv/pruebas-listo
	@$(BIN)/python -m tests.navegador.instalar

grabar: .venv/pruebas-listo ## graba una corrida nueva de DEMO=…
	@$(BIN)/vitrina grabar $(DEMO)

dorados: .venv/pruebas-listo ## regenera los dorados (modelo, HTML)
	@$(BIN)/python -m tests.dorados

textos: .venv/pruebas-listo ## extrae los textos y pone al día los catálogos
	@$(BIN)/python -m generador.representacion.idiomas

capturas: .venv/pruebas-listo navegador sitio ## regenera docs/capturas/
	@$(BIN)/python -m tests.navegador.capturas

candado: ## recalcula requirements/*.txt (sin direcciones de registro)
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --all-extras pyproject.toml $(CANDADO)/construir.in -o $(CANDADO)/pruebas.txt
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  -c $(CANDADO)/pruebas.txt pyproject.toml $(CANDADO)/construir.in -o $(CANDADO)/sitio.txt

limpio:
	rm -rf .venv .cache sitio .pytest_cache .mypy_cache .ruff_cache

.venv/bin/python:
	@echo "Preparando el entorno en .venv/ (solo la primera vez)…"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Makefile: hace falta Python 3.11 o posterior → make PYTHON=python3.11 sitio" >&2; exit 2; }
	@$(PYTHON) -m venv .venv

.venv/sitio-listo: $(CANDADO)/sitio.txt pyproject.toml | .venv/bin/python
	@$(PIP) -r $(CANDADO)/sitio.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/pruebas-listo: $(CANDADO)/pruebas.txt .venv/sitio-listo
	@echo "Instalando lo necesario para las pruebas…"
	@$(PIP) -r $(CANDADO)/pruebas.txt
	@touch $@
