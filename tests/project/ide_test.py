"""The package of stubs for editors and PHPStan (scripts/ide-stubs): PHPStan accepts it, and knows Tern by it alone."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from environment import MACHINE
from harness import ROOT
from php_program import PHP
from prepared import prepared

HERE = pathlib.Path(__file__).parent


class StubsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phpstan = prepared("php-tools/folder") / "vendor/bin/phpstan"
        cls.php = subprocess.run([os.environ["PHP_CONFIG"], "--php-binary"], capture_output=True, text=True, check=True).stdout.strip()
        made = subprocess.run([ROOT / "scripts/ide-stubs"], env=MACHINE, capture_output=True, text=True)
        assert made.returncode == 0, made.stdout + made.stderr
        cls.package = ROOT / "build/ide"

    def findings(self, file):
        """Line numbers and messages, by a PHP that does not have the extension."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-ide-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "phpstan.neon").write_text(
            f"includes:\n    - {self.package}/extension.neon\nparameters:\n    level: max\n    tmpDir: {folder}/cache\n    paths:\n        - {file}\n")
        done = subprocess.run([self.php, self.phpstan, "analyse", "-c", folder / "phpstan.neon", "--no-progress", "--autoload-file",
                               self.package / "src/OptionNames.php", "--memory-limit", "2G",
                               "--error-format", "json"], capture_output=True, text=True)
        told = json.loads(done.stdout)
        self.assertEqual(told["errors"], [])
        return [(one["line"], one["message"]) for file in told["files"].values() for one in file["messages"]]

    def test_every_file_is_php(self):
        files = sorted((self.package / "stubs").rglob("*.php"))
        self.assertGreater(len(files), 150)
        check = "foreach (array_slice($argv, 1) as $file) { PhpToken::tokenize(file_get_contents($file), TOKEN_PARSE); }"
        subprocess.run([self.php, "-r", check, "--", *files], check=True)

    def test_nothing_internal_is_declared(self):
        for path in (self.package / "stubs").rglob("*.php"):
            self.assertNotIn("Internal", path.relative_to(self.package).parts)
            self.assertNotRegex(path.read_text(), r"(?m)^\s*(abstract |final )?(class|interface) .*Tern\\Internal|^ *private ")

    def test_comments_are_kept(self):
        self.assertIn("@return string|false the body", (self.package / "stubs/Swoole/Http/Request.php").read_text())

    def test_phpstan_knows_tern(self):
        self.assertEqual(self.findings(HERE / "ide_good.php"), [])

    def test_phpstan_finds_mistakes(self):
        bad = HERE / "ide_bad.php"
        expected = [number for number, line in enumerate(bad.read_text().splitlines(), 1) if re.search(r"// \d$", line)]
        found = self.findings(bad)
        self.assertEqual(sorted({line for line, _ in found}), expected, found)
        self.assertIn('Tern has no option "worker_nums".', [message for _, message in found])

    def test_every_known_option_is_accepted(self):
        known = f"require '{self.package}/src/options.php'"
        check = "$s = new Swoole\\Server('127.0.0.1', 0);" \
                f"foreach ({known} as $name) {{ try {{ $s->set([$name => null]); }} catch (Error) {{}} }} echo 'set all';"
        done = subprocess.run([*PHP, "-r", check], capture_output=True, text=True)
        self.assertEqual(done.stdout + done.stderr, "set all")


if __name__ == "__main__":
    unittest.main()
