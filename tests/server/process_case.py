"""A server that says which events it saw, for tests of its processes."""
import re

from php_program import requires
from server_case import TestCase

ROUTER = "by_path($server)($request, $response);"
SETUP = requires("server/process_functions.php") + "notes_events($server);\n"


class ProcessTest(TestCase):
    def serve(self, handler=ROUTER, options=None, setup="", **more):
        return super().serve(handler, options, setup=SETUP + setup, **more)

    def events(self, server, since=0):
        return re.findall(r"^<(\w+)", server.output()[since:], re.M)

    def go(self, server):
        (server.folder / "GO").touch()

    def worker_starts(self, server, count):
        return server.wait_for(r"^<workerStart \d+ (\d+)>", count)
