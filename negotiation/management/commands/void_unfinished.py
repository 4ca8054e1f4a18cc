"""Called after a backup was put back, before the server starts; see docs/server.md."""

from typing import Any

from django.core.management.base import BaseCommand

from negotiation.services import void_unfinished


class Command(BaseCommand):
    help = "Ends every decision that is not finished, because a backup of the data was put back."

    def handle(self, *args: Any, **options: Any) -> None:
        count = void_unfinished()
        self.stdout.write(f"Ended without a result: {count}")
