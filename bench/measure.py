"""One measurement, and rounds of them: A B C, A B C, so that a machine that gets slower gets slower for everyone."""
import dataclasses
import mmap
import os
import pathlib
import re
import struct
import subprocess
import sys

import servers

TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Program:
    name: str     # of the file in bench/programs
    answer: str   # what a request is answered with
    fields: list  # what wrk sends besides Host


PROGRAMS = {
    "ok": Program("ok", "ok", []),
    "browser": Program("browser", "ok", [
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language: en-GB,en;q=0.7,de;q=0.3",
        "Accept-Encoding: gzip, deflate, br",
        "Referer: https://www.example.com/articles/index.html",
        "Cookie: session=3f1c9a7be0d24c58a6b1f0e2d9c47a55; theme=dark; seen=1731024000",
        "Upgrade-Insecure-Requests: 1",
        "Sec-Fetch-Dest: document",
        "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-User: ?1",
        "Priority: u=0, i",
    ]),
}


@dataclasses.dataclass
class Measurement:
    requests: int
    per_second: float
    user_us: float  # server CPU per request
    system_us: float
    p99: str
    errors: str  # what wrk complained about; empty: nothing

    @property
    def cpu_us(self):
        return self.user_us + self.system_us


def stat(pid):
    """Parent, user and system time of a process, with those of its children that ended; None when it is gone."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = [int(field) for field in text[text.rindex(")") + 4:].split()]
    return fields[0], (fields[10] + fields[12]) / TICKS, (fields[11] + fields[13]) / TICKS


def tree(*roots):
    """What stat() says of processes and all below them, by pid."""
    found = {int(entry): stat(entry) for entry in os.listdir("/proc") if entry.isdigit()}
    pids, added = set(roots), True
    while added:
        more = {pid for pid, one in found.items() if one and one[0] in pids} - pids
        pids |= more
        added = bool(more)
    return {pid: found[pid] for pid in pids if found.get(pid)}


def run_time(pid):
    """Seconds for which the threads of a process ran: exact where stat() counts steps of 10 ms; without threads that ended."""
    total = 0
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(path.read_text().split()[0])
        except (OSError, IndexError):
            continue
    return total / 1e9


def exact(pid, user, system):
    """Hundreds of processes that each worked for less than a step have worked, too; the shares are those of the steps."""
    total, found = user + system, run_time(pid)
    if found <= total:
        return user, system
    return (found * user / total, found * system / total) if total else (found, 0.0)


def cpu_of_tree(*roots):
    """User and system seconds of processes and all below them."""
    alive = [exact(pid, *one[1:]) for pid, one in tree(*roots).items()]
    return sum(one[0] for one in alive), sum(one[1] for one in alive)


def memory_of_tree(*roots):
    """Megabytes of processes and all below them; what several share counts once."""
    kilobytes = 0
    for pid in tree(*roots):
        try:
            found = re.search(r"^Pss: +(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        except (FileNotFoundError, ProcessLookupError):
            continue
        kilobytes += int(found[1]) if found else 0
    return kilobytes / 1024


def file_pages(pid):
    """The pages of files that a process has in memory and has not changed: (device, inode, offset). Without files in memory, as memfd."""
    found = set()
    with open(f"/proc/{pid}/pagemap", "rb", buffering=0) as entries:
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            addresses, _, offset, device, inode, *name = line.split(maxsplit=5)
            if inode == "0" or name[0].endswith("(deleted)") or name[0].startswith("/dev/"):
                continue
            begin, end = (int(one, 16) // mmap.PAGESIZE for one in addresses.split("-"))
            entries.seek(begin * 8)
            first = int(offset, 16) // mmap.PAGESIZE
            for number, (entry,) in enumerate(struct.iter_unpack("=Q", entries.read((end - begin) * 8))):
                if entry >> 61 & 1 and entry >> 63:  # of a file, present
                    found.add((device, inode, first + number))
    return found


def own_memory_of_tree(*roots):
    """The same as if nothing else ran: code that other processes use, too, counts as a whole. PSS divides it among them."""
    kilobytes, files = 0, set()
    for pid in tree(*roots):
        try:
            text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
            files |= file_pages(pid)
        except (FileNotFoundError, ProcessLookupError):
            continue
        kilobytes += sum(map(int, re.findall(r"^Pss_(?:Anon|Shmem): +(\d+)", text, re.M)))
    return (kilobytes + len(files) * mmap.PAGESIZE / 1024) / 1024


def load(program, port, connections, seconds):
    _, core = servers.cores()
    fields = [part for field in program.fields for part in ("-H", field)]
    command = ["taskset", "-c", str(core), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *fields,
               f"http://127.0.0.1:{port}/"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise servers.Unusable(f"wrk failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def one(server, program, options):
    with servers.running(server, program) as (pid, port):
        load(program, port, options.connections, 1)  # warms caches up; not counted
        user, system = cpu_of_tree(pid)
        said = load(program, port, options.connections, options.seconds)
        user_after, system_after = cpu_of_tree(pid)
    requests = int(re.search(r"(\d+) requests in", said)[1])
    if requests == 0:
        raise servers.Unusable(f"{server.name} answered nothing")
    return Measurement(requests, float(re.search(r"Requests/sec: +([\d.]+)", said)[1]),
                       (user_after - user) * 1e6 / requests, (system_after - system) * 1e6 / requests,
                       re.search(r" 99% +(\S+)", said)[1],
                       "; ".join(re.findall(r"^ *((?:Socket errors|Non-2xx).*)$", said, re.M)))


def rounds(program, contenders, options):
    """Every measurement of each server, by its name."""
    found = {server.name: [] for server in contenders}
    for number in range(options.rounds):
        for server in contenders:
            result = one(server, program, options)
            found[server.name].append(result)
            print(f"{program.name} {number + 1}/{options.rounds} {server.name:20} {result.cpu_us:6.2f} us "
                  f"{result.per_second:9.0f}/s {result.errors}", file=sys.stderr, flush=True)
    return found
