"""Heads that scripts make: the same answers as nginx with PHP-FPM gives."""
import json

from alike_test import AlikeTest as Alike
from harness import Client

# Of the connection and of the server itself.
OWN = {"date", "server", "connection", "keep-alive", "transfer-encoding", "content-length", "x-powered-by"}
DATE_AND_SERVER = {"date": "date", "server": "server"}


class HeadTest(Alike):
    def ask(self, port, method, case, version):
        with Client(("127.0.0.1", port)) as client:
            fields = [] if version == "1.0" else [("Connection", "close")]
            return client.ask(method, f"/head.php?case={case}", fields, b"", version)

    def theirs(self, method, case, version):
        try:
            return self.ask(self.nginx.port, method, case, version)
        except ValueError:
            return None  # nginx sends no reason, and no blank before it

    @staticmethod
    def seen(answer, case):
        hidden = OWN - {DATE_AND_SERVER.get(case)}
        fields = sorted((name.lower(), value) for name, value in answer.fields if name.lower() not in hidden)
        return answer.status, answer.reason, fields, answer.text

    def check(self, method, version="1.1"):
        server = self.start()
        for case in json.loads(server.get("/head.php?names").text):
            with self.subTest(case):
                theirs, ours = (self.seen(self.ask(port, method, case, version), case) for port in (self.nginx.port, server.port))
                self.assertEqual(ours, theirs)

    def test_get(self):
        self.check("GET")

    def test_head(self):
        self.check("HEAD")

    def test_post(self):
        self.check("POST")

    def test_http_1_0(self):
        self.check("GET", "1.0")


del Alike
