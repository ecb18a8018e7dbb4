"""Las tablas.

Las horas son texto ISO en UTC; los importes, céntimos enteros; los datos aprobados, JSON con su huella.
"""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

METADATOS = MetaData()

pedido = Table(
    "pedido",
    METADATOS,
    Column("id", String(20), primary_key=True),
    Column("cliente_id", String(20), nullable=False),
    Column("estado", String(20), nullable=False),
    Column("reembolsado", Integer, nullable=False),
    Column("direccion", JSON, nullable=False),
    Column("datos", JSON, nullable=False),
)

propuesta = Table(
    "propuesta",
    METADATOS,
    Column("id", Integer, primary_key=True),
    Column("ticket_id", String(40), nullable=False),
    Column("cliente_id", String(20), nullable=False),
    Column("pedido_id", ForeignKey("pedido.id"), nullable=False),
    Column("tipo", String(30), nullable=False),
    Column("estado", String(20), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("datos", JSON, nullable=False),
    Column("huella", String(64), nullable=False),
    Column("clave", String(36), nullable=False, unique=True),
    Column("motivo", Text, nullable=False),
    Column("politica", JSON, nullable=False),
    Column("creada", String(25), nullable=False),
    Column("caduca", String(25), nullable=False),
    Column("revisor", String(60)),
    Column("decidida", String(25)),
    Column("segundos", Integer),
    Column("nota", Text),
    Column("causa_final", Text),
    Column("intentos", Integer, nullable=False, default=0),
    Column("ejecutor", String(80)),
    Column("arriendo", String(25)),
    Column("recibo", String(40)),
    Column("terminada", String(25)),
)

VIVAS = ("pendiente", "aprobada", "en_ejecucion")
"""Estados en los que una propuesta todavía puede acabar moviendo algo."""
_VIVA = text("estado IN ('pendiente', 'aprobada', 'en_ejecucion')")
Index(
    "propuesta_viva_unica",
    propuesta.c.ticket_id,
    propuesta.c.tipo,
    propuesta.c.huella,
    unique=True,
    sqlite_where=_VIVA,
    postgresql_where=_VIVA,
)

version = Table(
    "version",
    METADATOS,
    Column("propuesta_id", ForeignKey("propuesta.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("datos", JSON, nullable=False),
    Column("huella", String(64), nullable=False),
    Column("autor", String(60), nullable=False),
    Column("creada", String(25), nullable=False),
)

decision = Table(
    "decision",
    METADATOS,
    Column("id", Integer, primary_key=True),
    Column("propuesta_id", Integer, nullable=False, index=True),
    Column("decision", String(20), nullable=False),
    Column("revisor", String(60), nullable=False),
    Column("huella", String(64), nullable=False),
    Column("segundos", Integer),
    Column("nota", Text, nullable=False),
    Column("resultado", String(30), nullable=False),
    Column("cuando", String(25), nullable=False),
)

aviso = Table(
    "aviso",
    METADATOS,
    Column("id", Integer, primary_key=True),
    Column("clave", String(60), nullable=False, unique=True),
    Column("ticket_id", String(40), nullable=False, index=True),
    Column("texto", Text, nullable=False),
    Column("creado", String(25), nullable=False),
    Column("enviado", String(25)),
)

auditoria = Table(
    "auditoria",
    METADATOS,
    Column("propuesta_id", ForeignKey("propuesta.id"), primary_key=True),
    Column("estado", String(20), nullable=False),
    Column("creada", String(25), nullable=False),
)

operacion = Table(
    "operacion",
    MetaData(),
    Column("clave", String(80), primary_key=True),
    Column("servicio", String(30), nullable=False),
    Column("huella", String(64), nullable=False),
    Column("cuerpo", JSON, nullable=False),
    Column("recibo", String(40), nullable=False),
)
"""La base de datos de los servicios externos (pagos, almacén): es de otro, y por eso está en otros metadatos."""

llamada = Table(
    "llamada",
    operacion.metadata,
    Column("n", Integer, primary_key=True),
    Column("servicio", String(30), nullable=False),
    Column("clave", String(80), nullable=False),
    Column("desenlace", String(30), nullable=False),
)
