"""Database clients whose coroutine is cancelled at every point of a conversation: no answer ever goes to another query."""
# Time limit: 400 s
import pathlib
import subprocess
import unittest

import services
from php_program import PHP
from server_case import TestCase

HERE = pathlib.Path(__file__).resolve().parent
SERVERS = {"mariadb": services.maria_db, "postgres": services.postgres, "redis": services.redis}
KINDS = {"pdo_mysql": ("mariadb", "pdo_mysql"), "pdo_mysql_emulated": ("mariadb", "pdo_mysql"), "mysqli": ("mariadb", "mysqli"),
         "pdo_pgsql": ("postgres", "pdo_pgsql"), "pgsql": ("postgres", "pgsql"), "redis": ("redis", "redis"),
         "client_mysql": ("mariadb", "mysqli"), "client_pgsql": ("postgres", "pgsql"), "client_redis": ("redis",)}
# Bytes of the server's answers that pass at once. mysqlnd itself crashes, in any PHP, where a server goes away in the middle of
# what it says about a prepared statement: there, whole answers.
PIECE = {"pdo_mysql": 1 << 20, "mysqli": 1 << 20, "redis": 7}
USUAL_PIECE = 17
LIMIT_S = 200
PACKAGES = None
RUNNING = {}


def setUpModule():
    global PACKAGES
    PACKAGES = services.Packages()


def port(server):
    if server not in RUNNING:
        RUNNING[server] = SERVERS[server](PACKAGES)
        unittest.addModuleCleanup(RUNNING[server].close)
    return RUNNING[server].port


class CancelledTest(TestCase):
    def cancel_everywhere(self, kind):
        server, *extensions = KINDS[kind]
        command = [*PHP, *PACKAGES.php(*extensions), HERE / "cancelled.php", kind, str(port(server)), str(PIECE.get(kind, USUAL_PIECE))]
        ran = subprocess.run(command, capture_output=True, text=True, env=PACKAGES.environment(), timeout=LIMIT_S,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        self.assertEqual(ran.stdout.count(" cuts "), 4, ran.stdout)


for _kind in KINDS:
    setattr(CancelledTest, f"test_{_kind}", lambda self, kind=_kind: self.cancel_everywhere(kind))
