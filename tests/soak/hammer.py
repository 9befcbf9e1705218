#!/usr/bin/env python3
"""hammer.py [SECONDS [SEED]]: 8 workers on one table, cache, atomics and locks (hammer.php) for SECONDS (600), of which one is
killed with -9 about five times a second and all are reloaded every few seconds, at random. With the PHP of TERN_PHP."""
import contextlib
import os
import pathlib
import random
import re
import signal
import sys
import time

from harness import wait_until
from http_client import Closed
from server_process import Server

HERE = pathlib.Path(__file__).resolve().parent

KILLS_PER_S = 5
RELOADS_PER_S = 0.2


def for_seconds(server, chance, seconds):
    """Waits a while before each kill (False) or reload (True)."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(chance.expovariate(KILLS_PER_S + RELOADS_PER_S))
        yield chance.random() < RELOADS_PER_S / (KILLS_PER_S + RELOADS_PER_S)


def for_operations(server, chance, rounds, operations):
    """Waits for about so many operations before each of so many kills (False) and reloads (True, every tenth)."""
    for number in range(rounds):
        wait_for_more(server, chance.randrange(2 * operations))
        yield number % 10 == 0


def done(server):
    """0: who was asked has been killed."""
    try:
        return int(server.get().text)
    except (Closed, OSError):
        return 0


def wait_for_more(server, operations):
    goal = wait_until(lambda: done(server), "an answer") + operations
    wait_until(lambda: done(server) > goal or is_wrong(server), f"operation {goal}")


def is_wrong(server):
    return "wrong:" in server.output()


def hammer(seed, pace, *bounds):
    """The figures that the server prints, kills and reloads, of which each follows one step of the pace; raises when
    something is wrong."""
    chance = random.Random(seed)
    script = (HERE / "hammer.php").read_text().removeprefix("<?php")
    server = Server(script, php=("-d", "extension=posix"))
    server.expected_signs.add("ended by signal 9")
    kills = reloads = 0
    try:
        for reload in pace(server, chance, *bounds):
            if is_wrong(server):
                break
            if reload:
                server.send_signal(signal.SIGUSR1)
                reloads += 1
            elif workers := server.workers():
                with contextlib.suppress(ProcessLookupError):  # it left since, for another reload
                    os.kill(chance.choice(workers), signal.SIGKILL)
                kills += 1
        wait_for_more(server, 0)
        server.send_signal(signal.SIGTERM)
        server.wait_exit()
        output = server.output()
        if wrong := re.search("^wrong: .*", output, re.M):
            raise AssertionError(wrong[0])
        server.stop()
        return re.search("^.* operations, .*", output, re.M)[0], kills, reloads, output.count("RELOADED")
    finally:
        server.kill()


def main():
    seconds, seed = (int(text) for text in (sys.argv[1:] + ["600", "1"][len(sys.argv) - 1:])[:2])
    try:
        figures, kills, reloads, finished = hammer(seed, for_seconds, seconds)
    except AssertionError as failed:
        sys.exit(f"hammer: {failed}")
    print(f"hammer: {seconds} s, seed {seed}: {kills} workers killed, {reloads} reloads asked for, {finished} finished; {figures}")


if __name__ == "__main__":
    main()
