"""db_queries: what requests ask PostgreSQL, by PDO and by pgsql's functions."""
import json
import re

from harness import ROOT, wait_until
from otlp import Collector
from pgsql_world import PGSQL, PgsqlTest
from queries_world import QueriesCase


def setUpModule():
    PGSQL.open()


class PgsqlQueriesTest(QueriesCase, PgsqlTest):
    PROGRAM = "database/queries/pgsql_server.php"
    APPLICATION = ROOT / "tests/database/queries/pgsql_application.php"


class RequestTest(PgsqlQueriesTest):
    def planted(self, server):
        for name in ("orm", "prepared", "text", "params", "sent"):
            with self.subTest(name=name):
                head, *found = self.report(server, f"/{name}")
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], rf"^N\+1: 8 times from {self.APPLICATION}:{self.line_of('planted: ' + name)}, \d+\.\d+ ms: SELECT ")
                self.assertNotIn("secret", "".join(found))

    def test_planted(self):
        """Five of five, with their lines."""
        self.planted(self.serve())

    def test_planted_with_shared_connections(self):
        """What the pool asks is not the application's."""
        server = self.serve(1)
        self.planted(server)
        self.planted(server)

    def test_texts(self):
        server = self.serve()
        self.assertIn("SELECT customer FROM orders WHERE id = ? AND ? <> ?", self.report(server, "/text")[1])
        self.assertIn("SELECT id FROM items WHERE order_id = ?::int", self.report(server, "/params")[1])

    def test_sent_and_awaited_later(self):
        """Several statements in a text are one query."""
        self.assertRegex(self.report(self.serve(), "/sent")[0], r"^10 queries, 19 rows, ")

    def test_the_same_again(self):
        head, found = self.report(self.serve(), "/again")
        self.assertRegex(head, r"^3 queries, 3 rows, ")
        self.assertRegex(found, rf"^asked again with the same values: 2 times from {self.APPLICATION}:{self.line_of('again')}, ")

    def test_transaction(self):
        head = self.report(self.serve(), "/transaction")[0]
        found = re.fullmatch(r"4 queries, 4 rows, ([\d.]+) ms of waiting, 1 transaction open for ([\d.]+) ms", head)
        self.assertIsNotNone(found, head)
        self.assertGreaterEqual(float(found[1]), 20)
        self.assertGreaterEqual(float(found[2]), 20)

    def test_rows(self):
        server = self.serve()
        self.assertRegex(self.report(server, "/rows")[0], r"^4 queries, 12 rows, ")
        self.assertRegex(self.report(server, "/copy")[0], r"^3 queries, 14 rows, ")

    def test_each_request_has_its_own(self):
        server = self.serve()
        self.ask_slowly(server)
        server.wait_for(r"queries of GET /slow: 1 query, 1 row, ", count=4)

    def test_server_timing(self):
        field = self.serve(server_timing=True).get("/text").get("server-timing")
        self.assertRegex(field, r'(^|, )db;dur=\d+\.\d{3};desc="8 queries", n-plus-1;desc="8 queries", total;dur=')

    def test_off_by_default(self):
        server = self.serve(db_queries="", server_timing=True)
        self.assertNotIn("db;", server.get("/text").get("server-timing"))


class TotalsTest(PgsqlQueriesTest):
    def test_digests_of_all_workers(self):
        server = self.serve_admin(worker_num=2)
        for _ in range(3):
            self.ask(server, "/prepared")
        found = self.totals()["SELECT name FROM items WHERE order_id = ?"]
        self.assertEqual((found["count"], found["rows"], found["failed"]), (24, 24, 0))
        self.assertEqual((found["summary"], found["system"]), ("SELECT items", "postgresql"))
        self.assertGreaterEqual(found["waited_ms"], found["worst_ms"])

    def test_what_ends_a_statement_of_pdo_is_not_counted(self):
        server = self.serve_admin()
        self.ask(server, "/again")
        self.assertEqual([text for text in self.totals() if text.startswith("DEALLOCATE")], [])

    def test_no_value_shows(self):
        server = self.serve_admin()
        for path in ("/rows", "/text", "/copy", "/old_strings"):
            self.ask(server, path)
        rows = self.totals()
        self.assertEqual(rows["SELECT nothing FROM orders WHERE id = ?"]["failed"], 1)
        self.assertEqual(rows["SELECT id FROM orders WHERE ? <> ?"]["rows"], 8)
        self.assertNotIn("secret", json.dumps(rows))

    def test_a_statement_that_the_server_has_prepared(self):
        server = self.serve_admin()
        self.assertEqual(self.ask(server, "/named"), [1])
        self.assertEqual(self.totals()["EXECUTE own"]["rows"], 1)

    def test_a_connection_that_ends(self):
        server = self.serve_admin()
        self.assertEqual(self.ask(server, "/ended"), [False])
        self.assertEqual(self.totals()["SELECT pg_terminate_backend(pg_backend_pid())"]["failed"], 1)

    def test_metrics(self):
        server = self.serve()
        before = self.ask(server, "/metrics")
        self.ask(server, "/prepared")
        self.ask(server, "/rows")

        def counted():
            now = self.ask(server, "/metrics")
            return {name: now[name] - before.get(name, 0) for name in now}
        wait_until(lambda: counted()["tern_db_queries_totalselect"] == 11, lambda: f"11 queries: {counted()}")
        found = counted()
        self.assertEqual((found["tern_db_failed_queries_total"], found["tern_db_n_plus_1_total"]), (1, 1))
        self.assertGreater(found["tern_db_query_seconds_totalselect"], 0)

    def test_slow_queries(self):
        server = self.serve(db_queries="", slow_query_ms=40)
        self.ask(server, "/slow?number=7")
        text = server.wait_for(r"slow query: (\d+ ms: SELECT .*(?:\n\t.*)*)")[1]
        self.assertRegex(text, r"^\d+ ms: SELECT pg_sleep\(\?\), \?\n\t#0 PDO::query\n(\t.*\n)*?\t#2 \S+pgsql_application\.php\(\d+\): on_slow")


class SpanTest(PgsqlQueriesTest):
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
                         {"db.system.name": "postgresql", "db.query.summary": "SELECT orders", "db.operation.name": "SELECT",
                          "db.query.text": "SELECT customer FROM orders WHERE id = ? AND ? <> ?", "db.collection.name": "orders"})
        self.assertEqual(found["server.port"], PGSQL.database.port)
        self.assertFalse(span.failed)

    def test_prepared(self):
        span = self.spans("/prepared", "SELECT items", 8)[0]
        self.assertEqual(span.attributes["db.query.text"], "SELECT name FROM items WHERE order_id = ?")

    def test_an_error(self):
        spans = self.spans("/rows", "SELECT orders", 2)
        [failed] = [span for span in spans if span.failed]
        self.assertEqual((failed.attributes["db.response.status_code"], failed.attributes["error.type"]), ("42703", "42703"))
