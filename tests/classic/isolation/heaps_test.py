"""A page has a heap of its own (tern.own_heaps), and no value is freed in another one: the check of docs/internals/heap.md."""
import os
import pathlib
import tempfile

from php_program import PhpFile, opcache
from server_case import TestCase
from websocket import WebSocket


class HeapsTest(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name, "heaps.log")

    def test_frames_that_a_server_uses_again(self):
        """It keeps the objects of its frames for later messages: a page that is a client makes others."""
        check = {"TERN_OWN_HEAPS": "check", "TERN_HEAP_LOG": str(self.log)}
        server = self.run_script(PhpFile("classic/isolation/heaps.php"), php=(*opcache(), "-d", "opcache.enable_cli=1"),
                                 env={**os.environ, **check})
        client = WebSocket(("127.0.0.1", server.port))
        self.addCleanup(client.close)
        for number in range(3):
            client.push(f"{number}")
            self.assertEqual(client.text(), f"received {number}")
            self.assertEqual(server.get("/").text, "received from a page!")
        self.assertEqual(self.log.read_text() if self.log.exists() else "", "")
