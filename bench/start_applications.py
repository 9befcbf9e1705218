"""What `tern serve` of an application of a framework takes until its first answer, and the memory of its processes."""
import asyncio
import collections
import contextlib
import dataclasses
import http.client
import pathlib
import re
import statistics
import tempfile
import time
import urllib.request

import measure
from callgrind import counted, valgrind
from framework_load import COMPUTE, TIMEOUT_S, WAIT_MS, check
from framework_servers import Tern
from visitor import Visitor

CONCURRENCY = 50


@dataclasses.dataclass(frozen=True)
class Memory:
    """Of one process, in megabytes."""
    resident: float
    proportional: float  # what several processes share counts in parts
    private: float

    @staticmethod
    def of(pid):
        text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
        sizes = {name: int(kilobytes) / 1024 for name, kilobytes in re.findall(r"^(\w+): +(\d+) kB$", text, re.M)}
        return Memory(sizes["Rss"], sizes["Pss"], sizes["Private_Clean"] + sizes["Private_Dirty"])

    def __str__(self):
        return f"RSS {self.resident:6.1f}  PSS {self.proportional:6.1f}  private {self.private:6.1f}"


@dataclasses.dataclass(frozen=True)
class Case:
    workers: int
    contexts: int  # in each worker, when it is measured
    words: tuple = ()

    @property
    def server(self):
        return Tern("", "--workers", str(self.workers), "--concurrency", str(CONCURRENCY), *self.words)


def mean(memories):
    values = [dataclasses.astuple(one) for one in memories]
    return Memory(*(statistics.mean(column) for column in zip(*values)))


def workers_of(master, count):
    """Their pids: of the children of a master, those that have threads and the most memory."""
    found = [int(pid) for pid in pathlib.Path(f"/proc/{master}/task/{master}/children").read_text().split()]
    with_threads = [pid for pid in found if len(list(pathlib.Path(f"/proc/{pid}/task").iterdir())) > 1]
    return sorted(with_threads, key=lambda pid: Memory.of(pid).resident)[-count:]


def private_parts(pid):
    """Private megabytes of a process by what is mapped."""
    found, kind = collections.Counter(), ""
    for line in pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines():
        if head := re.match(r"[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \d+ *(.*)", line):
            kind = kind_of(head[1], head[2])
        elif part := re.match(r"Private_(?:Clean|Dirty): +(\d+) kB", line):
            found[kind] += int(part[1]) / 1024
    return found


def kind_of(rights, name):
    if name == "[heap]":
        return "malloc"
    if name.startswith("/dev/zero") or rights.endswith("s"):
        return "shared memory"
    return "files" if name.startswith("/") else "stack" if name == "[stack]" else "anonymous: PHP's heap, stacks"


async def fill(port, count, fields):
    """So many requests wait at a time, so there are so many contexts."""
    visitors = [Visitor(port, f"user{time.monotonic_ns()}n{number}", {}, TIMEOUT_S, fields) for number in range(count)]
    try:
        for one in visitors:
            await one.register()
        for _ in range(2):
            await asyncio.gather(*(one.wait(10 * WAIT_MS) for one in visitors))
    finally:
        for one in visitors:
            one.close()


def answer_all(port, workers):
    """Each worker has answered: new connections go to those that have fewer."""
    with contextlib.ExitStack() as connections:
        for _ in range(8 * workers):
            connection = connections.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)))
            connection.request("GET", COMPUTE)
            connection.getresponse().read()


def memory(place, case, options):
    settings = {} if case.contexts > 1 else place.WITHOUT_DATABASE
    place.optimize(settings)
    with case.server.running(place, options.jit, settings) as running:
        master = running.roots[0]
        if case.contexts > 1:
            asyncio.run(fill(running.port, case.contexts, place.FIELDS))
        else:
            answer_all(running.port, case.workers)
        workers = workers_of(master, case.workers)
        print(f"  {case.workers:2} workers, {case.contexts:2} contexts each {' '.join(case.words)}", flush=True)
        print(f"    the master            {Memory.of(master)}")
        print(f"    a worker              {mean([Memory.of(pid) for pid in workers])}")
        parts = private_parts(workers[-1])
        print("    private in one: " + ", ".join(f"{name} {size:.1f}" for name, size in parts.most_common()))
        print(f"    all processes         PSS {measure.memory_of_tree(master):.1f} MB", flush=True)


def first_answer(place, case, options):
    """Seconds from the command to the first answer."""
    place.optimize(place.WITHOUT_DATABASE)
    began = time.perf_counter()
    with case.server.running(place, options.jit, place.WITHOUT_DATABASE) as running:
        check(f"http://127.0.0.1:{running.port}{COMPUTE}")
        return time.perf_counter() - began


def counted_ends(folder):
    """Of the processes that have ended by themselves: the one that boots the application once is killed, and has no figure."""
    for path in pathlib.Path(folder).iterdir():
        if not re.search(r"^(?:summary|totals): ", path.read_text(), re.M):
            path.unlink()
    return counted(folder)


def instructions(place, case, options):
    """Of all processes, from the command to the end, with one request or none."""
    found = []
    for requests in (0, 1):
        with tempfile.TemporaryDirectory(prefix="tern-instructions-") as folder:
            with case.server.running(place, options.jit, place.WITHOUT_DATABASE, valgrind(folder)) as running:
                for _ in range(requests):
                    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}{COMPUTE}", timeout=10 * TIMEOUT_S) as answer:
                        answer.read()
            found.append(counted_ends(folder))
    return found


def measure_all(place, options):
    words = tuple(options.words)
    if options.instructions:
        none, one = instructions(place, Case(2, 1, words), options)
        print(f"  2 workers: start and end {none:,} instructions, with a request {one:,}", flush=True)
        return
    took = [first_answer(place, Case(2, 1, words), options) for _ in range(options.rounds)]
    print(f"  first answer of 2 workers: {statistics.median(took):.2f} s ({min(took):.2f} to {max(took):.2f})", flush=True)
    for case in (Case(2, 1, words), Case(16, 1, words), Case(1, 1, words), Case(1, 25, words), Case(1, 50, words)):
        memory(place, case, options)
