"""stream_select() and socket_select() in a server that has more than 1,024 descriptors."""
import json
import os
import pathlib
import subprocess
import unittest

from php_program import PhpFile
from server_case import TestCase

FOLDER = subprocess.run([os.environ["PHP_CONFIG"], "--extension-dir"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
SHARED = pathlib.Path(FOLDER, "sockets.so")


class SelectTest(TestCase):
    def ask(self, sockets):
        modules = ("-d", "extension=sockets") if sockets and SHARED.exists() else ()
        server = self.run_script(PhpFile("coroutine/select.php", sockets=sockets), php=modules)
        answer = server.get("/")
        self.assertEqual(answer.status, 200, server.output())
        self.assertNotIn("Warning", server.output())
        return json.loads(answer.text)

    def test_streams(self):
        self.assertEqual(self.ask(False), [
            "0  null null", "1  b ", "1 a null ", "1 a  ", "0  null null", "1 c null ", "0 null null ", "1 wrapped null null",
            "stream_select(): Argument #4 ($seconds) must be greater than or equal to 0",
            "stream_select(): Argument #5 ($microseconds) must be greater than or equal to 0",
            "stream_select(): Argument #5 ($microseconds) must be null when argument #4 ($seconds) is null"])

    def test_sockets(self):
        self.assertEqual(self.ask(True), ["1  b null", "1 a null null", "0  null "])


if __name__ == "__main__":
    unittest.main()
