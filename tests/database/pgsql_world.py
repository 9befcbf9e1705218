"""A PostgreSQL with accounts, for the tests of this folder, and servers whose programs use it."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import services
from harness import TIMEOUT_S
from php_program import PHP, PhpFile
from world import HOOK_ALL, DatabaseTest

# The user `second` needs its password.
ACCESS = """local all all trust
host all second 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""
TABLES = ["CREATE ROLE second LOGIN PASSWORD 'pass'", "CREATE ROLE dirty", "CREATE SCHEMA other",
          "CREATE TABLE things (id SERIAL PRIMARY KEY, name VARCHAR(100))", "GRANT ALL ON things TO second, dirty",
          "INSERT INTO things (name) VALUES ('first')", "CREATE SEQUENCE numbers"]


class PgsqlWorld:
    """One PostgreSQL for all tests of a file, and programs without a server."""

    def open(self, *options):
        self.packages = services.Packages()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-certificate-"))
        unittest.addModuleCleanup(shutil.rmtree, folder, True)
        self.database = services.postgres(self.packages, services.make_certificate(folder / "certificate.pem"), *options, access=ACCESS)
        unittest.addModuleCleanup(self.database.close)
        self.php = self.packages.php("pgsql", "pdo_pgsql")
        self.direct("pdo", queries=TABLES)

    def direct(self, kind, **given):
        program = PhpFile("database/pgsql_direct.php", kind=kind, port=self.database.port, **given)
        ran = subprocess.run([*PHP, *self.php, program.path], capture_output=True, text=True, check=False, timeout=TIMEOUT_S,
                             env=program.environment(self.packages.environment()), stdin=subprocess.DEVNULL)
        if ran.returncode != 0 or ran.stderr:
            raise AssertionError(ran.stdout + ran.stderr)
        return json.loads(ran.stdout)


PGSQL = PgsqlWorld()


class PgsqlTest(DatabaseTest):
    PROGRAM = "database/pgsql_server.php"

    def start(self, connections=2, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-database-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        options = {"db_connections": connections, "hook_flags": HOOK_ALL, "log_level": 2, **options}
        program = PhpFile(self.PROGRAM, options, port=PGSQL.database.port, folder=self.folder, socket=PGSQL.database.folder)
        return self.run_script(program, php=PGSQL.php, env=PGSQL.packages.environment())
