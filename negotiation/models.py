"""What the server keeps. Texts that people signed off are kept exactly as they came.

What only a signed decision has is null, or empty, in an unsigned one.
"""

from django.db import models


class Decision(models.Model):
    """One decision; its secrets are known only as hashes."""

    class State(models.TextChoices):
        OPEN = "open"
        RATIFYING = "ratifying"
        AGREED = "agreed"
        DECLINED = "declined"
        DEADLOCK = "deadlock"
        CANCELLED = "cancelled"
        VOID = "void"

    id = models.CharField(max_length=32, primary_key=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    # The number of the newest event: a page that saw a smaller one must look again.
    version = models.PositiveIntegerField(default=0)
    group_hash = models.CharField(max_length=64)
    organiser_hash = models.CharField(max_length=64)
    people = models.PositiveSmallIntegerField()
    names = models.JSONField(null=True)
    # The public half of its key, and the secret one as negotiation/keys.py encrypted it.
    coordinator = models.CharField(max_length=64, null=True)  # noqa: DJ001
    coordinator_secret = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            # The organiser's secret comes from the page that asks for the decision: asked twice,
            # it is made once.
            models.UniqueConstraint(fields=["organiser_hash"], name="organiser_secret_once"),
        )

    def __str__(self) -> str:
        return self.id

    @property
    def is_signed(self) -> bool:
        """Whether everything in it is signed."""
        return self.coordinator is not None


class Round(models.Model):
    """One question that never changes, and its record once every answer is in.

    `agenda` is the body alone; the signed texts are whole.
    """

    decision = models.ForeignKey(Decision, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    agenda = models.TextField()
    agenda_digest = models.CharField(max_length=64)
    signed_agenda = models.TextField(null=True)  # noqa: DJ001
    signed_roster = models.TextField(null=True)  # noqa: DJ001
    transcript = models.TextField(null=True)  # noqa: DJ001 - null: there is no record yet
    transcript_hash = models.CharField(max_length=64, null=True)  # noqa: DJ001
    status = models.CharField(max_length=8, null=True)  # noqa: DJ001

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["decision", "number"], name="round_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.decision_id}/{self.number}"


class Seat(models.Model):
    """One person's place. A removed seat stays, so that its holder can be told."""

    id = models.CharField(max_length=32, primary_key=True)
    decision = models.ForeignKey(Decision, models.CASCADE, related_name="seats")
    owner = models.CharField(max_length=60)
    # Compatibility forms and case folding can make a name many times longer.
    owner_key = models.TextField()
    secret_hash = models.CharField(max_length=64)
    # The public key with which this person answers, from the first ballot on, and those before it.
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001
    former_keys = models.JSONField(default=list)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["decision", "owner_key"],
                condition=models.Q(removed_at__isnull=True),
                name="name_once_among_the_seated",
            ),
            models.UniqueConstraint(fields=["decision", "key"], name="key_once_in_a_decision"),
        )
        indexes = (models.Index(fields=["decision", "secret_hash"], name="seat_by_secret"),)

    def __str__(self) -> str:
        return self.id


class SentText(models.Model):
    """A text that a seat sent: `body`, and in a signed decision the whole `signed` text of it."""

    body = models.TextField()
    signed = models.TextField(null=True)  # noqa: DJ001

    class Meta:
        abstract = True

    @property
    def sent(self) -> str:
        """Exactly what was sent."""
        return self.body if self.signed is None else self.signed


class Ballot(SentText):
    """A seat's newest answers in a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="ballots")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="ballots")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "seat"], name="one_ballot_of_a_seat"),
        )

    def __str__(self) -> str:
        return self.digest


class UsedNonce(models.Model):
    """What made one of a seat's signed ballots different from all others: it is taken once only.
    Replaced answers themselves are not kept."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="used_nonces")
    nonce = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["seat", "nonce"], name="nonce_once_of_a_seat"),
        )

    def __str__(self) -> str:
        return self.nonce


class Closing(SentText):
    """A seat's final word on a round's record. It never changes."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="closings")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="closings")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["round", "seat"], name="one_closing_of_a_seat"),
        )

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat_id}"


class Event(models.Model):
    """Something that happened, for everyone in the room to see. Rows are only ever added."""

    decision = models.ForeignKey(Decision, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    owner = models.CharField(max_length=60, null=True)  # noqa: DJ001 - null: about nobody
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["decision", "number"], name="event_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.decision_id}/{self.number}"
