"""Servers that tests start take nothing of the machine but programs: not the files in parents of their folders or in HOME, no
php.ini of the system, no variables."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from environment import MACHINE
from harness import ROOT, need
from php_program import need_php

# Each would be seen: a server would not start or not answer, or tell it.
STRAY = {".htaccess": "Stray\n", "php.ini": "user_agent = stray\n", ".user.ini": "user_agent = stray\n", "my.cnf": "[mysqld]\nstray\n",
         ".my.cnf": "[mysqld]\nstray\n", ".curlrc": 'user-agent = "stray"\n'}


class MachineTest(unittest.TestCase):
    def test_stray_files_and_variables(self):
        need_php()
        need("curl")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-machine-"))
        self.addCleanup(shutil.rmtree, folder, True)
        folder.chmod(0o755)
        temporary = folder / "temporary"
        temporary.mkdir()
        temporary.chmod(0o1777)
        for name, text in STRAY.items():
            for place in (folder, temporary):
                (place / name).write_text(text)
        names = dict.fromkeys(("HOME", "PHPRC", "PHP_INI_SCAN_DIR", "MYSQL_HOME", "CURL_HOME"), str(folder))
        done = subprocess.run([sys.executable, ROOT / "tests/project/machine_servers.py"], capture_output=True, text=True, check=False, env={
            **MACHINE, **names, "TMPDIR": str(temporary), "STRAY": "stray", "http_proxy": "http://127.0.0.1:1"})
        if "unittest.case.SkipTest" in done.stderr:
            self.skipTest(done.stderr.strip().splitlines()[-1])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        clean = ["", False, False, False]
        self.assertEqual(json.loads(done.stdout), {
            "apache": "200 served", "apache with .htaccess files": "200 served", "php-fpm": clean, "tern": clean, ".my.cnf in HOME": False,
            "curl": "curl", "mariadb": "started"})
