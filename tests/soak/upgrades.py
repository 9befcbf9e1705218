#!/usr/bin/env python3
"""Upgrades below `tern supervise` in which a random process dies at a random moment, under a light load. After each one
there has to be one server with the right pid file below its supervisor, or, if no master was left to go on, nothing; then
a new one is started, as a service manager does it. What clients lost is counted by who died and when."""
import argparse
import collections
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time

from harness import Timeout, wait_until
from http_client import Client, request
from launcher import command
from php_program import PhpFile
from processes import alive, children_of, in_session
from server_process import Server

UPGRADE = signal.SIGRTMIN + 1
MOMENTS_S = (0.06, 0.2)  # one of them is the longest time from the begin of the upgrade to the death
CLIENTS = 4


class Tree:
    """One supervisor and what is below it."""

    def __init__(self, folder, port):
        self.pid_file = folder / "pid"
        options = {"worker_num": 2, "max_wait_time": 5, "log_level": 2, "pid_file": str(self.pid_file)}
        self.server = Server(PhpFile("soak/upgrades.php", options=options, port=port), prefix=[*command("supervise"), "--"])
        self.supervisor = self.server.process.pid
        self.port = self.server.port

    def named(self):
        try:
            return int(self.pid_file.read_text())
        except (OSError, ValueError):
            return 0

    def living(self):
        return [pid for pid in in_session(self.supervisor) if alive(pid)]

    def masters(self):
        """Those that have not ended, also if their processes have not yet."""
        said = self.server.output()
        started = {int(pid) for pid in re.findall(r"upgrade: process (\d+) starts|^SERVER (\d+)", said, re.M) for pid in pid if pid}
        return (started - {int(pid) for pid in re.findall(r"^ENDS (\d+)", said, re.M)}) & set(self.living())

    def is_settled(self):
        """One master, which the pid file names, with its workers; or nothing."""
        living = self.living()
        if not living:
            return True
        named = self.named()
        expected = {self.supervisor, named, *children_of(named)}
        is_below = self.supervisor in living and named in children_of(self.supervisor)
        return is_below and set(living) <= expected and self.masters() == {named}


class Clients:
    """Half of them keep their connections; one asks for what takes a while."""

    def __init__(self, port):
        self.port = port
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.answered = 0
        self.lost = collections.Counter()
        self.threads = [threading.Thread(target=self.run, args=(number % 2 == 0, number == 0), daemon=True) for number in range(CLIENTS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def run(self, keeps, waits):
        client, asked = None, request(path="/slow" if waits else "/")
        while not self.stopping.is_set():
            time.sleep(0.002)
            what = "connect"
            try:
                if client is None or not client.quiet():
                    client = Client(("127.0.0.1", self.port))
                what = "request"
                client.send(asked)
                status = client.response().status
                self.count(None if status == 200 else str(status))
                if keeps and status == 200:
                    continue
            except ConnectionRefusedError:
                self.stopping.wait(0.1)  # there is no server
            except (OSError, AssertionError):
                self.count(what)
            if client is not None:
                client.close()
            client = None

    def count(self, lost):
        with self.lock:
            self.answered += lost is None
            if lost is not None:
                self.lost[lost] += 1


class Campaign:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.folder = folder
        self.tree = Tree(folder, 0)
        self.cases = collections.defaultdict(collections.Counter)
        self.wrong = []

    def one(self, clients):
        old = self.tree.named()
        before = clients.lost.copy()
        os.kill(old, UPGRADE)
        time.sleep(self.random.uniform(0, self.random.choice(MOMENTS_S)))
        masters = self.tree.masters()
        victim = self.kill_one()
        left = self.tree.masters() - {victim}
        case = self.case(victim, old, left | ({victim} & masters))
        outcome = self.outcome()
        has_server = outcome == "one"
        may_serve = left and victim != self.tree.supervisor
        if outcome == "wrong" or (may_serve and not has_server) or (has_server and victim == self.tree.supervisor):
            self.wrong.append(f"{case}: {outcome}, {len(left)} other masters\n{self.tree.server.output()[-2000:]}")
        if outcome == "wrong":
            raise Timeout(self.wrong[-1])
        if outcome == "none":
            self.tree.server.process.wait()
            self.tree = Tree(self.folder, self.tree.port)
        self.count(case, outcome, clients.lost - before)

    def kill_one(self):
        while True:
            victim = self.random.choice(self.tree.living())
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
                return victim

    def case(self, victim, old, masters):
        """Who dies when."""
        has_taken_over = self.tree.named() != old
        if len(masters) < 2:
            when = "the old one has ended" if has_taken_over else "no new one has started"
        else:
            when = "the new one has taken over" if has_taken_over else "the new one starts"
        if victim == self.tree.supervisor:
            return f"{when}, the supervisor"
        if victim in masters:
            return f"{when}, the {'old' if victim == old else 'new'} master"
        return f"{when}, a worker"

    def outcome(self):
        try:
            wait_until(self.tree.is_settled, "one server", 20)
        except Timeout:
            return "wrong"
        return "one" if self.tree.living() else "none"

    def count(self, case, outcome, lost):
        self.cases[case]["times"] += 1
        self.cases[case][f"{outcome} server"] += 1
        for what, number in lost.items():
            self.cases[case][f"lost: {what}"] += number

    def print(self, answered):
        times = sum(counts["times"] for counts in self.cases.values())
        print(f"upgrades: {times} upgrades with a death, {answered} answers, {len(self.wrong)} wrong")
        for case in sorted(self.cases):
            print(f"  {case}:", ", ".join(f"{what} {number}" for what, number in sorted(self.cases[case].items())))
        for wrong in self.wrong:
            print(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrades", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-upgrades-"))
    campaign = Campaign(asked.seed, folder)
    try:
        with Clients(campaign.tree.port) as clients:
            for _ in range(asked.upgrades):
                campaign.one(clients)
    except Timeout as failed:
        print(f"upgrades: {failed}")
    finally:
        for pid in campaign.tree.living():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(folder, True)
    campaign.print(clients.answered)
    sys.exit(1 if campaign.wrong else 0)


if __name__ == "__main__":
    main()
