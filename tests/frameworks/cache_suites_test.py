"""The integration tests of PSR-6 and PSR-16 (cache/integration-tests) with the pools of Tern: with both versions of the interfaces that are in
use, and with symfony/cache."""
# Time limit: 120 s
import pathlib
import re
import subprocess

from applications import installed
from php_program import PHP, need_php
from prepared import prepared
from server_case import TestCase

HERE = pathlib.Path(__file__).parent
MODULES = ("dom", "xml", "xmlwriter", "json", "libxml", "tokenizer", "mbstring", "phar")


class SuitesTest(TestCase):
    def run_suite(self, autoload, name, at_least):
        need_php()
        suites = prepared("cache-suites")
        loaded = subprocess.run([*PHP, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
        extensions = [word for module in MODULES if module not in loaded for word in ("-d", f"extension={module}")]
        autoload = autoload or suites / "usr/share/php/Cache/IntegrationTests/autoload.php"
        done = subprocess.run([*PHP, *extensions, "-d", "error_reporting=E_ALL & ~E_DEPRECATED", HERE / "cache/suites.php", autoload, suites, name],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        told = re.search(r"(?:OK \(|Tests: )(\d+)", done.stdout)
        self.assertGreaterEqual(int(told[1]), at_least, done.stdout)

    def test_psr_16_version_1(self):
        self.run_suite(None, "Psr16CacheTest", 190)

    def test_psr_6_version_1(self):
        self.run_suite(None, "Psr6PoolTest", 120)

    def test_psr_16(self):
        self.run_suite(installed("laravel") / "vendor/autoload.php", "Psr16CacheTest", 190)

    def test_psr_6(self):
        self.run_suite(installed("symfony") / "vendor/autoload.php", "Psr6PoolTest", 120)

    def test_symfony(self):
        self.run_suite(installed("symfony") / "vendor/autoload.php", "SymfonyPoolTest", 100)

    def test_symfony_with_tags(self):
        self.run_suite(installed("symfony") / "vendor/autoload.php", "SymfonyTagsTest", 100)
