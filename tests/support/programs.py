"""The programs that users read, run as they are: those in the documentation and those in examples/."""
import re

from harness import ROOT, free_port, wait_until
from server_case import TestCase
from server_process import Server

PORT = "9501"
ADMIN_PORT = "9600"


class Program(TestCase):
    def start(self, source, folder=None, env=None, php=()):
        """Runs a program as it is, but on free ports."""
        self.assertIn(PORT, source)
        port = free_port()
        admin_port = free_port()
        body = re.sub(r"\A<\?php\n", "", source).replace(PORT, str(port)).replace(ADMIN_PORT, str(admin_port))
        if folder is not None:
            body = body.replace("__DIR__", f"'{folder}'")
        server = Server(body, wait=False, env=env, php=php)
        self.addCleanup(server.stop)
        server.port, server.ports, server.admin_port = port, [port], admin_port
        wait_until(lambda: self.accepts(server), server.output)
        return server

    def accepts(self, server):
        self.assertIsNone(server.process.poll(), server.output())
        try:
            server.client().close()
        except ConnectionRefusedError:
            return False
        return True

    def example(self, name, env=None):
        return self.start((ROOT / "examples" / name).read_text(), ROOT / "examples", env)
