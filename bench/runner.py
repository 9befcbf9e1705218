"""Every test with every server: in rounds, A B C, A B C, so that a machine that gets slower gets slower for everyone."""
import dataclasses
import os
import resource
import sys

import generators
import measure
import servers
import tests

NOTHING = {"seconds": 0.0, "requests": 0, "failed": 0, "requests_per_s": 0.0, "latency_ms": {}, "cpu_us": None,
           "memory_mb": None, "errors": {}, "error": None, "raw": ""}
WARM_UP_REQUESTS = 2000
WARM_UP_CONNECTIONS = 16  # few: a slow server goes on with those that the warm-up leaves
FRAMEWORK_CONNECTIONS = 50
RATE_CONNECTIONS = 100
SHARES = (50, 80)  # of a server's capacity, in percent, that are offered in an open loop
SPARE_FILES = 200  # that a process has open besides connections
SHORT_SECONDS = 0.5  # of a run of ab: 10,000 requests may take a fifth of that, in which chance says more than the server


@dataclasses.dataclass(frozen=True)
class Mode:
    name: str
    connections: tuple     # of ab
    runs: int              # rounds; the best one counts
    short_runs: int        # rounds of servers whose runs of ab are all short
    most_seconds: int      # ab ends then, with fewer requests
    latency_seconds: int   # wrk at the first of the connections, in the first round
    static_seconds: int
    first_look_seconds: int
    frameworks_seconds: int
    growth: tuple          # connections
    growth_seconds: int
    capacity_seconds: int
    rate_seconds: int
    requests: int = 10000

    def rounds(self, test):
        return self.runs if test.group in ("applications", "first_look", "rate", "frameworks") else 1

    def most_rounds(self, test):
        return self.short_runs if test.group == "applications" else self.rounds(test)


FULL = Mode("full", (100, 500, 1000), 2, 6, 3, 2, 10, 5, 6, (1, 10, 100, 1000, 10000), 3, 3, 6)
QUICK = Mode("quick", (100,), 1, 1, 2, 1, 3, 1, 2, (1, 100, 1000), 1, 1, 2)


def loads(mode, test, number):
    """What is measured in a round: (tool, connections, seconds)."""
    if test.group == "static":
        return [("wrk", 1000, mode.static_seconds)]
    if test.group == "first_look":
        return [("wrk", 1, mode.first_look_seconds)]
    if test.group == "frameworks":
        return [("wrk", FRAMEWORK_CONNECTIONS, mode.frameworks_seconds)]
    if test.group == "growth":
        return [("wrk", connections, mode.growth_seconds) for connections in mode.growth]
    if test.group == "rate":
        return [("capacity", RATE_CONNECTIONS, mode.capacity_seconds),
                *((f"rate-{share}", RATE_CONNECTIONS, mode.rate_seconds) for share in SHARES)]
    seconds = mode.most_seconds * tests.PATIENCE.get(test.program, 1)
    found = [("ab", connections, seconds) for connections in mode.connections]
    return found + [("wrk", mode.connections[0], mode.latency_seconds)] if number == 1 else found


def allow_files():
    """As many open files as this user may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def offered(running, tool, connections, seconds):
    """What bench/http_load.c measures: the capacity of the server, or its latency at a share of that."""
    if tool == "capacity":
        result = generators.http_load(running.url, connections, seconds)
        running.known["capacity"] = result["requests_per_s"]
        return result
    if not running.known.get("capacity"):
        raise generators.Failed("the capacity of this process is not known")
    rate = running.known["capacity"] * int(tool.removeprefix("rate-")) / 100
    return {**generators.http_load(running.url, connections, seconds, rate), "offered_per_s": round(rate, 1)}


def one(running, load, mode, body):
    """One measurement of a server that runs."""
    tool, connections, seconds = load
    if connections + SPARE_FILES > resource.getrlimit(resource.RLIMIT_NOFILE)[0]:
        return {"error": f"this user may not open {connections + SPARE_FILES} files"}
    memory = []
    before = sum(measure.cpu_of_tree(*running.pids))
    try:
        if tool == "ab":
            result = generators.ab(running.url, connections, mode.requests, seconds, len(body))
        elif tool != "wrk":
            result = offered(running, tool, connections, seconds)
        else:
            threads = min(10, os.cpu_count() or 1) if connections >= 1000 else 1
            result = generators.wrk(running.url, connections, seconds, threads,
                                    lambda: memory.append(measure.memory_of_tree(*running.pids)))
    except generators.Failed as failed:
        result = {**(failed.result or {}), "error": str(failed)}
    spent = sum(measure.cpu_of_tree(*running.pids)) - before
    memory = memory or [measure.memory_of_tree(*running.pids)]
    if running.dead():
        result.setdefault("error", "the server ended")
    elif not result.get("error") and not result["requests"]:
        result["error"] = "no request was answered"
    if result.get("requests"):
        result["cpu_us"] = round(spent * 1e6 / result["requests"], 3)
    return {**result, "memory_mb": round(memory[0], 1)}


def leaves_work(result, mode):
    """Whether the server may still be busy with requests that nobody waits for."""
    return result["error"] is not None or (result["load"] == "ab" and result["requests"] < mode.requests)


def life_of(server, test, mode, world, wanted, done):
    """What is wanted, as far as one process of a server gets."""
    body = world.body(test)
    with server.running(test, world) as running:
        warm_up(running)
        while wanted:
            load = wanted.pop(0)
            result = {**NOTHING, "load": load[0], "connections": load[1], **one(running, load, mode, body)}
            done(result)
            if leaves_work(result, mode):
                return


def round_of(server, test, mode, number, world, done):
    """Everything of a test with a server; what it left undone does not slow the next measurement."""
    wanted = loads(mode, test, number)
    key = {"test": test.name, "server": server.name, "round": number}
    try:
        if test.database and world.no_database:
            raise servers.Unusable(f"no database: {world.no_database}")
        while wanted:
            life_of(server, test, mode, world, wanted, lambda result: done({**key, **result}))
    except servers.Unusable as why:
        for tool, connections, _ in wanted:
            done({**NOTHING, **key, "load": tool, "connections": connections, "error": str(why)})


def warm_up(running):
    try:
        generators.ab(running.url, WARM_UP_CONNECTIONS, WARM_UP_REQUESTS, 1)
    except generators.Failed:
        pass  # the measurement will say so


def say(result):
    words = result["error"] or (f"{result['requests_per_s']:.0f}/s, {result['failed']} failed, {result['cpu_us']} us, "
                                f"{result['memory_mb']} MB")
    print(f"{result['test']} {result['server']} {result['load']} {result['connections']} round {result['round']}: {words}",
          file=sys.stderr, flush=True)


def is_quick(results, test, server):
    """Whether all of its runs of ab were short, and without an error."""
    runs = [one for one in results if (one["test"], one["server"], one["load"]) == (test.name, server.name, "ab")]
    return all(one["error"] is None and one["seconds"] < SHORT_SECONDS for one in runs)


def run(mode, wanted, contenders, world, results):
    """Adds to `results`, so that what was measured is there after an interrupt too."""
    def done(result):
        results.append(result)
        say(result)

    for test in wanted:
        left = [server for server in contenders if server.serves(test)]
        for number in range(1, mode.most_rounds(test) + 1):
            if number > mode.rounds(test):
                left = [server for server in left if is_quick(results, test, server)]
            for server in left:
                round_of(server, test, mode, number, world, done)
