"""docs/constants.md is what scripts/api/constants makes of the extension, and says what each constant means."""
import os
import re
import subprocess
import unittest

from harness import ROOT
from php_program import need_php

PAGE = ROOT / "docs/constants.md"
ROW = re.compile(r"^\| (`.*?`) \| (.*?) \| (.*?) \|$", re.M)


def made():
    need_php()
    php = subprocess.run([os.environ["PHP_CONFIG"], "--php-binary"], capture_output=True, text=True, check=True).stdout.strip()
    loaded = subprocess.run([php, "-m"], capture_output=True, text=True, check=True).stdout.split()
    extension = [] if "tern" in loaded else ["-d", f"extension={os.environ['TERN_SO']}"]
    return subprocess.run([php, *extension, "-d", "display_errors=stderr", ROOT / "scripts/api/constants"], capture_output=True, text=True)


class ConstantsTest(unittest.TestCase):
    def test_the_page_is_what_the_extension_has(self):
        done = made()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(PAGE.read_text(), done.stdout, "scripts/api/constants > docs/constants.md")

    def test_each_says_what_it_means(self):
        rows = ROW.findall(PAGE.read_text())
        self.assertGreater(len(rows), 490)  # the script throws for a constant that is in no row, list or rule of the page
        for names, _, meaning in rows:
            self.assertRegex(meaning, r"^\S.*\.$", names)

    def test_a_part_of_the_page_says_where_they_are_used(self):
        parts = PAGE.read_text().split("\n## ")[1:-2]
        for part in parts:
            title, _, text = part.partition("\n")
            self.assertRegex(text.partition("| constant |")[0], r"[a-z]", title)


if __name__ == "__main__":
    unittest.main()
