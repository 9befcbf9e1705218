#!/usr/bin/env python3
"""Many members at a time of a WordPress, each with an account and a session of PHP, under Tern or under nginx with php-fpm. Each
logs in, and then looks at the own profile and changes it, reads and writes comments at a post, visits a page with a session, and
logs out and in. Every answer is compared with what this member has to see. With --kill a worker is killed (SIGKILL) every 10 seconds
meanwhile, with --reload the workers are replaced every 30 seconds. With --hostile other clients ask for hostile.php at the same time, which
does what a page can do to its process; how its own answers end does not count. Exit code 1 for an answer that is another member's, a request that
fails, one that is lost without having been in flight when a worker was killed, or (with neither) a drift of the workers' memory
beyond --most."""
import argparse
import asyncio
import collections
import contextlib
import math
import os
import pathlib
import random
import shutil
import signal
import sys
import time
import unittest

from async_client import Connection, Lost
from harness import TIMEOUT_S
from mix import drift, memory_kib
from processes import alive

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "classic/applications"))
import hosts  # noqa: E402
import members  # noqa: E402
import sites  # noqa: E402
from users import FORM  # noqa: E402

KILL_S = 10
GONE_S = 0.01
RELOAD_S = 30
MINUTE_S = 60
COMMENTS = 20  # of one member: then pages do not grow any more
STEPS = {"look_at_profile": 25, "look_at_post": 25, "visit": 30, "comment": 8, "change_profile": 5, "again": 4}  # and how often each
SHOWN = 20
GATEWAY = (502, 504)  # what nginx answers for a worker that is gone


class Soak:
    def __init__(self, asked, host, posts):
        self.asked, self.host, self.posts = asked, host, posts
        self.over = False
        self.answers = self.excused = self.reloads = 0
        self.hostile = collections.Counter()  # how the answers of hostile.php ended
        self.problems = collections.defaultdict(list)
        self.samples = []  # (minute, memory)
        self.killed = []  # when

    async def run(self):
        users = [asyncio.create_task(self.live(Counted(self, number + 1, post))) for number, post in enumerate(self.posts)]
        beside = [self.watch(), *([self.kill()] if self.asked.kill else []), *([self.reload()] if self.asked.reload else [])]
        beside += [self.be_hostile() for _ in range(self.asked.hostile)]
        beside = [asyncio.create_task(one) for one in beside]
        await asyncio.sleep(self.asked.minutes * MINUTE_S)
        self.over = True
        for task in beside:
            task.cancel()
        await asyncio.gather(*users)
        self.measure()

    async def live(self, member):
        chance = random.Random(member.number)
        doing = "login"
        while not self.over:
            try:
                await getattr(member, doing)()
                doing, = chance.choices(list(STEPS), STEPS.values())
                if doing == "comment" and len(member.comments or ()) >= COMMENTS:
                    doing = "look_at_post"
            except members.Lost as problem:
                member.forget()
                doing = "login"
                if member.in_flight(self.killed):
                    self.excused += 1
                else:
                    self.problems["Lost"].append(str(problem))
            except (members.MixedUp, members.Failed) as problem:
                self.problems[type(problem).__name__].append(str(problem))
                member.forget()
                doing = "login"
        member.connection.close()

    async def watch(self):
        """The memory of the workers after each minute."""
        while True:
            await asyncio.sleep(MINUTE_S)
            self.measure()

    def measure(self):
        pids = self.host.workers()
        memory = {what: sum(memory_kib(pid, what) for pid in pids) for what in ("Anonymous", "Rss")}
        self.samples.append((len(self.samples) + 1, memory))
        print(f"classic: {len(self.samples)} min, {self.answers} answers, {len(pids)} workers, {memory} KiB", flush=True)

    async def kill(self):
        while True:
            await asyncio.sleep(KILL_S)
            pids = self.host.workers()
            if pids:
                await self.kill_one(random.choice(pids))

    async def kill_one(self, pid):
        """A process with much memory lives on for a moment, and with it its connections."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self.killed.append(math.inf)
            while alive(pid):
                await asyncio.sleep(GONE_S)
            self.killed[-1] = time.monotonic()

    async def be_hostile(self):
        connection = Connection(self.host.port, TIMEOUT_S)
        while True:
            try:
                answer = await connection.ask(*random.choice((("GET", "/hostile.php"), ("POST", "/hostile.php", [FORM], b"who=hostile"))))
                self.hostile[str(answer.status)] += 1
            except (Lost, UnicodeDecodeError):
                self.hostile["lost"] += 1
                connection.close()

    async def reload(self):
        while True:
            await asyncio.sleep(RELOAD_S)
            self.reloads += 1
            self.host.reload()

    def report(self):
        for name, texts in self.problems.items():
            for text in texts[:SHOWN]:
                print(f"   {name}: {text}")
        count = {name: len(self.problems[name]) for name in ("MixedUp", "Failed", "Lost")}
        grown, text = drift(self.samples, 1, "Rss") if self.samples else (0, "no samples")
        print(f"classic: {self.asked.server}, {len(self.posts)} members at a time, {self.asked.workers} workers, "
              f"{self.asked.minutes:g} min: {self.answers} answers, {self.answers / self.asked.minutes / MINUTE_S:.0f}/s; "
              f"{count['MixedUp']} mixed up, {count['Failed']} failed, {count['Lost']} lost; {len(self.killed)} workers killed, "
              f"{self.excused} requests in flight lost then; {self.reloads} reloads; {text}")
        if self.asked.hostile:
            print(f"classic: {self.asked.hostile} hostile clients: {sum(self.hostile.values())} answers, {dict(self.hostile.most_common(8))}; "
                  f"{self.host.output().count('ended by signal')} workers ended by a signal")
        return any(count.values()) or (not self.asked.reload and not self.asked.kill and grown > self.asked.most)


class Counted(members.Member):
    """A member of a soak test, who knows since when the last request has been in flight."""

    def __init__(self, soak, number, post):
        super().__init__(soak.host.port, number, post, TIMEOUT_S)
        self.soak = soak
        self.since = 0.0

    async def ask(self, *words, **more):
        self.since = time.monotonic()
        answer = await super().ask(*words, **more)
        self.soak.answers += 1
        return answer

    def unexpected(self, what, answer):
        if answer.status in GATEWAY and self.in_flight(self.soak.killed):
            return members.Lost(what)
        return super().unexpected(what, answer)

    def in_flight(self, killed):
        """When a worker was killed."""
        return any(self.since <= when for when in killed)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", nargs="?", choices=hosts.HOSTS, default="tern")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--reload", action="store_true")
    parser.add_argument("--hostile", type=int, default=0, metavar="CLIENTS")
    parser.add_argument("--most", type=float, default=2.0, help="the largest drift that passes, in percent")
    return parser.parse_args()


@contextlib.contextmanager
def served(asked):
    """The server, and the posts of the members."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(contextlib.closing(sites.Database()))
        site = members.Site(database)
        stack.callback(site.remove)
        host = hosts.HOSTS[asked.server](site, workers=asked.workers)
        if asked.hostile:
            site.more_settings = {"extension": sites.packages().find(f"{sites.packages().extensions}/phar.so"), "memory_limit": "128M"}
        posts = site.prepare(host.url("").rstrip("/"), asked.users)
        if asked.hostile:
            shutil.copy(pathlib.Path(__file__).with_name("hostile.php"), site.public)
        host.start()
        stack.callback(host.stop)
        yield host, posts
        print(site.complaints()[-2000:], end="")


def main():
    asked = arguments()
    failed = True
    try:
        with served(asked) as (host, posts):
            soak = Soak(asked, host, posts)
            try:
                asyncio.run(soak.run())
            finally:
                failed = soak.report()
    except unittest.SkipTest as why:
        sys.exit(f"classic: {why}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
