"""Scenarios of a client class against a real database. A file NAME.php has them, and NAME.expected what each prints."""
import re
import subprocess
import unittest

import services
from harness import ROOT, TIMEOUT_S
from php_program import PHP
from server_case import TestCase

FOLDER = ROOT / "tests/coroutine"


class Database:
    """The database of a test file, from its setUpModule() on."""
    packages = service = None

    def start(self, start):
        """`start` is a function of services that runs one with these packages."""
        self.packages = services.Packages()
        self.service = start(self.packages)
        unittest.addModuleCleanup(self.service.close)


def scenario_test(name, database, *modules, arguments=lambda: ()):
    """A test case with a test for each scenario of NAME.expected. PHP loads `modules`. A scenario gets its name, the port of the
    database and `arguments()`."""
    expected = dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", (FOLDER / f"{name}.expected").read_text(), re.M | re.S))

    class ScenarioTest(TestCase):
        maxDiff = None

        def sees(self, scenario):
            command = [*PHP, *database.packages.php(*modules), FOLDER / f"{name}.php", scenario, str(database.service.port), *arguments()]
            ran = subprocess.run(command, capture_output=True, text=True, env=database.packages.environment(), timeout=TIMEOUT_S,
                                 stdin=subprocess.DEVNULL, check=False)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
            self.assertEqual(ran.stdout, expected[scenario])

    for scenario in expected:
        setattr(ScenarioTest, f"test_{scenario}", lambda self, scenario=scenario: self.sees(scenario))
    ScenarioTest.__module__, ScenarioTest.__qualname__ = f"{name}_test", "ScenarioTest"  # what -k compares with
    return ScenarioTest
