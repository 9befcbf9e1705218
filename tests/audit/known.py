"""What may differ, and why: known.list, and what the exchange itself shares (php/isolation/state/state_table.cpp) or knows to mean nothing
(php/engine/compat/engine_fields.def). The first row whose pattern matches a name counts."""
import functools
import pathlib
import re

import engine_fields
from names import read_rows

KINDS = ("shared", "exchanged", "refused", "noise", "different")
ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = re.compile(r"SharedModule kModules\[\] = \{(.*?)\n\};", re.S)
FIELDS = re.compile(r"SharedField kFields\[\] = \{(.*?)\n\};", re.S)


class Known:
    def __init__(self, path=pathlib.Path(__file__).with_name("known.list"), source=ROOT / "ext/src/php/isolation/state/state_table.cpp"):
        self.rows = []
        for pattern, kind, reason in read_rows(path):
            if kind not in KINDS or not reason:
                raise ValueError(f"{path.name}: {pattern} has no kind or no reason")
            self.rows.append((re.compile(re.escape(pattern).replace(r"\*", ".*")), kind))
        self.rows += [(pattern, "shared") for pattern in read_state_table(source.read_text())]
        self.rows += engine_fields.known()

    @functools.cache
    def kind(self, name):
        """None: there is no row."""
        return next((kind for pattern, kind in self.rows if pattern.fullmatch(name)), None)


def read_state_table(text):
    """The names of shared modules, and of shared fields of the others."""
    for name in re.findall(r'\{"([^"]+)",\s+"', MODULES.search(text)[1]):
        yield re.compile(rf".*:(module {re.escape(name)}|{re.escape(name)}_globals)\b.*", re.I)
    for module, field in re.findall(r'\{"([^"]+)", offsetof\([^)]*\), [^"]*"([^"]+)",', FIELDS.search(text)[1]):
        yield re.compile(rf".*:module {re.escape(module)}\.{re.escape(field)}\b.*", re.I)
