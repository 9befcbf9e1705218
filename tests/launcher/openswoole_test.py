"""tern.openswoole: a server that messages of PSR-7 answer."""
import os

from launcher import FrameworkTest
from php_program import PhpFile


class OpenSwooleTest(FrameworkTest):
    def serve_handler(self, vendor, method):
        self.write_autoload([f"{vendor}/Psr7"])
        script = PhpFile("launcher/openswoole.php", autoload=self.folder / "vendor/autoload.php", method=method)
        return self.run_script(script, php=(*self.options(), "-d", "tern.openswoole=1"),
                               env={**os.environ, "TERN_TEST_ANSWER": f"{vendor}\\Psr7\\Response"})

    def test_handler_of_psr15_with_nyholm(self):
        self.check_messages(self.serve_handler("Nyholm", "setHandler"))

    def test_handler_of_psr15_with_slim(self):
        self.check_messages(self.serve_handler("Slim", "setHandler"))

    def test_function(self):
        server = self.serve_handler("Nyholm", "handle")
        self.assertEqual(server.get("/", method="PUT").text, "PUT")
        self.assertEqual(server.get("/fails").status, 500)
        self.assertEqual(server.get("/").text, "GET")
        server.wait_for("as told")
