"""What the servers of bench/frameworks are asked, and what that costs them."""
import asyncio
import dataclasses
import json
import re
import subprocess
import time
import urllib.request

import generators
import servers
from visitor import Failed, Lost, MixedUp, Visitor

WAIT_MS = 100
TIMEOUT_S = 60
COMPUTE = "/compute?seed=a"
SELECTS = "/selects"
CONNECTIONS = 64


@dataclasses.dataclass
class Measurement:
    per_second: float
    cpu_ms: float  # of the server, for a request
    memory_mb: float
    errors: str = ""
    median_ms: float | None = None  # of the latencies
    late_ms: float | None = None    # their 99th percentile


class Waiting:
    """Users at a time whose requests wait for the database, each with a session of its own."""

    def __init__(self, count, seconds, fields):
        """`fields` are those of a Place."""
        self.count, self.seconds, self.fields = count, seconds, fields
        self.name = f"{count} requests at a time that wait {WAIT_MS} ms for the database"
        self.answers, self.errors, self.over = 0, [], False

    def measure(self, running):
        self.__init__(self.count, self.seconds, self.fields)
        return asyncio.run(self.run(running))

    async def run(self, running):
        users = [asyncio.create_task(self.use(running.port, number, {})) for number in range(self.count)]
        await self.answered(10 * self.count)
        answers, cpu_s, began = self.answers, running.cpu_s(), time.monotonic()
        await asyncio.sleep(self.seconds)
        answers, cpu_s, took = self.answers - answers, running.cpu_s() - cpu_s, time.monotonic() - began
        memory_mb = running.memory_mb()
        self.over = True
        await asyncio.gather(*users)
        return Measurement(answers / took, cpu_s * 1000 / max(answers, 1), memory_mb, "; ".join(self.errors[:3]))

    async def answered(self, count):
        """Until so many requests are answered: everything is warm."""
        while self.answers < count and len(self.errors) < self.count:
            await asyncio.sleep(0.1)

    async def use(self, port, number, tokens):
        visitor = Visitor(port, f"user{time.monotonic_ns()}n{number}", tokens, TIMEOUT_S, self.fields)
        try:
            await visitor.register()
            while not self.over:
                await visitor.wait(WAIT_MS)
                self.answers += 1
        except (MixedUp, Failed, Lost) as error:
            self.errors.append(f"{type(error).__name__}: {error}")
        finally:
            visitor.close()


class Computing:
    """Fifty connections that ask for a page that waits for nothing, by wrk."""

    def __init__(self, count, seconds):
        self.count, self.seconds = count, seconds
        self.name = f"a page that only computes, on {count} connections"

    def measure(self, running):
        url = f"http://127.0.0.1:{running.port}{COMPUTE}"
        check(url)
        for seconds in (max(3, self.seconds // 2), self.seconds):  # the first one warms up
            cpu_s = running.cpu_s()
            done = subprocess.run(["wrk", "-t1", f"-c{self.count}", f"-d{seconds}s", "--timeout", f"{TIMEOUT_S}s", url],
                                  capture_output=True, text=True, check=True)
            cpu_s = running.cpu_s() - cpu_s
        requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
        return Measurement(float(re.search(r"Requests/sec: +([\d.]+)", done.stdout)[1]), cpu_s * 1000 / max(requests, 1),
                           running.memory_mb(), "; ".join(re.findall(r"^ *((?:Socket errors|Non-2xx).*)$", done.stdout, re.M)))


class Offered:
    """Requests for a page with ten queries that are due at random moments, so many a second."""

    def __init__(self, rate, seconds):
        self.rate, self.seconds = rate, seconds
        self.name = f"a page with 10 selects by Eloquent, {rate} requests a second offered"

    def measure(self, running):
        url = f"http://127.0.0.1:{running.port}{SELECTS}"
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            if [len(user["notes"]) for user in json.load(answer)] != 5 * [10]:
                raise servers.Unusable(f"{url} answers something else")
        for seconds in (max(3, self.seconds // 2), self.seconds):  # the first one warms up
            cpu_s = running.cpu_s()
            found = generators.http_load(url, CONNECTIONS, seconds, self.rate)
            cpu_s = running.cpu_s() - cpu_s
        if not found["requests"]:
            raise servers.Unusable(f"no response at {self.rate} requests a second")
        latency = found["latency_ms"]
        return Measurement(found["requests_per_s"], cpu_s * 1000 / found["requests"], running.memory_mb(),
                           f"{found['failed']} failed" if found["failed"] else "", latency["50"], latency["99"])


def check(url):
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        if not re.fullmatch(rb"[0-9a-f]{32}", answer.read()):
            raise servers.Unusable(f"{url} answers something else")
