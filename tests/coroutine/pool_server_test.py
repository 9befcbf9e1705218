"""Tern\\Pool in servers: workers that end, transactions, limits, and the published pools."""
import os
import signal
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from pool_case import KINDS, WORLD, PoolTestCase


def setUpModule():
    WORLD.open()


class PoolServerTestCase(PoolTestCase):
    def serve_pool(self, handler, options=None):
        program = PhpFile("coroutine/pool_server.php", options, handler=handler, port=WORLD.at("mariadb")["mariadb"])
        return self.run_script(program, php=WORLD.packages.php("mysqli", "pdo_mysql"), env=WORLD.packages.environment())


class WorkerTest(PoolServerTestCase):
    def test_used_before_start(self):
        """A worker makes its own connections; those of the master stay the master's, and alive."""
        server = self.serve_pool("used_before_start")
        theirs = server.get("/").text
        self.assertEqual(theirs, server.get("/").text)
        sessions = self.in_pool("pdo_mysql", "early_sessions").split(",")
        self.assertEqual(len(sessions), 2)
        self.assertEqual(sessions[1], theirs)

    def test_what_a_pool_closes_is_gone(self):
        """Workers keep what others close: not what would exceed `cap`, or is too old."""
        self.assertEqual(self.serve_pool("closed").get("/").text, "false")


class TransactionTest(PoolTestCase):
    """Database::transaction(): again after a deadlock or a lost connection, never after something was committed."""

    def test_deadlock(self):
        for kind in ("pdo_mysql", "pdo_pgsql"):
            with self.subTest(kind=kind):
                self.assertEqual(self.in_pool(kind, "deadlock"), '["done","done"]3\n4\n')

    def test_lost(self):
        for kind in ("pdo_mysql", "pdo_pgsql"):
            printed = self.in_pool(kind, "lost_transactions")
            rows = ["plain: 1", "lost once: 2", "lost at the end: 1, lost", "always lost: 3, lost",
                    "committed: 1, The transaction was ended within:"]
            rows += ["committed and lost: 1, lost"] if kind == "pdo_mysql" else []
            self.assertEqual(printed.splitlines(), [*rows, "thrown: 1, own", "4" if kind == "pdo_mysql" else "3"])


class CapTest(PoolServerTestCase):
    """Workers share a number of connections, and a killed one leaves its part to the others."""

    def load(self, server):
        """The sessions of each worker, which are never more than 4 together."""
        seen = {}
        clients = []
        for _ in range(24):
            clients.append(server.client())
            clients[-1].send(request())  # a worker that handles it leaves the next connection to others
        for round_ in range(10):
            for client in clients if round_ > 0 else ():
                client.send(request())
            for client in clients:
                answer = client.response()
                self.assertEqual(answer.status, 200, server.output())
                pid, session, sessions = map(int, answer.text.split())
                seen.setdefault(pid, set()).add(session)
                self.assertLessEqual(sessions, 4)
        for client in clients:
            client.close()
        return seen

    def test_cap(self):
        server = self.serve_pool("capped", {"worker_num": 4, "hook_flags": 0})
        server.wait_workers(4)
        # Which worker takes a connection is up to the kernel.
        seen = wait_until(lambda: seen if len(seen := self.load(server)) > 1 else None, "sessions in several workers")
        server.expected_signs.add("ended by signal 9")
        killed = next(iter(seen))
        os.kill(killed, signal.SIGKILL)
        server.wait_workers(4)
        self.in_pool("pdo_mysql", "await_end_of_sessions", sessions=list(seen[killed]))
        self.load(server)


class PublishedTest(PoolTestCase):
    """The pools that programs know: Swoole\\Database."""

    def pdo(self, kind, driver, name):
        port = WORLD.at(KINDS[kind])[KINDS[kind]]
        printed = self.in_pool(kind, "published_pdo", driver=driver, port=port, database=name)
        self.assertEqual(printed, "Swoole\\Database\\PDOProxy\n[5]1\n22\nlost\n13\nerror 3\n3\nsame\nfreed\n")

    def test_pdo_mysql(self):
        self.pdo("pdo_mysql", "mysql", "test")

    def test_pdo_pgsql(self):
        self.pdo("pdo_pgsql", "pgsql", "postgres")

    def test_mysqli(self):
        printed = self.in_pool("mysqli", "published_mysqli", port=WORLD.at("mariadb")["mariadb"])
        self.assertEqual(printed, "51 freed 72 lost73\n51 freed 72 false73\n")

    def test_redis(self):
        printed = self.in_pool("redis", "published_redis", port=WORLD.at("redis")["redis"])
        self.assertEqual(printed, "3 false\nsame\n")


if __name__ == "__main__":
    unittest.main()
