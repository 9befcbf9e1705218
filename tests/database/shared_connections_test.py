"""db_connections: requests share connections to MariaDB, and each finds a session as new."""
import hashlib
import json
import os
import signal
import unittest

from harness import wait_until
from http_client import request
from world import WORLD, DatabaseTest

KINDS = ("pdo", "mysqli")
DIRT = ("settings", "charset", "autocommit", "variables", "temporary", "transaction", "one_transaction", "snapshot", "xa", "lock",
        "table_lock", "global_lock", "database", "statement", "handler", "insert", "sequence", "found", "warning", "backup", "role")


def setUpModule():
    WORLD.open()


class ReuseTest(DatabaseTest):
    def test_one_session_for_many(self):
        server = self.start(1)
        for kind in KINDS:
            ids = {self.ask(server, f"/id?kind={kind}")[0] for _ in range(20)}
            self.assertEqual(len(ids), 1)

    def test_off_by_default(self):
        server = self.start(0)
        ids = {self.ask(server, "/id")[0] for _ in range(3)}
        self.assertEqual(len(ids), 3)

    def test_statements_of_the_server(self):
        server = self.start(1)
        self.assertEqual(len({self.ask(server, "/statements")[0] for _ in range(5)}), 1)

    def test_options_of_an_object(self):
        server = self.start(1)
        ids = set()
        for _ in range(3):
            init, zone, autocommit, number = self.ask(server, "/options")
            self.assertEqual((init, zone, int(autocommit)), ("yes", "+03:00", 0))
            ids.add(number)
        self.assertEqual(len(ids), 1)
        self.assertEqual(self.ask(server, "/state?kind=pdo")["state"]["variables"]["autocommit"], "ON")

    def test_persistent_connections_are_left_alone(self):
        server = self.start(1)
        for path in ("/persistent", "/persistent?mysqli=1"):
            theirs = self.ask(server, path)
            self.assertEqual(self.ask(server, path), theirs)
            self.assertNotEqual(self.ask(server, "/id"), theirs)
        self.assertEqual(self.ask(server, "/report")["tern_db_connections_pinned"], 0)

    def test_fork(self):
        server = self.start(1)
        first = self.ask(server, "/id")
        self.assertEqual(self.ask(server, "/fork"), first)
        self.assertEqual(self.ask(server, "/id"), first)


class TransportTest(DatabaseTest):
    def test_transports(self):
        """Each has sessions of its own, which are used again."""
        server = self.start(1)
        sessions = set()
        for flags in ("", "tls", "compress", "tls,compress"):
            for kind in KINDS:
                with self.subTest(flags=flags, kind=kind):
                    seen = [self.ask(server, f"/transport?kind={kind}&flags={flags}") for _ in range(4)]
                    self.assertEqual(len({tuple(one) for one in seen}), 1)
                    number, is_secure, is_compressed, digest = seen[0]
                    self.assertEqual((is_secure, is_compressed == "ON"), ("tls" in flags, "compress" in flags))
                    self.assertEqual(digest, hashlib.md5(b"abc" * 40000).hexdigest())
                    self.assertNotIn(number, sessions)
                    sessions.add(number)

    def test_unix_socket(self):
        server = self.start(1)
        self.assertEqual(self.ask(server, "/socket"), self.ask(server, "/socket"))


class CleanTest(DatabaseTest):
    """What the next request sees is what a new session shows."""

    maxDiff = None

    def compare(self, server, kind, dirty, reused=True):
        new = WORLD.direct(kind)
        found = self.ask(server, f"/state?kind={kind}")
        self.assertEqual(found["known"], found["id"])
        if reused is not None:
            (self.assertEqual if reused else self.assertNotEqual)(found["id"], dirty)
        self.assertEqual(found["state"], new)

    def test_dirt(self):
        server = self.start(1)
        for kind in KINDS:
            for what in DIRT:
                with self.subTest(kind=kind, what=what):
                    dirty = self.ask(server, f"/dirty?kind={kind}&what={what}")[0]
                    self.wait_idle(server)
                    self.compare(server, kind, dirty, reused=None)

    def test_several_statements_in_one_query(self):
        """An object of mysqli switches them on for itself only."""
        server = self.start(1)
        dirty = self.ask(server, "/multiple")[0]
        self.compare(server, "mysqli", dirty)

    def test_another_user(self):
        server = self.start(1)
        dirty = self.ask(server, "/changed")[0]
        self.compare(server, "mysqli", dirty, reused=False)
        self.wait_closed(server, "changed_user", 1)

    def test_in_the_middle_of_a_result(self):
        server = self.start(1)
        dirty = self.ask(server, "/unbuffered")[0]
        self.compare(server, "mysqli", dirty, reused=False)

    def test_exit_in_a_transaction(self):
        server = self.start(1)
        server.get("/exit")
        dirty = int(server.wait_for(r"^ID (\d+)$")[1])
        self.compare(server, "pdo", dirty)


class LoginTest(DatabaseTest):
    def test_database_that_is_selected_later(self):
        """The next one finds none, as after a login: WordPress does this in each page."""
        server = self.start(1)
        for kind in KINDS:
            for user in ("root", "second"):
                with self.subTest(kind=kind, user=user):
                    path = f"/select?kind={kind}&user={user}"
                    first = self.ask(server, path)
                    self.assertEqual(first[1:], [None, "test"])
                    for _ in range(3):
                        self.assertEqual(self.ask(server, path), first)

    def test_wrong_password(self):
        server = self.start(2)
        self.ask(server, "/second")
        for kind in KINDS:
            self.assertIn("Access denied", self.ask(server, f"/wrong?kind={kind}")[0])
        self.wait_closed(server, "failed", 2)

    def test_keys_share_the_places(self):
        server = self.start(1)
        first = self.ask(server, "/id")
        self.assertNotEqual(self.ask(server, "/second"), first)
        self.assertNotEqual(self.ask(server, "/id"), first)
        self.wait_closed(server, "needed_elsewhere", 2)


class LimitTest(DatabaseTest):
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
        server = self.start(1, db_connections_timeout=0.05)
        first = self.hold(server, "a")
        server.wait_for(r"^HOLDS ")
        code, info, message = self.ask(server, "/timeout")
        self.assertEqual((str(code), info[:2]), ("1040", ["08004", 1040]))
        self.assertRegex(message, r"this worker has 1: \S+/actions\.php:\d+ for \d+\.\d s")
        (self.folder / "a").touch()
        first.response()
        self.assertEqual(len(self.ask(server, "/timeout")), 1)

    def test_all_workers_together(self):
        server = self.start(2, worker_num=3)
        server.wait_workers(3)
        clients = [self.hold(server, "go") for _ in range(12)]
        server.wait_for(r"^HOLDS ", count=2)
        (self.folder / "go").touch()
        ids = {json.loads(client.response().text)[0] for client in clients}
        self.assertGreaterEqual(len(ids), 2)

    def test_killed_worker(self):
        """Its places are free again."""
        server = self.start(1)
        server.expect_crash(9)
        self.hold(server, "never")
        server.wait_for(r"^HOLDS ")
        os.kill(server.workers()[0], signal.SIGKILL)
        server.wait_for("ended by signal 9")
        wait_until(lambda: server.get("/id").status == 200, "a new worker")


class LossTest(DatabaseTest):
    def test_session_that_the_server_ends(self):
        server = self.start(1)
        first = self.ask(server, "/id")[0]
        self.wait_idle(server)
        WORLD.direct("pdo", queries=[f"KILL {first}"])
        self.assertNotEqual(self.ask(server, "/id")[0], first)

    def test_session_that_ends_in_a_query(self):
        server = self.start(1)
        slow = server.client()
        self.addCleanup(slow.close)
        slow.send(request(path="/slow"))
        number = server.wait_for(r"^SLOW (\d+)$")[1]
        WORLD.direct("pdo", queries=[f"KILL {number}"])
        self.assertEqual(slow.response().status, 500)
        self.assertNotEqual(self.ask(server, "/id")[0], int(number))

    def test_cancelled_query(self):
        """Its session is not used again."""
        server = self.start(1)
        slow = server.client()
        self.addCleanup(slow.close)
        slow.send(request(path="/slow"))
        number = server.wait_for(r"^SLOW (\d+)$")[1]
        (self.folder / "cancel").touch()
        self.assertEqual(slow.response().status, 500)
        self.assertNotEqual(self.ask(server, "/id")[0], int(number))


class RestartTest(DatabaseTest):
    def test_database_that_restarts(self):
        server = self.start(2)
        self.ask(server, "/id")
        WORLD.database.stop()
        self.assertEqual(server.get("/id").status, 500)
        WORLD.database.again()
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


class PinTest(DatabaseTest):
    def test_an_object_that_is_kept(self):
        server = self.start(1, db_connections_timeout=0.05)
        kept = self.ask(server, "/keep")
        self.assertEqual(self.ask(server, "/keep"), kept)
        wait_until(lambda: self.ask(server, "/report").get("tern_db_connections_pinned") == 1, "a pinned connection")
        self.assertEqual(str(self.ask(server, "/timeout")[0]), "1040")


if __name__ == "__main__":
    unittest.main()
