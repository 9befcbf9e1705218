"""The rows of engine_fields.def, which says for each field of the engine's structures whose it is."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "ext/src/php/engine/compat/engine_fields.def"
CONDITION = re.compile(r"(SINCE_8_(\d)|UNTIL_8_(\d)|PATCHED)\((.*)\)")
ROW = re.compile(r"(EXCHANGED|DROPPED|OWN|SETTING|MOVED|SWITCHED|HELD|COMPILED|FIXED|SHARED|NOISE)(_ALL)?\((\w+)(?:, ([\w.]+))?(?:, (.*))?\)")
# What may differ after a request, in the words of known.list.
KNOWN = {"SHARED": "shared", "NOISE": "noise", "COMPILED": "noise", "MOVED": "exchanged"}


@dataclasses.dataclass
class Row:
    kind: str
    structure: str
    field: str  # "": all of them
    text: str
    since: int = 0
    until: int = 99
    optional: bool = False

    def is_of(self, version):
        """(8, 4): of PHP 8.4."""
        return self.since <= version[1] <= self.until

    def pattern(self):
        """Of names of tests/audit/names.py."""
        name = f"{self.structure}.{self.field}" if self.field else self.structure
        return re.compile(rf".*:{re.escape(name)}(?!\w).*")


def read(text):
    for line in text.splitlines():
        limits = {}
        if (found := CONDITION.fullmatch(line)) is not None:
            limits = {"since": int(found[2] or 0), "until": int(found[3] or 99), "optional": found[1] == "PATCHED"}
            line = found[4]
        if (found := ROW.fullmatch(line)) is not None:
            yield Row(found[1], found[3], found[4] or "", (found[5] or "").strip('"'), **limits)
        elif line and not line.startswith(("//", "#")):
            raise ValueError(f"no row of {TABLE.name}: {line}")


def rows():
    return list(read(TABLE.read_text()))


def known():
    """(pattern, kind) of all rows; None: a difference is a finding."""
    return [(row.pattern(), KNOWN.get(row.kind)) for row in rows()]


def differences(those, structure, fields):
    """Fields of a structure that have no row or two, and rows that have no field. `fields`: as Structures.fields() names them."""
    names = [name.lstrip(".") for _, _, name in fields]
    whole = {re.split(r"[.[]", name)[0] for name in names}
    of_it = [row for row in those if row.structure == structure]
    if any(not row.field for row in of_it):
        return [], [row.field for row in of_it if row.field]
    found = [row.field for row in of_it if "." not in row.field]
    stale = [row.field for row in of_it if not row.optional and not any(re.match(rf"{re.escape(row.field)}(?!\w)", name) for name in names)]
    return sorted(name for name in whole if found.count(name) != 1), stale
