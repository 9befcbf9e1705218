"""Swoole\\Coroutine\\Redis against a real Redis: what it returns, and that it suspends only its coroutine."""
import pathlib
import re
import subprocess
import unittest

import services
from harness import TIMEOUT_S
from php_program import PHP
from server_case import TestCase

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", (HERE / "redis.expected").read_text(), re.M | re.S))
PACKAGES = DATABASE = None


def setUpModule():
    global PACKAGES, DATABASE
    PACKAGES = services.Packages()
    DATABASE = services.redis(PACKAGES)
    unittest.addModuleCleanup(DATABASE.close)


class ScenarioTest(TestCase):
    """What the scenarios of redis.php print."""
    maxDiff = None

    def sees(self, scenario):
        ran = subprocess.run([*PHP, HERE / "redis.php", scenario, str(DATABASE.port)], capture_output=True, text=True,
                             timeout=TIMEOUT_S, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        self.assertEqual(ran.stdout, EXPECTED[scenario])


for _name in EXPECTED:
    setattr(ScenarioTest, f"test_{_name}", lambda self, name=_name: self.sees(name))
