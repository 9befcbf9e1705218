"""db_multiplex: a request that waits for a connection gets one of a request which is between two statements."""
# Time limit: 300 s
import json
import unittest

from harness import wait_until
from http_client import request
from pgsql_world import PGSQL, PgsqlTest
from world import WORLD, DatabaseTest

GONE = "is not known any more"


class Multiplexing:
    """With one connection for all requests."""

    def start_multiplexed(self, connections=1, **options):
        return self.start(connections, **{"db_multiplex": "transaction", "db_connections_timeout": 20, **options})

    def client_for(self, server, path):
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path=path))
        return client

    def rows(self, client, server):
        answer = client.response()
        self.assertEqual(answer.status, 200, server.output())
        return json.loads(answer.text)

    def turns(self, server, kind):
        (self.folder / "a").unlink(missing_ok=True)
        (self.folder / "b").unlink(missing_ok=True)
        clients = [self.client_for(server, f"/turns?kind={kind}&me={me}&other={other}") for me, other in ("ab", "ba")]
        return [[str(one) for one in self.rows(client, server)] for client in clients]

    def between(self, server, kind, what):
        """What a request sees after it has waited, and what another one got meanwhile."""
        (self.folder / "go").unlink(missing_ok=True)
        mark = server.mark()
        waits = self.client_for(server, f"/wait?kind={kind}&what={what}")
        server.wait_for(rf"^WAITS {what}$", since=mark)
        (taken,) = self.ask(server, f"/take?kind={kind}")
        (self.folder / "go").touch()
        seen = self.rows(waits, server)[1]
        self.wait_idle(server)
        return seen, taken

    def recalled(self, server):
        return self.ask(server, "/report")["tern_db_connections_recalled_total"]

    def test_requests_take_turns(self):
        server = self.start_multiplexed()
        for kind in self.KINDS:
            with self.subTest(kind):
                self.assertEqual(self.turns(server, kind), [["1", "2"], ["1", "2"]])
                self.wait_idle(server)
        wait_until(lambda: self.recalled(server) > 0, "a connection that was recalled")
        self.assertEqual(self.ask(server, "/report")["tern_pool_connections"], 1)

    def test_off(self):
        server = self.start_multiplexed(db_multiplex="off", db_connections_timeout=0.05)
        for kind in self.KINDS:
            failed = [seen[0].startswith("error: ") for seen in self.turns(server, kind)]
            self.assertEqual(sorted(failed), [False, True])
            self.wait_idle(server)
        self.assertEqual(self.recalled(server), 0)

    def test_connection_is_given(self):
        server = self.start_multiplexed()
        for kind in self.KINDS:
            for what, expected in self.GIVEN.items():
                with self.subTest(kind=kind, what=what):
                    seen, taken = self.between(server, kind, what)
                    self.assertEqual(taken, "dirt")
                    if expected == GONE:
                        self.assertIn(GONE, seen)
                    else:
                        self.assertEqual([[str(value) for value in row] for row in seen], expected)
        wait_until(lambda: self.recalled(server) == len(self.KINDS) * len(self.GIVEN), lambda: f"{self.recalled(server)} recalled")

    def test_connection_is_kept(self):
        server = self.start_multiplexed(db_connections_timeout=0.05)
        for kind in self.KINDS:
            for what, expected in self.KEPT.items():
                with self.subTest(kind=kind, what=what):
                    seen, taken = self.between(server, kind, what)
                    self.assertRegex(taken, r"^error: [\s\S]*No connection of db_connections was free in time")
                    self.assertEqual([[str(value) for value in row] for row in seen], expected)
        self.assertEqual(self.recalled(server), 0)

    def test_connection_of_another_worker(self):
        server = self.start_multiplexed(worker_num=2, dispatch_mode=3)
        clients = {}
        wait_until(lambda: len(self.add_client(server, clients)) == 2, "a connection to each worker")
        first, second = clients.values()
        first.send(request(path=f"/wait?kind=pdo&what={self.ONE}"))
        server.wait_for("^WAITS ")
        second.send(request(path="/take?kind=pdo"))
        self.assertEqual(self.rows(second, server), ["dirt"])
        (self.folder / "go").touch()
        self.assertEqual(self.rows(first, server)[0], self.ONE)
        wait_until(lambda: self.recalled(server) == 1, "the counter of another worker")

    def add_client(self, server, clients):
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path="/pid"))
        clients.setdefault(self.rows(client, server)[0], client)
        return clients


class MysqlMultiplexTest(Multiplexing, DatabaseTest):
    PROGRAM = "database/multiplex_mysql.php"
    KINDS = ("pdo", "mysqli")
    ONE = "row_count"
    GIVEN = {
        "found": [["2"]], "row_count": [["-1"]], "warnings": [], "old_warning": [],
        "settings": [["+05:00", "latin1", "other"]], "commit": [["0", "committed"]], "rollback": [["3", "0"]], "ended_statement": [["3"]],
        "unknown_gtid": GONE,
    }
    WARNING = [["Warning", "1292", "Truncated incorrect INTEGER value: 'x'"]]
    KEPT = {
        "transaction": [["in transaction", "1"]], "insert": [["1"]], "insert_in_transaction": [["1"]], "user_variable": [["5"]], "temporary_table": [["0"]],
        "lock": [["1"]], "calculated": [["3"]], "none_found": [["0"]], "offset": [["2"]], "offset_before_commit": [["2"]], "changed": [["1"]],
        "warning": WARNING, "warning_stays": WARNING, "sequence": [["1"]],
        "number": [], "prepared_statement": [["7"], ["7"], ["7"]], "unbuffered": [["1"], ["2"], ["3"]], "read_unbuffered": [["3"]],
        "failed": [["1146"]], "not_prepared": [["1054"]],
    }

    @classmethod
    def setUpClass(cls):
        WORLD.open("--log-bin=binlog", "--server-id=1")
        WORLD.direct("pdo", queries=["CREATE TABLE test.three (n INT)", "INSERT INTO test.three VALUES (1), (2), (3)"])

    def test_session_that_the_server_ends(self):
        """While its request is between two statements, which does not notice."""
        server = self.start_multiplexed()
        waits = self.client_for(server, "/wait?kind=pdo&what=row_count")
        server.wait_for("^WAITS ")
        for (number,) in WORLD.direct("pdo", rows="SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'root' AND ID <> CONNECTION_ID()"):
            WORLD.direct("pdo", queries=[f"KILL {number}"])
        self.assertEqual(self.ask(server, "/take?kind=pdo"), ["dirt"])
        (self.folder / "go").touch()
        self.assertEqual(self.rows(waits, server), ["row_count", [[-1]]])

    def test_client_that_leaves_while_its_request_waits(self):
        """The request waits for a connection between two statements."""
        server = self.start_multiplexed()
        for kind in self.KINDS:
            for name in ("go", "first"):
                (self.folder / name).unlink(missing_ok=True)
            mark = server.mark()
            leaves = self.client_for(server, f"/wait?kind={kind}&what={self.ONE}&until=first&leaves=1")
            server.wait_for(f"^WAITS {self.ONE}$", since=mark)
            holder = self.client_for(server, f"/wait?kind={kind}&what=transaction")
            server.wait_for("^WAITS transaction$", since=mark)
            (self.folder / "first").touch()
            self.wait_waiting(server, 1)
            leaves.close()
            self.wait_waiting(server, 0)
            (self.folder / "go").touch()
            self.rows(holder, server)
            self.wait_idle(server)
            self.assertEqual(self.between(server, kind, self.ONE)[1], "dirt")

    def wait_waiting(self, server, count):
        wait_until(lambda: self.ask(server, "/report").get("tern_pool_waiting") == count, lambda: f"{count} that wait: {self.ask(server, '/report')}")


class PgsqlMultiplexTest(Multiplexing, PgsqlTest):
    PROGRAM = "database/multiplex_pgsql.php"
    KINDS = ("pdo", "pgsql")
    ONE = "select"
    GIVEN = {
        "select": [["1"]], "settings": [["Asia/Tokyo", "other, public"]], "commit": [["committed"]], "rollback": [["1"]], "changed": [["1"]],
        "ended_statement": [["1"]], "unknown_sequence": GONE,
    }
    KEPT = {
        "transaction": [["in transaction"]], "insert": [["true"]], "insert_in_transaction": [["true"]], "sequence": [["true"]], "temporary_table": [["0"]],
        "lock": [["true"]], "listen": [["channel"]], "cursor": [["1"]], "prepared_statement": [["7"]],
    }

    @classmethod
    def setUpClass(cls):
        PGSQL.open()


if __name__ == "__main__":
    unittest.main()
