#!/usr/bin/env python3
"""pdo.py [QUERIES [COROUTINES [SEED]]]: pdo.php against a MariaDB of its own, with the PHP of TERN_PHP."""
import pathlib
import subprocess
import sys
import unittest

from php_program import PHP
import services

HERE = pathlib.Path(__file__).resolve().parent


def main():
    try:
        packages = services.Packages()
        database = services.maria_db(packages)
    except unittest.SkipTest as reason:
        print(f"skipped: {reason}")
        return 0
    try:
        return subprocess.run([*PHP, *packages.php("pdo_mysql"), HERE / "pdo.php", str(database.port), *sys.argv[1:]],
                              env=packages.environment(), stdin=subprocess.DEVNULL, check=False).returncode
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
