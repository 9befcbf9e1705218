"""Each field of the engine's structures has a row of engine_fields.def, and each row a field: in PHP's headers that are installed, and in
those that scripts/php-version has unpacked."""
import functools
import json
import os
import re
import subprocess
import sys
import unittest

from harness import ROOT, need
from php_program import PHP, php_version

sys.path.append(str(ROOT / "tests/audit"))
import engine_fields  # noqa: E402
from dwarf import Structures  # noqa: E402
from names import read_rows  # noqa: E402

SOURCES = ROOT / "ext/src/php"
TYPES = {name: (kind, headers) for name, kind, headers in read_rows(ROOT / "tests/audit/structures.list")}


def installed():
    """(version, Structures) of each PHP whose headers are here."""
    configs = [os.environ.get("PHP_CONFIG") or "php-config", *(ROOT / "build/php").glob("8.*/bin/php-config")]
    found = {}
    for config in configs:
        version, includes = (subprocess.run([config, option], capture_output=True, text=True, check=True).stdout.split()
                             for option in ("--version", "--includes"))
        found.setdefault(tuple(int(number) for number in version[0].split(".")[:2]), includes)
    return [(version, Structures(includes, ROOT / "build/no-source")) for version, includes in sorted(found.items())]


@functools.cache
def sources():
    return {path: path.read_text() for path in SOURCES.rglob("*") if path.suffix in (".h", ".cpp")}


def text_of(name):
    """Of the files that declare and define a class."""
    declares = re.compile(rf"^(class|struct) {name}\b.*[{{]$", re.M)
    places = [path.with_suffix("") for path, text in sources().items() if declares.search(text)]
    return "".join(text for path, text in sources().items() if path.with_suffix("") in places)


class EngineFieldsTest(unittest.TestCase):
    def setUp(self):
        need("cc")
        need("readelf")
        self.rows = engine_fields.rows()

    def test_each_field_has_a_row_and_each_row_a_field(self):
        for version, structures in installed():
            those = [row for row in self.rows if row.is_of(version)]
            for name in dict.fromkeys(row.structure for row in self.rows):
                with self.subTest(version=version, structure=name):
                    fields = structures.fields(*TYPES[name])
                    self.assertGreater(len(fields), 1)
                    self.assertEqual(engine_fields.differences(those, name, fields), ([], []))

    def test_a_field_without_a_row_is_found_and_a_row_without_a_field(self):
        fields = [(0, 8, ".first"), (8, 4, ".second.part"), (12, 4, ".third[0]")]
        text = 'FIXED(one, first)\nSINCE_8_4(SHARED(one, second.part, "a reason"))\nSINCE_8_4(OWN(one, second, Class))\nNOISE(one, third, "a reason")\n'
        rows = list(engine_fields.read(text))
        self.assertEqual(engine_fields.differences(rows, "one", fields), ([], []))
        self.assertEqual(engine_fields.differences([row for row in rows if row.is_of((8, 3))], "one", fields), (["second"], []))
        self.assertEqual(engine_fields.differences(rows[:3], "one", fields), (["third"], []))
        self.assertEqual(engine_fields.differences([*rows, rows[0]], "one", fields), (["first"], []))
        self.assertEqual(engine_fields.differences(rows, "one", fields[:1]), ([], ["second.part", "second", "third"]))
        self.assertEqual(engine_fields.differences(engine_fields.read('NOISE_ALL(one, "a reason")'), "one", fields), ([], []))

    def test_what_is_no_row_is_refused(self):
        for line in ("PERHAPS(one, field)", "FIXED(one)(two)", "FIXED one"):
            with self.assertRaises(ValueError):
                list(engine_fields.read(line))

    def test_what_is_shared_or_means_nothing_has_a_reason(self):
        self.assertEqual([row for row in self.rows if row.kind in ("SHARED", "NOISE", "HELD") and not row.text], [])

    def test_the_settings_exist(self):
        done = subprocess.run([*PHP, "-r", "echo json_encode(array_keys(ini_get_all(null, false)));"], capture_output=True, text=True, check=True)
        settings = json.loads(done.stdout)
        named = [row.text for row in self.rows if row.kind == "SETTING" and row.is_of(php_version())]
        self.assertEqual([name for name in named if name not in settings], [])

    def test_the_classes_know_their_fields(self):
        for row in self.rows:
            if row.kind in ("OWN", "SWITCHED") and row.text != "zend_fiber_switch_context":
                with self.subTest(row=row):
                    self.assertIsNotNone(re.search(rf"\b{row.field}\b", text_of(row.text)), "the class does not name the field")


if __name__ == "__main__":
    unittest.main()
