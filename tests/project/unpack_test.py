"""scripts/unpack: packages for the tests, whatever the machine has installed."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT, need

# Needed by the checks, so a machine that runs the tests has it.
PACKAGE, FILE = "php-parser", "usr/share/php/PhpParser/ParserFactory.php"


class UnpackTest(unittest.TestCase):
    def setUp(self):
        for tool in ("apt-get", "apt-cache", "dpkg-deb", "dpkg-query"):
            need(tool)
        if subprocess.run(["dpkg-query", "-L", PACKAGE], capture_output=True).returncode != 0:
            self.skipTest(f"{PACKAGE} is not installed")
        self.clone = pathlib.Path(tempfile.mkdtemp(prefix="tern-unpack-"))
        self.addCleanup(shutil.rmtree, self.clone, True)
        (self.clone / "scripts").mkdir()
        shutil.copy(ROOT / "scripts/unpack", self.clone / "scripts/unpack")

    def unpack(self):
        done = subprocess.run([self.clone / "scripts/unpack", "one", PACKAGE], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.clone.resolve()}/build/one\n"), done.stderr)
        return pathlib.Path(done.stdout.strip())

    def test_what_is_installed_already_is_there(self):
        self.assertTrue((self.unpack() / FILE).is_file())

    def test_unpacked_once(self):
        mark = self.unpack() / "mark"
        mark.touch()
        self.unpack()
        self.assertTrue(mark.exists())

    def test_unpacked_anew_by_new_rules(self):
        mark = self.unpack() / "mark"
        mark.touch()
        with open(self.clone / "scripts/unpack", "a") as script:
            script.write("# another rule\n")
        self.assertTrue((self.unpack() / FILE).is_file())
        self.assertFalse(mark.exists())
