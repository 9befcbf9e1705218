#!/usr/bin/env python3
"""Load across reloads and crashes: 10 times SIGUSR1, and kill -9 of a random worker every 5 seconds, for a minute.
Every request that was not answered is counted, and only those in flight on a killed worker are owed to it: with one
failure of another kind the exit code is 1."""
import argparse
import os
import random
import signal
import sys
import time

from harness import Timeout, wait_until
from load import Kills, Load
from php_program import http_script
from server_process import Server

HANDLER = "$response->end($server->worker_pid . ' ' . $request->server['request_method']);"
EVENTS = "$server->on('afterReload', function () { note('RELOADED'); });"


class Schedule:
    """What happens when, in seconds from the start."""

    def __init__(self, seconds, reloads, kill_every):
        kills = [(at, "kill") for at in range(kill_every, seconds, kill_every)]
        turns = [((n + 0.5) * seconds / reloads, "reload") for n in range(reloads)]
        self.actions = sorted(kills + turns)

    def run(self, seconds, act):
        began = time.monotonic()
        for at, action in self.actions:
            time.sleep(max(0, began + at - time.monotonic()))
            act(action)
        time.sleep(max(0, began + seconds - time.monotonic()))


class Soak:
    def __init__(self, server, kills):
        self.server = server
        self.kills = kills
        self.reloads = 0

    def act(self, action):
        if action == "reload":
            self.reloads += 1
            self.server.send_signal(signal.SIGUSR1)
            return
        victim = random.choice(self.server.workers())
        before = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        self.kills.killed.append((victim, before, time.monotonic()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--reloads", type=int, default=10)
    parser.add_argument("--kill-every", type=int, default=5)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    server = Server(http_script(HANDLER, {"worker_num": asked.workers, "log_level": 4}, setup=EVENTS))
    kills = Kills()
    soak = Soak(server, kills)
    try:
        with Load(server, asked.connections) as load:
            Schedule(asked.seconds, asked.reloads, asked.kill_every).run(asked.seconds, soak.act)
            still_serves = load.more(100)
            wait_until(still_serves, "answers at the end")
        finished = server.output().count("RELOADED")
        server.stop()
    except Timeout as failed:
        server.kill()
        sys.exit(f"reload: {failed}")
    explained, others = kills.split(load.failures)
    print(f"reload: {load.answered} answers by {len(load.pids)} workers in {asked.seconds} s; {soak.reloads} reloads asked for, "
          f"{finished} finished; {len(kills.killed)} workers killed; failed: {len(explained)} in flight on a killed worker, "
          f"{len(others)} others; {load.reconnects} idle connections closed")
    for failure in others[:20]:
        print("  ", failure)
    sys.exit(1 if others else 0)


if __name__ == "__main__":
    main()
