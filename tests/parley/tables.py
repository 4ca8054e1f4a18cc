"""A table of flats, and what tests ask of a table that was read."""

import csv
import io

from parley.tables import read_table

FLATS = "flat\trent\tbalcony\nMill Lane\t1250.5\tyes\nHarbour\t980\tno\n"


def columns(table):
    return [(a["name"], a["type"], a["unit"]) for a in table.attributes]


def column(*cells, name="value"):
    """The type, unit and cells that a second column gets, below its name."""
    rows = [["option", name], *([f"Option {index}", cell] for index, cell in enumerate(cells))]
    table = read_table(written(rows, dialect="excel-tab"), has_header=True)
    attribute = table.attributes[1]
    return attribute["type"], attribute["unit"], [row[1] for row in table.rows]


def written(rows, **options):
    out = io.StringIO()
    csv.writer(out, **options).writerows(rows)
    return out.getvalue()


def codes(table):
    return [remark["code"] for remark in table.remarks]


def remark(table, code):
    return next(remark for remark in table.remarks if remark["code"] == code)
