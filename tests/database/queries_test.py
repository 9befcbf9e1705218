"""db_queries: what requests ask MariaDB, and the lines of the application that ask."""
import json
import re
import shutil

from harness import ROOT, wait_until
from launcher import LauncherTest, tern
from otlp import Collector
from php_program import opcache
from queries_world import QueriesCase
from world import WORLD, DatabaseTest


def setUpModule():
    WORLD.open()


class QueriesTest(QueriesCase, DatabaseTest):
    PROGRAM = "database/queries/server.php"


class RequestTest(QueriesTest):
    def test_planted(self):
        """Three of three, with their lines."""
        server = self.serve()
        for name in ("orm", "prepared", "text"):
            with self.subTest(name=name):
                head, *found = self.report(server, f"/{name}")
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], rf"^N\+1: 8 times from {self.APPLICATION}:{self.line_of('planted: ' + name)}, \d+\.\d+ ms: SELECT ")
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
        self.assertRegex(found, rf"^asked again with the same values: 2 times from {self.APPLICATION}:{self.line_of('again')}, ")

    def test_transaction(self):
        server = self.serve()
        head = self.report(server, "/transaction")[0]
        found = re.fullmatch(r"4 queries, 1 row, ([\d.]+) ms of waiting, 1 transaction open for ([\d.]+) ms", head)
        self.assertIsNotNone(found, head)
        self.assertGreaterEqual(float(found[1]), 20)
        self.assertGreaterEqual(float(found[2]), 20)

    def test_rows(self):
        server = self.serve()
        head = self.report(server, "/rows")[0]
        self.assertRegex(head, r"^3 queries, 24 rows, ")

    def test_each_request_has_its_own(self):
        server = self.serve()
        self.ask_slowly(server)
        server.wait_for(r"queries of GET /slow: 1 query, 1 row, ", count=4)

    def test_server_timing(self):
        server = self.serve(server_timing=True)
        field = server.get("/text").get("server-timing")
        self.assertRegex(field, r'(^|, )db;dur=\d+\.\d{3};desc="8 queries", n-plus-1;desc="8 queries", total;dur=')
        self.assertNotIn("db;", server.get("/metrics").get("server-timing"))

    def test_shared_connections(self):
        """What the pool asks is not the application's."""
        server = self.serve(1)
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


class TotalsTest(QueriesTest):
    """What all requests have asked."""

    def test_digests_of_all_workers(self):
        server = self.serve_admin(worker_num=2)
        for _ in range(3):
            self.ask(server, "/text")
            self.ask(server, "/prepared")
        rows = self.totals()
        found = rows["SELECT customer FROM orders WHERE id = ?"]
        self.assertEqual((found["count"], found["rows"], found["failed"]), (24, 24, 0))
        self.assertEqual((found["summary"], found["system"]), ("SELECT orders", "mariadb"))
        self.assertGreaterEqual(found["waited_ms"], found["worst_ms"])
        self.assertGreaterEqual(found["worst_ms"], found["first_ms"])
        self.assertEqual(rows["SELECT name FROM items WHERE order_id = ?"]["count"], 24)

    def test_no_value_shows(self):
        server = self.serve_admin()
        self.ask(server, "/rows")
        rows = self.totals()
        self.assertEqual(rows["SELECT nothing FROM orders WHERE id = ?"]["failed"], 1)
        self.assertNotIn("secret", json.dumps(rows))

    def test_the_command(self):
        server = self.serve_admin()
        for _ in range(2):
            self.ask(server, "/orm")
        self.ask(server, "/slow?number=1")
        shown = tern("queries", "--admin", f"unix:{self.socket}", "--by", "count", "--most", "1")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        head, first = shown.stdout.splitlines()
        self.assertEqual(head.split(), "total ms count mean ms worst ms first ms rows failed query".split())
        self.assertRegex(first, r"^ *[\d.]+ +16 .* +16 +0  SELECT \* FROM items WHERE order_id = \?$")
        worst = [float(line.split()[3]) for line in tern("queries", "--admin", f"unix:{self.socket}", "--by", "worst").stdout.splitlines()[1:]]
        self.assertEqual(worst, sorted(worst, reverse=True))
        self.assertGreaterEqual(worst[0], 50)

    def test_metrics(self):
        server = self.serve()
        before = self.ask(server, "/metrics")
        self.ask(server, "/orm")
        self.ask(server, "/rows")

        def counted():
            now = self.ask(server, "/metrics")
            return {name: now[name] - before.get(name, 0) for name in now}
        wait_until(lambda: counted()["tern_db_queries_totalselect"] == 12, lambda: f"12 queries: {counted()}")
        found = counted()
        self.assertEqual((found["tern_db_failed_queries_total"], found["tern_db_n_plus_1_total"]), (1, 1))
        self.assertGreater(found["tern_db_query_seconds_totalselect"], 0)

    def test_slow_queries(self):
        server = self.serve(db_queries="", slow_query_ms=40)
        self.ask(server, "/slow?number=7")
        text = server.wait_for(r"slow query: (\d+ ms: SELECT .*(?:\n\t.*)*)")[1]
        self.assertRegex(text, r"^\d+ ms: SELECT SLEEP\(\?\), \?\n\t#0 PDO::query\n\t#1 \S+application\.php\(\d+\): on_slow")
        self.assertEqual(len(re.findall("slow query: .*SLEEP", server.output())), 1)


class SpanTest(QueriesTest):
    def setUp(self):
        super().setUp()
        self.collector = Collector()
        self.addCleanup(self.collector.close)

    def spans(self, path, name, count, **options):
        server = self.serve(**{"db_queries": "totals", "tracing": self.collector.url, **options})
        self.ask(server, path)
        return self.collector.wait(count, kind="client", name=name)

    def test_a_query(self):
        span = self.spans("/text", "SELECT orders", 8)[0]
        found = span.attributes
        self.assertEqual({name: found[name] for name in found if name.startswith("db.")},
                         {"db.system.name": "mariadb", "db.query.summary": "SELECT orders", "db.operation.name": "SELECT",
                          "db.query.text": "SELECT customer FROM orders WHERE id = ?", "db.collection.name": "orders"})
        self.assertEqual(found["server.port"], WORLD.database.port)
        self.assertFalse(span.failed)

    def test_prepared(self):
        self.assertEqual(self.spans("/prepared", "SELECT items", 8)[0].attributes["db.query.text"], "SELECT name FROM items WHERE order_id = ?")

    def test_raw(self):
        texts = {span.attributes["db.query.text"] for span in self.spans("/text", "SELECT orders", 8, tracing_raw_queries=True)}
        self.assertIn("SELECT customer FROM orders WHERE id = 3 /* order 3 */", texts)

    def test_an_error(self):
        spans = self.spans("/rows", "SELECT orders", 2)
        [failed] = [span for span in spans if span.failed]
        self.assertEqual((failed.attributes["db.response.status_code"], failed.attributes["error.type"]), ("1054", "1054"))


class DevelopmentTest(LauncherTest):
    def test_dev_shows_them(self):
        shutil.copytree(ROOT / "tests/database/queries/site", self.folder / "site")
        server = self.run_served("site", "--port", "0", "--workers", "1", "--dev", php=(*opcache(), *WORLD.php),
                                 env={**WORLD.packages.libraries(), "DATABASE_PORT": str(WORLD.database.port)})
        field = ", ".join(server.get("/page.php").all("server-timing"))
        self.assertIn('desc="7 queries", n-plus-1;desc="7 queries"', field)
        server.wait_for(r"queries of GET /page\.php: 7 queries, \d+ rows, [\d.]+ ms of waiting\n\tN\+1: 7 times from \S+/page\.php:6, ")
