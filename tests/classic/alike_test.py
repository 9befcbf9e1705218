"""Small scripts print the same as under nginx with PHP-FPM: what programs ask for to find out where they run."""
import json
import shutil

import services
import web_servers
from harness import ROOT, Client, opcache
from launcher import LauncherTest
from variables_test import NGINX

SCRIPTS = ROOT / "tests/classic/alike"
OF_COMMAND_LINE = {"cli_get_process_title", "cli_set_process_title", "dl"}
OF_FPM = {"fpm_get_status"}


class AlikeTest(LauncherTest):
    def start(self, *words):
        fpm = services.php_fpm(services.Packages("web-servers"), SCRIPTS)
        self.addCleanup(fpm.close)
        pem = services.make_certificate(fpm.folder / "pem")
        self.nginx = web_servers.start_nginx(NGINX.format(root=fpm.root, port=fpm.port), pem, pem)
        self.addCleanup(self.nginx.close)
        shutil.copytree(SCRIPTS, self.folder / "site")
        return self.run_served("site", "--port", "0", "--workers", "1", *words, php=(*opcache(), "-d", "output_buffering=0"))

    def both(self, server, path, fields=(), method="GET", body=b""):
        """The answers of PHP-FPM and of Tern."""
        with Client(("127.0.0.1", self.nginx.port)) as client:
            theirs = client.ask(method, path, [("Connection", "close"), *fields], body)
        return theirs, server.get(path, fields, method, body)

    def test_functions_and_constants(self):
        theirs, ours = (json.loads(answer.text) for answer in self.both(self.start(), "/functions.php"))
        self.assertEqual(set(ours["functions"]) - OF_COMMAND_LINE, set(theirs["functions"]) - OF_FPM)
        self.assertEqual(ours["constants"], theirs["constants"])
