"""Pools with real databases, for the tests of Tern\\Pool."""
import subprocess
import unittest

import services
from harness import TIMEOUT_S
from php_program import PHP, PhpFile
from server_case import TestCase

SERVERS = {"mariadb": services.maria_db, "postgres": services.postgres, "redis": services.redis}
KINDS = {"pdo_mysql": "mariadb", "mysqli": "mariadb", "pdo_pgsql": "postgres", "pgsql": "postgres", "redis": "redis",
         "client_mysql": "mariadb", "client_pgsql": "postgres", "client_redis": "redis"}
EXTENSIONS = {"client_mysql": ("mysqli",), "client_pgsql": ("pgsql",), "client_redis": ()}


class World:
    """The servers, each started when first asked for."""

    def __init__(self):
        self.packages = None
        self.running = {}

    def open(self):
        """For the tests of one file."""
        self.packages = services.Packages()
        unittest.addModuleCleanup(self.close)

    def at(self, *names):
        for name in names:
            if name not in self.running:
                self.running[name] = SERVERS[name](self.packages)
        return {name: service.port for name, service in self.running.items()}

    def close(self):
        for service in self.running.values():
            service.close()


WORLD = World()


class PoolTestCase(TestCase):
    def command(self, kind):
        """PHP with what this kind of database needs."""
        return [*PHP, *WORLD.packages.php(*EXTENSIONS.get(kind, (kind,)))]

    def in_pool(self, kind, scenario, **given):
        """What a function of pool_scenarios.php prints."""
        program = PhpFile("coroutine/pool_scenarios.php", kind=kind, at=WORLD.at(KINDS[kind]), scenario=scenario, **given)
        ran = subprocess.run([*self.command(kind), program.path], capture_output=True, text=True, check=False,
                             env=program.environment(WORLD.packages.environment()), timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout
