"""The client's WebSocket with a server that others made: Python's websockets package."""
import json
import pathlib
import subprocess
import unittest

from harness import TIMEOUT_S
from php_program import PhpFile

PYTHON = "/usr/bin/python3"  # that of the system has the package, others may not


class PythonServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if subprocess.run([PYTHON, "-c", "import websockets"], check=False, capture_output=True).returncode:
            raise unittest.SkipTest("the websockets package is not installed")

    def setUp(self):
        program = pathlib.Path(__file__).with_name("websocket_server.py")
        self.server = subprocess.Popen([PYTHON, "-W", "ignore", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.server.wait, TIMEOUT_S)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.stdin.close)
        self.port = int(self.server.stdout.readline())

    def call(self, function, **given):
        script = PhpFile("client/websocket_client.php", call=function, port=self.port, patience_s=TIMEOUT_S, **given)
        return json.loads(script.run())

    def test_sizes(self):
        self.assertEqual(self.call("sizes", compresses=False), [False, {"true": 16}])

    def test_sizes_compressed(self):
        self.assertEqual(self.call("sizes", compresses=True), [True, {"true": 16}])

    def test_fragments(self):
        self.assertEqual(self.call("fragments"), ["in several parts", True])

    def test_pings_are_answered(self):
        self.assertEqual(self.call("ping"), "yes")

    def test_the_server_closes(self):
        self.assertEqual(self.call("closed_by_server"), [4000, "enough \u20ac", "", False, 0])

    def test_the_client_closes(self):
        self.assertEqual(self.call("closed_by_client"), ["", "4001 ours \u20ac"])

    def test_subprotocol(self):
        self.assertEqual(self.call("subprotocol"), "chat.v1")

    def test_many(self):
        self.assertEqual(self.call("many", count=50), {"true": 50})


if __name__ == "__main__":
    unittest.main()
