#!/usr/bin/env python3
"""Hundreds of users at a time of an application of a framework, each with a session of its own, in contexts. Each user registers,
logs in, and then looks at pages that wait for the database, writes notes, and logs out and in. Every answer is compared with what
this user has to see. With --reload the workers are replaced every 30 seconds meanwhile. Exit code 1 for an answer that is
another user's, a request that fails, or (without --reload) a drift of the workers' memory beyond --most."""
import argparse
import asyncio
import collections
import pathlib
import random
import signal
import sys
import unittest

from harness import TIMEOUT_S, wait_until
from mix import drift, memory_kib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "frameworks"))  # which has an applications.py, too
import places  # noqa: E402
from visitor import Failed, Lost, MixedUp, Visitor  # noqa: E402

RELOAD_S = 30
MINUTE_S = 60
NOTES = 20  # of one user; then another one comes, so that pages do not grow
STEPS = {"look_at_me": 30, "wait": 30, "look_at_notes": 25, "write": 10, "again": 5}  # and how often each
SHOWN = 20


class Soak:
    def __init__(self, asked, server):
        self.asked, self.server = asked, server
        self.over = False
        self.answers = 0
        self.users = 0
        self.reloads = self.finished = 0
        self.problems = collections.defaultdict(list)
        self.samples = []  # (minute, memory)
        self.tokens = {}

    async def run(self):
        users = [asyncio.create_task(self.occupy(random.Random(number))) for number in range(self.asked.users)]
        beside = [asyncio.create_task(self.watch()), *([asyncio.create_task(self.reload())] if self.asked.reload else [])]
        await asyncio.sleep(self.asked.minutes * MINUTE_S)
        self.over = True
        for task in beside:
            task.cancel()
        await asyncio.gather(*users)

    async def occupy(self, chance):
        """One user after the other."""
        while not self.over:
            self.users += 1
            visitor = Counted(self, f"user{self.users}")
            try:
                await self.live(visitor, chance)
            except (MixedUp, Failed, Lost) as problem:
                self.problems[type(problem).__name__].append(str(problem))
            finally:
                visitor.close()

    async def live(self, visitor, chance):
        await visitor.register()
        await visitor.again()
        while not self.over and len(visitor.notes) < NOTES:
            step, = chance.choices(list(STEPS), STEPS.values())
            await (visitor.wait(chance.randint(1, 100)) if step == "wait" else getattr(visitor, step)())
        await visitor.logout()

    async def watch(self):
        """The memory of the workers after each minute, and at the end."""
        while True:
            await asyncio.sleep(MINUTE_S)
            self.measure()

    def measure(self):
        memory = {what: sum(memory_kib(pid, what) for pid in self.server.workers()) for what in ("Anonymous", "Rss")}
        self.samples.append((len(self.samples) + 1, memory))
        print(f"applications: {len(self.samples)} min, {self.answers} answers, {memory} KiB", flush=True)

    async def reload(self):
        while True:
            await asyncio.sleep(RELOAD_S)
            self.reloads += 1
            self.server.send_signal(signal.SIGUSR1)

    def finish(self):
        """The server is still there, without load."""
        self.measure()
        wait_until(self.has_reloaded, "the last reload")
        self.server.stop()

    def has_reloaded(self):
        self.finished = self.server.output().count("the reload is finished")
        return self.finished >= self.reloads

    def report(self):
        for name, texts in self.problems.items():
            for text in texts[:SHOWN]:
                print(f"   {name}: {text}")
        count = {name: len(self.problems[name]) for name in ("MixedUp", "Failed", "Lost")}
        grown, text = drift(self.samples, 1, "Anonymous")
        print(f"applications: {self.asked.application}, {self.asked.users} users at a time, {self.users} in all, "
              f"{self.asked.workers} workers with {self.asked.concurrency} contexts, {self.asked.minutes:g} min: {self.answers} answers, "
              f"{self.answers / self.asked.minutes / MINUTE_S:.0f}/s; {count['MixedUp']} mixed up, {count['Failed']} failed, "
              f"{count['Lost']} lost; {self.reloads} reloads, {self.finished} finished; {text}; {drift(self.samples, 1, 'Rss')[1]}")
        return any(count.values()) or (not self.asked.reload and grown > self.asked.most)


class Counted(Visitor):
    """A visitor of a soak test."""

    def __init__(self, soak, name):
        super().__init__(soak.server.port, name, soak.tokens, TIMEOUT_S, places.PLACES[soak.asked.application].FIELDS)
        self.soak = soak

    async def ask(self, *words, **more):
        answer = await super().ask(*words, **more)
        self.soak.answers += 1
        return answer

    async def again(self):
        await self.logout()
        await self.login()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("application", nargs="?", choices=places.PLACES, default="laravel")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--concurrency", type=int, default=50)
    parser.add_argument("--setting", action="append", default=[], help="of PHP: memory_limit=1G")
    parser.add_argument("--reload", action="store_true")
    parser.add_argument("--most", type=float, default=5.0, help="the largest drift that passes, in percent")
    return parser.parse_args()


def main():
    asked = arguments()
    try:
        with places.made(asked.application) as place:
            server = place.serve("--workers", str(asked.workers), "--concurrency", str(asked.concurrency),
                                 php=[word for setting in asked.setting for word in ("-d", setting)])
            soak = Soak(asked, server)
            try:
                asyncio.run(soak.run())
                soak.finish()
            finally:
                failed = soak.report()
                server.kill()
    except unittest.SkipTest as why:
        sys.exit(f"applications: {why}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
