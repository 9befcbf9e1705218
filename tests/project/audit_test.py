"""The parts of tests/audit: what is read from a process, how it is named, and what counts as known."""
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

from harness import ROOT, need

sys.path[:0] = [str(ROOT / "tests/audit"), str(ROOT / "tests/sapi")]
from dwarf import Structures  # noqa: E402
from elf import OBJECT, Elf  # noqa: E402
from known import Known, read_state_table  # noqa: E402
from memory import Memory, changes  # noqa: E402

# It says when it has changed its variables, and waits.
PROGRAM = """#include <stdio.h>
struct inner { short first; unsigned flag : 1; int second[3]; };
struct outer { char letter; struct inner inner; void *place; };
struct outer exported;
static long hidden;
int main(void) {
    puts("begun"); fflush(stdout); getchar();
    exported.inner.second[1] = 7; hidden = 9;
    puts("changed"); fflush(stdout); getchar();
    return 0;
}
"""


class AuditTest(unittest.TestCase):
    def setUp(self):
        need("cc")
        need("readelf")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def program(self):
        path = self.folder / "program"
        (self.folder / "program.c").write_text(PROGRAM)
        subprocess.run(["cc", "-O0", "-rdynamic", "-Wl,-z,now", "-o", path, self.folder / "program.c"], check=True)
        return path

    def test_finds_the_words_that_a_process_has_changed(self):
        path = self.program()
        with subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process, contextlib.ExitStack() as stack:
            stack.callback(process.stdin.close)
            self.assertEqual(process.stdout.readline(), b"begun\n")
            memory = stack.enter_context(contextlib.closing(Memory(process.pid)))
            before = memory.snapshot()
            process.stdin.write(b"\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"changed\n")
            found = [change for change in changes(before, memory.snapshot()) if change.path == str(path)]
        begin, size = next((address, size) for address, size, name in Elf(path).symbols(OBJECT) if name == "exported")
        inside = [change for change in found if begin <= change.address < begin + size]
        self.assertEqual([(change.address - begin, change.before, change.after) for change in inside], [(8, 0, 7 << 32)])
        self.assertEqual([change.after for change in found if change not in inside], [9])

    def test_names_the_fields_of_a_structure(self):
        (self.folder / "types.h").write_text(PROGRAM.partition("struct outer exported")[0])
        for name in ("php.h", "zend_smart_str.h"):
            (self.folder / name).write_text("")
        fields = Structures(["-I", str(self.folder)], self.folder).fields("struct outer", "types.h")
        self.assertEqual(fields, [(0, 1, ".letter"), (4, 2, ".inner.first"), (6, 4, ".inner.flag"), (8, 4, ".inner.second[0]"),
                                  (12, 4, ".inner.second[1]"), (16, 4, ".inner.second[2]"), (24, 8, ".place")])

    def test_names_the_globals_that_a_module_declares_in_its_source(self):
        for name in ("php.h", "zend_smart_str.h"):
            (self.folder / name).write_text("")
        (self.folder / "php.h").write_text("#define ZEND_BEGIN_MODULE_GLOBALS(name) typedef struct {\n"
                                           "#define ZEND_END_MODULE_GLOBALS(name) } zend_##name##_globals;\n")
        (self.folder / "own.c").write_text("not C at all\nZEND_BEGIN_MODULE_GLOBALS(own)\n\tlong count;\nZEND_END_MODULE_GLOBALS(own)\n")
        structures = Structures(["-I", str(self.folder)], self.folder)
        self.assertEqual(structures.fields("zend_own_globals", "in own.c"), [(0, 8, ".count")])
        self.assertEqual(structures.fields("zend_other_globals", "in own.c"), [])

    def test_the_first_row_that_fits_says_what_a_difference_is(self):
        table = self.folder / "known.list"
        table.write_text("# comment\nlib*:first[0] | shared | a reason, with | in it\n*:first* | noise | a reason\n")
        known = Known(table)
        self.assertEqual([known.kind(name) for name in ("libx.so:first[0]", "libx.so:first[1]", "libx.so:second")], ["shared", "noise", None])

    def test_what_the_exchange_shares_is_known(self):
        text = ('constexpr SharedModule kModules[] = {\n    {"zend opcache", "a reason"},\n    {"pcre",\n     "a reason"},\n};\n'
                'constexpr SharedField kFields[] = {\n    {"date", offsetof(zend_date_globals, tzcache), sizeof(HashTable*), "tzcache",\n'
                '     "a reason"},\n};\n')
        source = self.folder / "state_table.cpp"
        source.write_text(text)
        (self.folder / "known.list").write_text("")
        known = Known(self.folder / "known.list", source)
        names = ("opcache.so:module Zend OPcache+8", "php8.2:pcre_globals.pcre_cache", "php8.2:module date.tzcache", "php8.2:module date.timezone",
                 "php8.2:module pcreother+8")
        self.assertEqual([known.kind(name) for name in names], ["shared", "shared", "shared", None, None])
        self.assertGreater(len(list(read_state_table((ROOT / "ext/src/php/isolation/state/state_table.cpp").read_text()))), 1)

    def test_a_row_needs_a_kind_and_a_reason(self):
        for row in ("a:b | perhaps | a reason", "a:b | shared |"):
            table = self.folder / "known.list"
            table.write_text(row + "\n")
            with self.assertRaises(ValueError):
                Known(table)


if __name__ == "__main__":
    unittest.main()
