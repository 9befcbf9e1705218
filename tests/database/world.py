"""A MariaDB with accounts, for the tests of this folder, and servers whose programs use it."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import services
from harness import TIMEOUT_S, wait_until
from php_program import PHP, PhpFile
from server_case import TestCase

ACCOUNTS = """
CREATE USER second@'127.0.0.1' IDENTIFIED BY 'pass';
GRANT ALL ON *.* TO second@'127.0.0.1';
"""
TABLES = ["CREATE DATABASE IF NOT EXISTS other",
          "CREATE OR REPLACE TABLE things (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
          "INSERT INTO things (name) VALUES ('first')", "CREATE SEQUENCE IF NOT EXISTS numbers",
          "CREATE OR REPLACE PROCEDURE two_results() BEGIN SELECT 1; SELECT 2; END",
          "CREATE OR REPLACE ROLE dirty"]
HOOK_ALL = 0x7ffff7ff


class World:
    """One MariaDB for all tests of a file, and programs without a server."""

    def open(self, *options):
        self.packages = services.Packages()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-certificate-"))
        unittest.addModuleCleanup(shutil.rmtree, folder, True)
        self.certificate = services.make_certificate(folder / "certificate.pem")
        self.database = services.maria_db(self.packages, *options, accounts=ACCOUNTS, certificate=self.certificate)
        unittest.addModuleCleanup(self.database.close)
        self.php = self.packages.php("mysqli", "pdo_mysql")
        self.direct("pdo", queries=TABLES)

    def direct(self, kind, **given):
        program = PhpFile("database/direct.php", kind=kind, port=self.database.port, **given)
        ran = subprocess.run([*PHP, *self.php, program.path], capture_output=True, text=True, check=False, timeout=TIMEOUT_S,
                             env=program.environment(self.packages.environment()), stdin=subprocess.DEVNULL)
        if ran.returncode != 0 or ran.stderr:
            raise AssertionError(ran.stdout + ran.stderr)
        return json.loads(ran.stdout)


WORLD = World()


class DatabaseTest(TestCase):
    PROGRAM = "database/server.php"

    def start(self, connections=2, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-database-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        options = {"db_connections": connections, "hook_flags": HOOK_ALL, "log_level": 2, **options}
        program = PhpFile(self.PROGRAM, options, port=WORLD.database.port, folder=self.folder, ca=WORLD.certificate,
                          socket=WORLD.database.folder / "socket")
        return self.run_script(program, php=WORLD.php, env=WORLD.packages.environment())

    def ask(self, server, path):
        answer = server.get(path)
        self.assertEqual(answer.status, 200, f"{path}\n{server.output()}")
        return json.loads(answer.text)

    def wait_idle(self, server):
        """Until what came back is clean."""
        wait_until(lambda: (report := self.ask(server, "/report")).get("tern_pool_used_connections") == 0
                   and report["tern_pool_connections"] == report["tern_pool_idle_connections"],
                   lambda: f"idle connections: {self.ask(server, '/report')}\n{server.output()}")

    def wait_closed(self, server, reason, count):
        wait_until(lambda: self.ask(server, "/report").get(f"tern_db_connections_closed_total{reason}") == count,
                   lambda: f"{count} closed for {reason}: {self.ask(server, '/report')}")
