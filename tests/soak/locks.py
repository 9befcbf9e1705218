#!/usr/bin/env python3
"""locks.py [KILLS [WORKERS [SEED]]]: locks.php for every kind of lock, with the PHP of TERN_PHP."""
import pathlib
import subprocess
import sys

from php_program import PHP

HERE = pathlib.Path(__file__).resolve().parent


def main():
    kills, workers, seed = (sys.argv[1:] + ["1000", "6", "1"][len(sys.argv) - 1:])[:3]
    status = 0
    for kind in ("MUTEX", "RWLOCK", "SPINLOCK", "SEM", "FILELOCK"):
        done = subprocess.run([*PHP, "-d", "extension=posix", HERE / "locks.php", kind, kills, workers, seed], stdin=subprocess.DEVNULL, check=False)
        status = max(status, done.returncode)
    return status


if __name__ == "__main__":
    sys.exit(main())
