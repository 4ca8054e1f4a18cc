from django.apps import AppConfig


class ReceiptsConfig(AppConfig):
    """Stored receipts and the page that checks one."""

    name = "receipts"
