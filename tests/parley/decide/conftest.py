import pytest

TABLE = """\
flat\trent (EUR)\tarea
Mill Lane\t1890\tCentre
Orchard Road\t1475\tOld town
Hill View\t1295\tNorth
"""


@pytest.fixture
def home(tmp_path):
    (tmp_path / "flats.tsv").write_text(TABLE)
    return tmp_path
