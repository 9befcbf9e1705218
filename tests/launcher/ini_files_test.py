"""Which php.ini a server reads, and what `tern serve` sets where that says nothing."""
import json
import os
import re
import subprocess

from harness import ROOT
from launcher import LauncherTest, program
from php_program import PHP, opcache


class IniFilesTest(LauncherTest):
    def told(self, *words, ini="", php=()):
        """The line about settings, of a server with this php.ini."""
        path = self.write("own.ini", ini)
        server = self.run_served(*words, "--port", "0", php=("-c", str(path), *opcache(), *php))
        found = server.wait_for(r"^php\.ini: (.*), memory_limit (.*?)(?:, opcache (.*))?$")
        self.assertEqual(found[1], str(path))
        return server, found[2], found[3]

    def test_memory_limit_of_a_request(self):
        self.write("site/index.php", "<?php echo json_encode([ini_get('memory_limit'), get_cfg_var('apc.enable_cli')]);")
        server, limit, _ = self.told("site", ini="memory_limit = -1\n")
        self.assertEqual((limit, json.loads(server.get().text)), ("128M of a request", ["128M", "1"]))
        self.assertEqual(self.told("site", ini="memory_limit = 64M\n")[1], "64M of a request")
        self.assertEqual(self.told("site", php=("-d", "memory_limit=-1"))[1], "none")

    def test_memory_limit_of_a_worker(self):
        self.write("public/index.php", "<?php " + program("callable"))
        self.assertEqual(self.told("public", "--concurrency", "4", ini="memory_limit = -1\n")[1], "192M of a worker")
        found = re.fullmatch(r"(\d+)M of a worker", self.told("public", ini="memory_limit = -1\n")[1])
        self.assertLess(int(found[1]) << 20, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))

    def test_when_opcache_looks_at_files(self):
        self.write("site/index.php", "<?php echo 'page';")
        self.assertEqual(self.told("site")[2], "looks for changed files every 2 s")
        self.assertEqual(self.told("site", ini="opcache.revalidate_freq = 7\n")[2], "looks for changed files every 7 s")
        self.assertEqual(self.told("site", "--dev")[2], "looks for changed files at each include")

    def test_a_folder_has_the_settings_of_php_fpm(self):
        for name in ("cli/php.ini", "fpm/php.ini", "fpm/conf.d/10-a.ini", "fpm/conf.d/20-b.ini"):
            self.write(name, "; nothing")
        self.write("fpm/php.ini", "memory_limit = 128M\nexpose_php = Off\n")
        self.write("fpm/conf.d/20-b.ini", "memory_limit = 96M\nzend_extension=opcache.so\n")
        self.assertEqual(self.files(f"{self.folder}/cli/php.ini"), {
            "files": [f"{self.folder}/fpm/{name}" for name in ("php.ini", "conf.d/10-a.ini", "conf.d/20-b.ini")],
            "options": ["-c", f"{self.folder}/fpm"], "scan": f"{self.folder}/fpm/conf.d", "limit": "96M", "opcache": True, "tern": False})
        self.assertIsNone(self.files(f"{self.folder}/php.ini"))

    def test_extensions_of_the_command_line_where_php_fpm_was_removed(self):
        """Its package takes what it has in conf.d, and leaves php.ini."""
        for name in ("cli/php.ini", "cli/conf.d/10-a.ini", "fpm/php.ini"):
            self.write(name, "; nothing")
        (self.folder / "fpm/conf.d").mkdir()
        found = self.files(f"{self.folder}/cli/php.ini")
        self.assertEqual(found["files"], [f"{self.folder}/fpm/php.ini", f"{self.folder}/cli/conf.d/10-a.ini"])
        self.assertEqual((found["options"], found["scan"]), (["-c", f"{self.folder}/fpm"], f"{self.folder}/cli/conf.d:{self.folder}/fpm/conf.d"))

    def files(self, ini):
        """What IniFiles makes of a command line's php.ini."""
        done = subprocess.run([*PHP, str(ROOT / "tests/launcher/ini_files.php"), ini], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)
