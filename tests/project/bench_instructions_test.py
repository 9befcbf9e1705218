"""bench/instructions --check: which figures it accepts, and where it compares none."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

from harness import ROOT

sys.path.append(str(ROOT / "bench"))
LOADER = importlib.machinery.SourceFileLoader("bench_instructions", str(ROOT / "bench/instructions"))
instructions = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(instructions)

HERE = {"compiler": "GCC 12.2.0", "PHP": "8.2.36"}


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = pathlib.Path(folder.name) / "instructions.md"
        self.write({"a request": 5000, "a message": 4000})

    def write(self, figures):
        with self.here(figures):
            instructions.write(None)

    @contextlib.contextmanager
    def here(self, figures, environment=HERE):
        """A machine on which the operations take so many instructions."""
        def measured(builds, chosen=lambda name: True):
            return [(name, [count]) for name, count in figures.items() if chosen(name)]

        with unittest.mock.patch.object(instructions, "TABLE", self.table), \
                unittest.mock.patch.object(instructions, "figures", measured), \
                unittest.mock.patch.object(instructions.operations, "environment_of", lambda build: environment):
            yield

    def check(self, figures, environment=HERE):
        printed = io.StringIO()
        with self.here(figures, environment), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            return instructions.check(None), printed.getvalue()

    def test_three_percent_more_pass(self):
        passed, _ = self.check({"a request": 5149, "a message": 4000})
        self.assertTrue(passed)

    def test_an_operation_that_takes_more_is_named(self):
        passed, printed = self.check({"a request": 5151, "a message": 4000})
        self.assertFalse(passed)
        self.assertIn("a request takes 3.0% more instructions: 5,151, 5,000 in bench/instructions.md", printed)
        self.assertNotIn("a message takes", printed)

    def test_less_passes_and_asks_for_a_new_table(self):
        passed, printed = self.check({"a request": 4000, "a message": 4000})
        self.assertTrue(passed)
        self.assertIn("make bench-instructions", printed)

    def test_elsewhere_nothing_is_compared(self):
        passed, printed = self.check({"a request": 9000}, {**HERE, "PHP": "8.4.1"})
        self.assertTrue(passed)
        self.assertIn("PHP: 8.2.36 in the table, 8.4.1 here", printed)

    def test_an_operation_that_is_not_in_the_table_yet_is_not_compared(self):
        passed, printed = self.check({"a request": 5000, "a new one": 1})
        self.assertTrue(passed)
        self.assertNotIn("a new one", printed)


if __name__ == "__main__":
    unittest.main()
