"""known.list: what may differ, and why. The first row whose pattern matches a name counts."""
import functools
import pathlib
import re

from names import read_rows

KINDS = ("shared", "exchanged", "refused", "noise", "different")


class Known:
    def __init__(self, path=pathlib.Path(__file__).with_name("known.list")):
        self.rows = []
        for pattern, kind, reason in read_rows(path):
            if kind not in KINDS or not reason:
                raise ValueError(f"{path.name}: {pattern} has no kind or no reason")
            self.rows.append((re.compile(re.escape(pattern).replace(r"\*", ".*")), kind))

    @functools.cache
    def kind(self, name):
        """None: there is no row."""
        for pattern, kind in self.rows:
            if pattern.fullmatch(name):
                return kind
        return None
