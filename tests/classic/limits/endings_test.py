"""How scripts end: the same answers as nginx with PHP-FPM, and the worker goes on."""
# Time limit: 400 s
import os
import re

import endings
import fpm_site
from http_client import Client
from launcher import LauncherTest
from php_program import opcache

AGE = 3600


class EndingsTest(LauncherTest):
    def serve_both(self, settings):
        self.write("site/.user.ini", settings)
        for name, code in endings.scripts():
            self.write(f"site/{name}.php", "<?php " + code)
        self.write("site/index.php", "<?php echo getmypid();")
        for file in (self.folder / "site").glob("*.php"):  # opcache does not cache files of the last seconds
            before = file.stat().st_mtime - AGE
            os.utime(file, (before, before))
        self.nginx, fpm = fpm_site.start(self.folder / "site", self.addCleanup)
        self.root = fpm.root
        return self.run_served(str(fpm.root), "--port", "0", "--workers", "1", php=opcache())

    def plain(self, answer):
        text = re.sub(r"#\d+", "#N", answer.text.replace(str(self.root), "ROOT"))
        return answer.status, text, answer.get("X-Late")

    def compare(self, settings):
        server = self.serve_both(settings)
        pid = server.get("/").text
        for name, _ in endings.scripts():
            with self.subTest(name):
                with Client(("127.0.0.1", self.nginx.port)) as client:
                    theirs = client.ask("GET", f"/{name}.php", [("Connection", "close")])
                self.assertEqual(self.plain(server.get(f"/{name}.php")), self.plain(theirs))
                self.assertEqual(server.get("/").text, pid)

    def test_errors_are_shown(self):
        self.compare("display_errors = 1\nhtml_errors = 0\noutput_buffering = 4096\n")

    def test_errors_are_hidden(self):
        self.compare("display_errors = 0\noutput_buffering = 0\n")
