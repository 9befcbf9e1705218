"""Coroutines do not share a connection that PHP gives to whoever asks: persistent ones, and those of pg_connect()."""
import pathlib
import subprocess
import unittest

import services
from harness import TIMEOUT_S
from php_program import PHP
from server_case import TestCase

HERE = pathlib.Path(__file__).resolve().parent
PERSISTENT_PDO = """rows: ["kept"]
connections at once: 8, second object has the same: [true]
used again: 8
beyond the limit: 70, kept: 64
"""
PACKAGES = None
RUNNING = {}


def setUpModule():
    global PACKAGES
    PACKAGES = services.Packages()


def database(make):
    """The service, started when first asked for."""
    if make not in RUNNING:
        RUNNING[make] = make(PACKAGES)
        unittest.addModuleCleanup(RUNNING[make].close)
    return RUNNING[make].port


class OwnConnectionsTest(TestCase):
    maxDiff = None

    def sees(self, scenario, make, extension, expected, *options):
        command = [*PHP, *PACKAGES.php(extension), *options, HERE / "own_connections.php", scenario, str(database(make))]
        ran = subprocess.run(command, capture_output=True, text=True, env=PACKAGES.environment(), timeout=TIMEOUT_S,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        self.assertEqual(ran.stdout, expected)

    def test_pgsql_default_link(self):
        self.sees("default_link", services.postgres, "pgsql",
                  '["postgres","template1","Error: No PostgreSQL connection opened yet"]\n')

    def test_pgsql_equal_strings(self):
        self.sees("equal_strings", services.postgres, "pgsql", '3 backends [true][true]\n["kept"]\n')

    def test_pgsql_persistent(self):
        self.sees("pg_pconnect", services.postgres, "pgsql", '4 backends, used again: 4, ["idle"]\n')

    def test_pdo_pgsql(self):
        self.sees("pdo_pgsql", services.postgres, "pdo_pgsql", PERSISTENT_PDO)

    def test_pdo_mysql(self):
        self.sees("pdo_mysql", services.maria_db, "pdo_mysql", PERSISTENT_PDO)

    def test_mysqli(self):
        self.sees("mysqli", services.maria_db, "mysqli", "4\n")

    def test_memcached(self):
        self.sees("memcached", services.memcached, "memcached", '[["a",true],["b",true]][["a",true],["b",true]]\n')

    def test_pfsockopen(self):
        self.sees("pfsockopen", services.memcached, "sockets", "[true,true]2\n")

    def test_redis(self):
        self.sees("redis", services.redis, "redis", "4\n")

    def test_redis_without_pools(self):
        self.sees("redis", services.redis, "redis", "4\n", "-d", "redis.pconnect.pooling_enabled=0")
