"""La cola de propuestas: quién propone, quién decide y quién ejecuta, con una transacción por paso."""
