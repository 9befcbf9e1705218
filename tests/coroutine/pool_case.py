"""Pools with real databases, for the tests of Tern\\Pool."""
import pathlib
import subprocess
import unittest

import services
from harness import PATIENCE_S, PHP, TestCase, to_php

HERE = pathlib.Path(__file__).resolve().parent
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
    def in_pool(self, kind, code, options="size: 1", hooks=True):
        """What a script prints that has `$kind`, and `$pool` of such connections."""
        at = WORLD.at(KINDS[kind])
        script = WORLD.running[KINDS[kind]].folder / "script.php"
        script.write_text(f"""<?php
            use Swoole\\Coroutine;
            use Tern\\Pool;
            require {to_php(HERE / 'pool.php')};
            ini_set('zend.exception_ignore_args', 'On');
            {'' if hooks else 'Co::set(["hook_flags" => 0]);'}
            Co\\run(function () {{
                $kind = new Kind({to_php(kind)}, {to_php(at)});
                $pool = new Pool($kind->connect(...), {options});
                {code}
            }});""")
        ran = subprocess.run([*PHP, *WORLD.packages.php(*EXTENSIONS.get(kind, (kind,))), script], capture_output=True, text=True, check=False,
                             env=WORLD.packages.environment(), timeout=PATIENCE_S, stdin=subprocess.DEVNULL)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout
