#!/usr/bin/env python3
"""pool.py [SECONDS [COROUTINES [SEED]]]: pool.php against a MariaDB and a PostgreSQL of its own, with the PHP of TERN_PHP."""
import pathlib
import subprocess
import sys
import unittest

from php_program import PHP
import services

HERE = pathlib.Path(__file__).resolve().parent


def soak(packages, kind, make):
    database = make(packages)
    try:
        return subprocess.run([*PHP, *packages.php(kind), HERE / "pool.php", kind, str(database.port), *sys.argv[1:]],
                              env=packages.environment(), stdin=subprocess.DEVNULL, check=False).returncode
    finally:
        database.close()


def main():
    try:
        packages = services.Packages()
        return max(soak(packages, "pdo_mysql", services.maria_db), soak(packages, "pdo_pgsql", services.postgres))
    except unittest.SkipTest as reason:
        print(f"skipped: {reason}")
        return 0


if __name__ == "__main__":
    sys.exit(main())
