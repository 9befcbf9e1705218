"""A server of static files and a folder for them."""
import os
import pathlib
import shutil
import tempfile

from php_program import PhpFile
from server_case import TestCase
from server_process import Server

MODIFIED = 784111777


def pairs(lines):
    return [tuple(line.split(": ", 1)) for line in lines]


class Files(TestCase):
    options = {}
    types = {}

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="tern-static-"))
        self.addCleanup(shutil.rmtree, self.top)
        self.root = self.top / "root"
        self.root.mkdir()
        (self.top / "secret.txt").write_text("secret")
        self.fill()
        self.start()

    def fill(self):
        pass

    def start(self, **more):
        options = {"enable_static_handler": True, "document_root": str(self.root), "static_cache_valid": 0,
                   **self.options, **more}
        self.server = Server(PhpFile("http/static.php", options, types=self.types))
        self.addCleanup(self.server.stop)

    def write(self, name, content, time=MODIFIED):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        os.utime(path, (time, time))
        return path

    def get(self, path, fields=(), **more):
        return self.server.get(path, pairs(fields), **more)

    def served(self, path, body, fields=(), **more):
        answer = self.get(path, fields, **more)
        self.assertEqual((answer.status, answer.body), (200, body.encode() if isinstance(body, str) else body))
        return answer

    def handled(self, path, **more):
        answer = self.get(path, **more)
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.text.startswith("handler "), answer)
        return answer
