"""Swoole\\Coroutine\\PostgreSQL against a real PostgreSQL: what it returns, and that it suspends only its coroutine."""
import pathlib
import re
import subprocess
import unittest

import services
from harness import TIMEOUT_S
from php_program import PHP
from server_case import TestCase

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", (HERE / "postgresql.expected").read_text(), re.M | re.S))
PACKAGES = DATABASE = None


def setUpModule():
    global PACKAGES, DATABASE
    PACKAGES = services.Packages()
    DATABASE = services.postgres(PACKAGES)
    unittest.addModuleCleanup(DATABASE.close)


class ScenarioTest(TestCase):
    """What the scenarios of postgresql.php print."""
    maxDiff = None

    def sees(self, scenario):
        command = [*PHP, *PACKAGES.php("pgsql"), HERE / "postgresql.php", scenario, str(DATABASE.port)]
        ran = subprocess.run(command, capture_output=True, text=True, env=PACKAGES.environment(), timeout=TIMEOUT_S,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        self.assertEqual(ran.stdout, EXPECTED[scenario])


for _name in EXPECTED:
    setattr(ScenarioTest, f"test_{_name}", lambda self, name=_name: self.sees(name))
