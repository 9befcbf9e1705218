"""db_queries: what requests ask MariaDB, and the lines of the application that ask."""
import re

from harness import ROOT
from world import WORLD, DatabaseTest

APPLICATION = ROOT / "tests/database/queries/application.php"


def setUpModule():
    WORLD.open()


def line_of(comment):
    lines = APPLICATION.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {comment}"))


class QueriesTest(DatabaseTest):
    PROGRAM = "database/queries/server.php"

    def serve(self, **options):
        server = self.start(0, **{"db_queries": "log", **options})
        self.ask(server, "/setup")
        return server

    def report(self, server, path):
        """The text that the log has for this request, which is over, without what comes before each line."""
        since = len(server.output())
        self.ask(server, path)
        text = server.wait_for(rf"queries of GET {re.escape(path)}: (.*(?:\n\t.*)*)", since=since)[1]
        return [line.lstrip("\t") for line in text.split("\n")]


class RequestTest(QueriesTest):
    def test_planted(self):
        """Three of three, with their lines."""
        server = self.serve()
        for name in ("orm", "prepared", "text"):
            with self.subTest(name=name):
                head, *found = self.report(server, f"/{name}")
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], rf"^N\+1: 8 times from {APPLICATION}:{line_of('planted: ' + name)}, \d+\.\d+ ms: SELECT ")
                self.assertNotIn("it's", found[0])

    def test_what_looks_like_it(self):
        server = self.serve()
        head, *found = self.report(server, "/others")
        self.assertRegex(head, r"^36 queries, ")
        self.assertEqual(found, [])

    def test_the_same_again(self):
        server = self.serve()
        head, found = self.report(server, "/again")
        self.assertRegex(head, r"^3 queries, 3 rows, ")
        self.assertRegex(found, rf"^asked again with the same values: 2 times from {APPLICATION}:{line_of('again')}, ")

    def test_transaction(self):
        server = self.serve()
        head = self.report(server, "/transaction")[0]
        found = re.fullmatch(r"4 queries, 4 rows, ([\d.]+) ms of waiting, 1 transaction open for ([\d.]+) ms", head)
        self.assertIsNotNone(found, head)
        self.assertGreaterEqual(float(found[1]), 20)
        self.assertGreaterEqual(float(found[2]), 20)

    def test_rows(self):
        server = self.serve()
        head = self.report(server, "/rows")[0]
        self.assertRegex(head, r"^3 queries, 24 rows, ")

    def test_each_request_has_its_own(self):
        server = self.serve()
        clients = [server.client() for _ in range(4)]
        for number, client in enumerate(clients):
            self.addCleanup(client.close)
            client.send(f"GET /slow?number={number} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        for client in clients:
            self.assertEqual(client.response().status, 200)
        server.wait_for(r"queries of GET /slow: 1 query, 1 row, ", count=4)

    def test_server_timing(self):
        server = self.serve(server_timing=True)
        field = server.get("/text").get("server-timing")
        self.assertRegex(field, r'(^|, )db;dur=\d+\.\d{3};desc="8 queries", n-plus-1;desc="8 queries", total;dur=')
        self.assertNotIn("db;", server.get("/metrics").get("server-timing"))

    def test_shared_connections(self):
        """What the pool asks is not the application's."""
        server = self.serve(db_connections=1)
        for _ in range(3):
            head = self.report(server, "/others")[0]
            self.assertRegex(head, r"^36 queries, ")

    def test_totals_write_no_line(self):
        server = self.serve(db_queries="totals")
        self.ask(server, "/text")
        self.assertNotIn("queries of", server.output())

    def test_off_by_default(self):
        server = self.serve(db_queries="", server_timing=True)
        self.assertNotIn("db;", server.get("/text").get("server-timing"))
