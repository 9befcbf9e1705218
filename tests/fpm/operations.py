#!/usr/bin/env python3
"""Operations on a pool under load: `tests/fpm/run operations`. For a minute wrk asks for pages through nginx, while the pool is reloaded
(SIGUSR2), upgraded (a new file of the extension, and a reload), and one worker is killed (SIGKILL). Then the same is done to php-fpm, as it is
and with process_control_timeout; there is nothing to upgrade, and a child is killed. Printed are the requests that failed: those in flight on
the killed process, which are owed to it, and others. Exit code 1 if `tern fpm` has one of these."""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import behind_nginx
import programs
import services
import web_servers
from harness import ROOT, TIMEOUT_S, need, wait_until
from http_client import Client
from load import Failure, Kills
from php_program import need_php

PAGES = pathlib.Path(__file__).with_name("pages")
NGINX = pathlib.Path(__file__).with_name("operations.conf")
POOL = """[global]
error_log = {{folder}}/error.log
{more}
[www]
listen = {{folder}}/socket
listen.mode = 0666
pm = static
pm.max_children = 16
"""
READY = re.compile(r"NOTICE: ready to handle connections$", re.M)
SHOWN = 20


class Pool:
    """One of php-fpm or `tern fpm` behind nginx, and what is done to it."""

    def __init__(self, fpm, extension=None):
        """`extension`: the file that it has loaded."""
        self.fpm, self.extension = fpm, extension
        self.kills = Kills()
        self.done = {"reload": 0, "upgrade": 0, "kill": 0}
        servers = NGINX.read_text()
        for name, text in (("root", fpm.root), ("socket", fpm.socket), ("parameters", behind_nginx.PARAMETERS)):
            servers = servers.replace(f"{{{name}}}", str(text))
        pem = services.make_certificate(fpm.folder / "pem")
        self.nginx = web_servers.start_nginx(servers, pem, pem)

    def client(self):
        return Client(("127.0.0.1", self.nginx.port))

    def act(self, what):
        getattr(self, what)()
        self.done[what] += 1

    def worker(self):
        """One that answers."""
        with self.client() as client:
            return int(client.ask("GET", "/query.php").text)

    def reload(self):
        count = len(READY.findall(self.fpm.log()))
        self.fpm.process.send_signal(signal.SIGUSR2)
        wait_until(lambda: len(READY.findall(self.fpm.log())) > count, self.fpm.log)

    def upgrade(self):
        """Another file in the place of the one that runs."""
        new = shutil.copy(os.environ["TERN_SO"], f"{self.extension}.new")
        os.replace(new, self.extension)
        self.reload()
        maps = pathlib.Path(f"/proc/{self.worker()}/maps").read_text()
        loaded = {int(number) for number in re.findall(rf"(\d+) +{re.escape(str(self.extension))}$", maps, re.M)}
        if loaded != {self.extension.stat().st_ino}:
            raise AssertionError(f"the new file {self.extension.stat().st_ino} is not what a worker has: {loaded}")

    def kill(self):
        victim = self.worker()
        before = time.monotonic()
        os.kill(victim, signal.SIGKILL)
        self.kills.killed.append((victim, before, time.monotonic()))

    def failures(self):
        """Those that nginx has logged. Its times are in whole milliseconds, rounded down."""
        offset = time.time() - time.monotonic()
        path = self.nginx.folder / "failed"
        for line in path.read_text().splitlines() if path.exists() else []:
            at, took, *status = line.split()
            ended = float(at) - offset
            yield Failure(f"status {' '.join(status)}", 0, ended - float(took), ended + 0.001, 0)

    def close(self):
        self.nginx.close()
        self.fpm.close()


def tern_fpm(more=""):
    """With a copy of the extension as its own."""
    def command(fpm):
        extension = pathlib.Path(shutil.copy(os.environ["TERN_SO"], fpm.folder / "tern.so"))
        return [word.replace(os.environ["TERN_SO"], str(extension)) for word in need_php()] + [ROOT / "bin/tern", "fpm"]
    fpm = programs.Fpm(programs.NoPackages(), scripts=PAGES, configuration=POOL.format(more=more) + programs.TCP_POOL)
    return Pool(fpm.serve(command(fpm)), fpm.folder / "tern.so")


def php_fpm(more=""):
    return Pool(programs.php_fpm(scripts=PAGES, configuration=POOL.format(more=more) + programs.TCP_POOL))


SIDES = {"tern fpm": tern_fpm, "php-fpm": php_fpm, "php-fpm, process_control_timeout = 10s": lambda: php_fpm("process_control_timeout = 10s")}


def plan(asked, has_upgrade):
    """What is done, in its order: upgrades between equally many reloads, and the kill in the middle."""
    actions = ["reload"] * asked.reloads
    for number in range(asked.upgrades if has_upgrade else 0):
        actions.insert((number + 1) * len(actions) // (asked.upgrades + 1), "upgrade")
    actions.insert(len(actions) // 2, "kill")
    return actions


class Load:
    """wrk, which runs for a time."""

    def __init__(self, pool, asked):
        command = [need("wrk"), "-t", "2", "-c", str(asked.connections), "-d", str(asked.seconds), f"http://127.0.0.1:{pool.nginx.port}/query.php"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)

    def report(self):
        """How many requests were answered, and how many failed."""
        text, _ = self.process.communicate(timeout=TIMEOUT_S * 10)
        errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
        status = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        failed = sum(map(int, errors.groups())) if errors else 0
        return int(re.search(r"(\d+) requests in", text)[1]), failed + (int(status[1]) if status else 0)


def campaign(name, asked):
    with contextlib.closing(SIDES[name]()) as pool:
        pool.worker()
        actions = plan(asked, pool.extension is not None)
        load, began = Load(pool, asked), time.monotonic()
        for number, action in enumerate(actions):
            time.sleep(max(0, began + (number + 0.5) * asked.seconds / len(actions) - time.monotonic()))
            pool.act(action)
        answered, failed = load.report()
        owed, others = pool.kills.split(list(pool.failures()))
        print(f"operations: {name}: {answered} responses in {asked.seconds} s; {pool.done['reload']} reloads, {pool.done['upgrade']} upgrades, "
              f"{pool.done['kill']} killed; failed by wrk's count: {failed}; by nginx's: {len(owed)} in flight on the killed process, {len(others)} others",
              flush=True)
        for failure in others[:SHOWN] if pool.extension else []:
            print("  ", failure)
        return others or failed != len(owed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--reloads", type=int, default=20)
    parser.add_argument("--upgrades", type=int, default=2)
    parser.add_argument("--connections", type=int, default=16)
    asked = parser.parse_args()
    try:
        is_wrong = [campaign(name, asked) for name in SIDES][0]
    except unittest.SkipTest as why:
        sys.exit(f"operations: {why}")
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
