"""Heads that scripts make: the same answers as nginx with PHP-FPM gives."""
import json

from alike_test import AlikeTest as Alike
from http_client import Client
from launcher import LauncherTest

# Of the connection and of the server itself.
OWN = {"date", "server", "connection", "keep-alive", "transfer-encoding", "content-length", "x-powered-by", "vary", "content-encoding"}
# nginx sends no reason there, and no blank before it.
NO_REASON = {"status-field", "line-404", "code-599"}
# Tern has a type for an answer that has none.
NO_TYPE = {"empty-type", "no-mimetype", "neither"}
DEFAULT_TYPE = ("content-type", "text/html")
DATE_AND_SERVER = {"date": "date", "server": "server"}


class HeadTest(LauncherTest):
    start = Alike.start

    def ask(self, port, method, case, version):
        with Client(("127.0.0.1", port)) as client:
            fields = [] if version == "1.0" else [("Connection", "close")]
            return client.ask(method, f"/head.php?case={case}", fields, b"", version)

    @staticmethod
    def seen(answer, case):
        hidden = OWN - {DATE_AND_SERVER.get(case)}
        fields = sorted((name.lower(), value) for name, value in answer.fields if name.lower() not in hidden)
        return answer.status, fields, answer.text

    def check(self, method, version="1.1"):
        server = self.start()
        for case in json.loads(server.get("/head.php?names").text):
            if case in NO_REASON:
                continue
            with self.subTest(case):
                theirs, ours = (self.seen(self.ask(port, method, case, version), case) for port in (self.nginx.port, server.port))
                if case in NO_TYPE and ours[0] == 200:
                    ours[1].remove(DEFAULT_TYPE)
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
