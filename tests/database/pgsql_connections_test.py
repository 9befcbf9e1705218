"""db_connections: requests share connections to PostgreSQL, and each finds a session as new."""
import hashlib
import json
import os
import signal
import unittest

from harness import wait_until
from http_client import request
from pgsql_world import PGSQL, PgsqlTest

KINDS = ("pdo", "pgsql")
DIRT = ("settings", "characteristics", "charset", "temporary", "transaction", "local", "failed", "lock", "table_lock", "statement", "cursor",
        "open_cursor", "listen", "sequence", "role", "authorization", "large_object", "copy", "wrong", "verbosity")
# PostgreSQL remembers that there were temporary tables: such a session is closed.
CLOSED = ("temporary",)
# The driver itself ends what is under way before it closes: in PHP's pgsql a COPY that the program has left never ends.
NOT_ENDED = {("pgsql", "copy")}


def setUpModule():
    PGSQL.open()


class ReuseTest(PgsqlTest):
    def test_one_session_for_many(self):
        server = self.start(1)
        ids = {self.ask(server, f"/id?kind={kind}")[0] for kind in KINDS for _ in range(20)}
        self.assertEqual(len(ids), 2)  # the two drivers name the same login differently

    def test_off_by_default(self):
        server = self.start(0)
        ids = {self.ask(server, "/id")[0] for _ in range(3)}
        self.assertEqual(len(ids), 3)

    def test_statements_of_the_server(self):
        server = self.start(1)
        self.assertEqual(len({self.ask(server, "/statements")[0] for _ in range(5)}), 1)

    def test_asynchronous_connects(self):
        server = self.start(1)
        seen = [self.ask(server, "/asynchronous") for _ in range(3)]
        self.assertEqual({tuple(one[1:]) for one in seen}, {(True, True)})
        self.assertEqual({one[0] for one in seen}, set(self.ask(server, "/id?kind=pgsql")))

    def test_persistent_connections_are_left_alone(self):
        server = self.start(1)
        for path in ("/persistent", "/persistent?pgsql=1"):
            theirs = self.ask(server, path)
            self.assertEqual(self.ask(server, path), theirs)
            self.assertNotEqual(self.ask(server, "/id"), theirs)
        self.assertEqual(self.ask(server, "/report")["tern_db_connections_pinned"], 0)

    def test_fork(self):
        server = self.start(1)
        first = self.ask(server, "/id")
        self.assertEqual(self.ask(server, "/fork"), first)
        self.assertEqual(self.ask(server, "/id"), first)

    def test_transports(self):
        """Each has a session of its own, which is used again."""
        server = self.start(1)
        sessions = set()
        for tls in (0, 1):
            for kind in KINDS:
                with self.subTest(tls=tls, kind=kind):
                    seen = [self.ask(server, f"/transport?kind={kind}&tls={tls}") for _ in range(4)]
                    self.assertEqual(len({tuple(one) for one in seen}), 1)
                    number, cipher, digest = seen[0]
                    self.assertEqual((cipher != "", digest), (tls == 1, hashlib.md5(b"abc" * 40000).hexdigest()))
                    self.assertNotIn(number, sessions)
                    sessions.add(number)
        self.assertEqual(self.ask(server, "/socket"), self.ask(server, "/socket"))


class CleanTest(PgsqlTest):
    """What the next request sees is what a new session shows."""

    maxDiff = None

    def compare(self, server, kind, dirty, reused):
        new = PGSQL.direct(kind)
        found = self.ask(server, f"/state?kind={kind}")
        self.assertEqual(found["known"], found["id"])
        (self.assertEqual if reused else self.assertNotEqual)(found["id"], dirty)
        self.assertEqual(found["state"], new)

    def test_dirt(self):
        server = self.start(1)
        for kind in KINDS:
            for what in DIRT:
                if (kind, what) in NOT_ENDED:
                    continue
                with self.subTest(kind=kind, what=what):
                    dirty = self.ask(server, f"/dirty?kind={kind}&what={what}")[0]
                    self.compare(server, kind, dirty, reused=what not in CLOSED)

    def test_exit_in_a_transaction(self):
        server = self.start(1)
        server.get("/exit")
        dirty = int(server.wait_for(r"^ID (\d+)$")[1])
        self.compare(server, "pdo", dirty, reused=True)

    def test_random_numbers(self):
        """A seed that a program has set tells nothing about the numbers of the next one."""
        server = self.start(1)
        seen = [self.ask(server, "/seed") for _ in range(4)]
        self.assertEqual((len({one[0] for one in seen}), len({one[1] for one in seen})), (1, 4))

    def test_connection_that_is_reset(self):
        server = self.start(1)
        before, after = self.ask(server, "/reset")
        self.assertNotEqual(before, after)
        self.compare(server, "pgsql", after, reused=True)

    def test_what_is_left_of_a_closed_connection(self):
        """Results and large objects do not reach the connection that the next request has."""
        server = self.start(1)
        first = self.ask(server, "/left")[0]
        session, table, name, written, place = self.ask(server, "/left")
        self.assertEqual((session, table, name, written, place), (first, False, "first", False, 0))

    def test_defaults_that_change(self):
        """New sessions have other settings than old ones: these are used no more."""
        server = self.start(1)
        before = self.ask(server, "/id")
        PGSQL.direct("pdo", queries=["ALTER ROLE tern SET work_mem = '123kB'"])
        try:
            self.ask(server, "/id")
            self.wait_closed(server, "unclean", 1)
            self.assertNotEqual(self.ask(server, "/id"), before)
            self.assertEqual(self.ask(server, "/state?kind=pdo")["state"]["settings"]["work_mem"], "123kB")
        finally:
            PGSQL.direct("pdo", queries=["ALTER ROLE tern RESET ALL"])


class LoginTest(PgsqlTest):
    def test_wrong_password(self):
        server = self.start(2)
        self.ask(server, "/second")
        for kind in KINDS:
            self.assertIn("password authentication failed", self.ask(server, f"/wrong?kind={kind}")[0])
        self.wait_closed(server, "failed", 2)

    def test_keys_share_the_places(self):
        server = self.start(1)
        first = self.ask(server, "/id")
        self.assertNotEqual(self.ask(server, "/second"), first)
        self.assertNotEqual(self.ask(server, "/id"), first)
        self.wait_closed(server, "needed_elsewhere", 2)

    def test_what_decides_outside_of_the_program(self):
        """Variables of the environment, and files that they name."""
        server = self.start(4)
        passwords = self.folder / "passwords"
        passwords.write_text("*:*:*:second:pass\n")
        passwords.chmod(0o600)
        one = self.ask(server, "/file?name=one")
        self.assertEqual(one[1], "one")
        self.wait_idle(server)
        self.assertEqual(self.ask(server, "/file?name=one"), one)
        two = self.ask(server, "/file?name=two")
        self.assertNotEqual(two[0], one[0])
        self.assertEqual(two[1], "two")
        passwords.write_text("*:*:*:second:wrong\n")
        self.assertIn("password authentication failed", self.ask(server, "/file?name=one")[0])


class LimitTest(PgsqlTest):
    def hold(self, server, until):
        client = server.client()
        self.addCleanup(client.close)
        return client.send(request(path=f"/hold?until={until}"))

    def test_a_request_waits_for_its_turn(self):
        server = self.start(1)
        first = self.hold(server, "a")
        held = int(server.wait_for(r"^HOLDS (\d+)$")[1])
        second = self.hold(server, "b")
        wait_until(lambda: self.ask(server, "/report").get("tern_pool_waiting") == 1, "a request that waits")
        (self.folder / "a").touch()
        self.assertEqual(json.loads(first.response().text), [held])
        server.wait_for(r"^HOLDS \d+$", count=2)
        (self.folder / "b").touch()
        self.assertEqual(json.loads(second.response().text), [held])

    def test_deadline(self):
        """The error is that of a server that is full."""
        server = self.start(1, db_connections_timeout=0.05)
        first = self.hold(server, "a")
        server.wait_for(r"^HOLDS ")
        code, info, message = self.ask(server, "/timeout")
        self.assertEqual((code, info[:2]), (7, ["08006", 7]))
        for text in (message, self.ask(server, "/timeout?kind=pgsql")[2]):
            self.assertIn("sorry, too many clients already (53300)", text)
            self.assertRegex(text, r"this worker has 1: \S+/pgsql_actions\.php:\d+ for \d+\.\d s")
        (self.folder / "a").touch()
        first.response()
        self.assertEqual(len(self.ask(server, "/timeout")), 1)

    def test_all_workers_together(self):
        """Many requests at a time in several workers: each has a session as new, alone, and the server never has more of them."""
        server = self.start(4, worker_num=3)
        server.wait_workers(3)
        clients = [server.client() for _ in range(40)]
        for client in clients:
            self.addCleanup(client.close)
        for _ in range(5):
            for i, client in enumerate(clients):
                client.send(request(path=f"/mix?kind={KINDS[i % 2]}"))
            for client in clients:
                found, kept, count = json.loads(client.response().text)
                self.assertEqual((found, kept), ("", True))
                self.assertLessEqual(count, 4 + 4)  # the server notices the end of a connection later

    def test_killed_worker(self):
        """Its places are free again."""
        server = self.start(1)
        server.expect_crash(9)
        self.hold(server, "never")
        server.wait_for(r"^HOLDS ")
        os.kill(server.workers()[0], signal.SIGKILL)
        server.wait_for("ended by signal 9")
        wait_until(lambda: server.get("/id").status == 200, "a new worker")


class LossTest(PgsqlTest):
    def slow(self, server, kind):
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path=f"/slow?kind={kind}"))
        return client, int(server.wait_for(r"^SLOW (\d+)$")[1])

    def test_session_that_the_server_ends(self):
        server = self.start(1)
        first = self.ask(server, "/id")[0]
        self.wait_idle(server)
        PGSQL.direct("pdo", queries=[f"SELECT pg_terminate_backend({first})"])
        self.assertNotEqual(self.ask(server, "/id")[0], first)

    def test_session_that_ends_in_a_query(self):
        server = self.start(1)
        client, session = self.slow(server, "pdo")
        PGSQL.direct("pdo", queries=[f"SELECT pg_terminate_backend({session})"])
        self.assertIn("terminating connection", json.loads(client.response().text)[0])
        self.assertNotEqual(self.ask(server, "/id")[0], session)

    def test_cancelled_query(self):
        """The server stops it, and its session is not used again."""
        for kind in KINDS:
            with self.subTest(kind=kind):
                server = self.start(1)
                client, session = self.slow(server, kind)
                (self.folder / "cancel").touch()
                client.response()
                self.assertNotEqual(self.ask(server, "/id")[0], session)
                wait_until(lambda: session not in self.ask(server, "/sessions"), "the end of the query at the server")

    def test_query_that_the_program_cancels(self):
        server = self.start(1)
        session = self.ask(server, "/cancel")[0]
        self.wait_closed(server, "cancelled", 1)
        self.assertNotEqual(self.ask(server, "/id?kind=pgsql")[0], session)


class RestartTest(PgsqlTest):
    def test_database_that_restarts(self):
        server = self.start(2)
        self.ask(server, "/id")
        PGSQL.database.stop(signal.SIGINT)
        self.assertEqual(server.get("/id").status, 500)
        PGSQL.database.again()
        self.assertEqual(len(self.ask(server, "/id")), 1)
        self.wait_idle(server)

    def test_reload(self):
        """The new worker has the places of the old one, and the request that was under way its connection."""
        server = self.start(1)
        self.ask(server, "/id")
        with server.client() as held:
            held.send(request(path="/hold?until=go"))
            number = int(server.wait_for(r"^HOLDS (\d+)$")[1])
            before = server.workers()
            server.send_signal(signal.SIGUSR1)
            wait_until(lambda: set(server.workers()) - set(before), "a new worker")
            (self.folder / "go").touch()
            self.assertEqual(json.loads(held.response().text), [number])
        server.wait_new_workers(before)
        self.assertNotEqual(self.ask(server, "/id"), [number])


if __name__ == "__main__":
    unittest.main()
