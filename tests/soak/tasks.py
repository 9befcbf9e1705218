#!/usr/bin/env python3
"""Tasks across reloads and crashes: requests give tasks for five minutes, while SIGUSR1 and SIGUSR2 replace workers and
every few seconds a random task worker is killed with -9. Every task ends in a result or is told to be lost, or in both
when its worker was killed between the two; lost are at most those that killed workers ran, one each; and no process
grows. Exit code 1 otherwise."""
import argparse
import os
import random
import re
import signal
import sys
import time

from harness import Timeout, wait_until
from load import Load
from mix import memory_kib
from php_program import PhpFile
from server_process import Server


class Memory:
    """Of the master, and of the largest worker there was, in the first and in the last third."""

    def __init__(self, server):
        self.server = server
        self.samples = []

    def look(self):
        workers = []
        for pid in self.server.workers():
            try:
                workers.append(memory_kib(pid, "Anonymous"))
            except (OSError, TypeError):  # it has ended
                pass
        self.samples.append((memory_kib(self.server.pid, "Anonymous"), max(workers, default=0)))

    def thirds(self):
        third = max(1, len(self.samples) // 3)
        return [[max(one[who] for one in part) for part in (self.samples[:third], self.samples[-third:])] for who in (0, 1)]


def counts(server):
    return dict(zip(("given", "finished", "lost", "wrong"), map(int, re.findall(r"\d+", server.get("/counts").text))))


def kill_a_task_worker(server):
    known = set(map(int, re.findall(r"^<task worker (\d+)>", server.output(), re.M)))
    victims = [pid for pid in server.workers() if pid in known]
    if not victims:
        return 0
    os.kill(random.choice(victims), signal.SIGKILL)
    return 1


def run(server, asked):
    memory, kills, reloads, began = Memory(server), 0, 0, time.monotonic()
    with Load(server, asked.connections) as load:
        for second in range(1, asked.seconds + 1):
            time.sleep(max(0, began + second - time.monotonic()))
            if second % asked.kill_every == 0:
                kills += kill_a_task_worker(server)
            if second % asked.reload_every == 0:
                server.send_signal(signal.SIGUSR1 if reloads % 2 == 0 else signal.SIGUSR2)
                reloads += 1
            memory.look()
    ended = {}

    def all_ended():
        ended.update(counts(server))
        return ended["finished"] + ended["lost"] >= ended["given"]
    try:
        wait_until(all_ended, "the end of every task", 60)
    except Timeout:
        pass
    return memory, kills, reloads, load, ended


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--kill-every", type=int, default=3)
    parser.add_argument("--reload-every", type=int, default=10)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--most", type=float, default=5.0, help="the largest growth of memory that passes, in percent")
    asked = parser.parse_args()
    options = {"worker_num": 2, "task_worker_num": 2, "log_level": 4, "max_connection": 256}
    server = Server(PhpFile("soak/tasks.php", options))
    server.expect_crash(9)
    try:
        memory, kills, reloads, load, ended = run(server, asked)
        finished = server.output().count("RELOADED")
        server.stop()
    except AssertionError as failed:
        server.kill()
        sys.exit(f"tasks: {failed}")
    (master, workers) = memory.thirds()
    problems = [f"{len(load.failures)} requests failed: {load.failures[:3]}"] if load.failures else []
    missing = ended["given"] - ended["finished"]
    if not 0 <= missing <= ended["lost"] <= kills or ended["wrong"]:
        problems.append("tasks are missing, or lost without a reason, or wrong")
    problems += [f"memory of {who} grows" for who, (first, last) in (("the master", master), ("workers", workers))
                 if last > first * (1 + asked.most / 100)]
    print(f"tasks: {load.answered} requests in {asked.seconds} s; tasks: {ended}; {kills} task workers killed, {reloads} "
          f"reloads asked for, {finished} finished; KiB at most in the first and the last third: master {master}, "
          f"worker {workers}; problems: {problems or 'none'}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
