#!/usr/bin/env python3
"""threads.py [SECONDS]: eight processes on one Map, ArrayList and Queue of Swoole\\Thread for SECONDS (120), killed at random and
started again, and a scan of what they have left. With the PHP of TERN_PHP."""
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from php_program import PHP

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = [*PHP, "-d", "tern.thread_memory=256M", HERE / "threads.php"]
PROCESSES = 8


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as php:
        processes = [int(php.stdout.readline()) for _ in range(PROCESSES)]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(random.uniform(0.0005, 0.02))
            os.kill(processes.pop(random.randrange(PROCESSES)), signal.SIGKILL)
            print("killed", file=php.stdin, flush=True)
            started = php.stdout.readline()
            if not started:
                break
            processes.append(int(started))
        for pid in processes:
            os.kill(pid, signal.SIGKILL)
        print("end", file=php.stdin, flush=True)
        print(php.stdout.read(), end="")
    return php.returncode


if __name__ == "__main__":
    sys.exit(main())
