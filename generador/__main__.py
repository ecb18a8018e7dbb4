"""`python -m generador` es la orden `vitrina`."""

from generador.cli import main

if __name__ == "__main__":
    main()
