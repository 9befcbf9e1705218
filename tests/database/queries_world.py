"""What the tests of db_queries have in common, whatever their database is."""
import json
import pathlib
import re
import shutil
import tempfile

from harness import ROOT
from http_client import Client


class QueriesCase:
    """A server that observes the queries of an application: of a TestCase of a world."""
    APPLICATION = ROOT / "tests/database/queries/application.php"

    def line_of(self, comment):
        lines = self.APPLICATION.read_text().splitlines()
        return next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {comment}"))

    def serve(self, connections=0, **options):
        server = self.start(connections, **{"db_queries": "log", **options})
        self.ask(server, "/setup")
        return server

    def report(self, server, path):
        """The text that the log has for this request, which is over, without what comes before each line."""
        since = len(server.output())
        self.ask(server, path)
        text = server.wait_for(rf"queries of GET {re.escape(path)}: (.*(?:\n\t.*)*)", since=since)[1]
        return [line.lstrip("\t") for line in text.split("\n")]

    def serve_admin(self, **options):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-queries-"))
        self.addCleanup(shutil.rmtree, folder, True)
        self.socket = folder / "admin.sock"
        return self.serve(**{"db_queries": "totals", "admin": f"unix:{self.socket}", **options})

    def totals(self):
        with Client(str(self.socket)) as client:
            return {row["text"]: row for row in json.loads(client.ask("GET", "/queries", [("Host", "localhost")]).text)["queries"]}

    def ask_slowly(self, server):
        """Four requests at a time."""
        clients = [server.client() for _ in range(4)]
        for number, client in enumerate(clients):
            self.addCleanup(client.close)
            client.send(f"GET /slow?number={number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        for client in clients:
            self.assertEqual(client.response().status, 200)
