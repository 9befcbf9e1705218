#!/usr/bin/env python3
"""table.py [SECONDS [KILLS]]: two processes on the same 1000 keys of a table for SECONDS (60); KILLS (1000) writers that are
killed at random, and a scan of what they have left; a million random keys. With the PHP of TERN_PHP."""
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from php_program import PHP

HERE = pathlib.Path(__file__).resolve().parent

PROGRAM = [*PHP, "-d", "memory_limit=1G", HERE / "table.php"]


def kill(pid):
    time.sleep(random.uniform(0.0005, 0.01))
    os.kill(pid, signal.SIGKILL)


def killed(kills):
    with subprocess.Popen([*PROGRAM, "killed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as php:
        writers = [int(php.stdout.readline()) for _ in range(8)]
        for _ in range(kills):
            kill(writers.pop(random.randrange(len(writers))))
            print("killed", file=php.stdin, flush=True)
            answer = php.stdout.readline()
            if not answer:
                break
            writers.append(int(answer))
        for pid in writers:
            kill(pid)
        print("end", file=php.stdin, flush=True)
        print(php.stdout.read(), end="")
    return php.returncode


def main():
    given = [int(text) for text in sys.argv[1:]]
    seconds, kills = (given + [60, 1000][len(given):])[:2]
    status = subprocess.run([*PROGRAM, "hammer", str(seconds)], check=False).returncode
    status |= killed(kills)
    return status | subprocess.run([*PROGRAM, "fill", "1000000"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
