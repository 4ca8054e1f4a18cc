from django.db import models


class Receipt(models.Model):
    """The newest text of one round's receipt, byte for byte as it is downloaded."""

    key = models.CharField(max_length=64, primary_key=True)
    text = models.TextField()
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.key
