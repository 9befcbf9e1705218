#!/usr/bin/env python3
"""Pages a second where each query of the database takes 20 ms, of Tern with two workers and of nginx with php-fpm with as many
children as the same memory (PSS of all processes) holds: `tests/classic/run waits small --users 200`, a page with five queries, or
`wordpress`, its front page. With --fpm: of `tern fpm` behind the same nginx, and also of php-fpm with as many children as Tern answers users
at a time. The figures are a ratio of one run on one machine."""
import argparse
import contextlib
import re
import shutil
import subprocess
import threading
import time

import cost
import hosts
import members
import sites
from harness import free_port
from mix import memory_kib
from processes import children_of

SAMPLE_S = 0.5
TRIAL_CHILDREN = 20


class Small(sites.Site):
    """A page with five queries."""
    NAME = "waits"

    def unpack(self):
        self.public.mkdir()
        text = (sites.PROGRAMS / "waits.php").read_text().replace("PASSWORD", sites.PASSWORD).replace("PORT", str(self.database.port))
        (self.public / "index.php").write_text(text)

    def prepare(self, url):
        pass


class WordPress(members.Site):
    """The front page, with some thirty queries."""

    def prepare(self, url):
        super().prepare(url, 1)
        shutil.copy(sites.PROGRAMS / "slow_database.php", self.public / "wp-content/db.php")


SITES = {"small": Small, "wordpress": WordPress}


def family(pid):
    return [pid, *(one for child in children_of(pid) for one in family(child))]


def memory_mib(host):
    pids = [pid for root in cost.roots(host) for pid in family(root)]
    return sum(memory_kib(pid, "Pss") for pid in pids) / 1024


def load(host, users, pages):
    done = subprocess.run(["ab", "-q", "-r", "-n", str(pages), "-c", str(users), host.url("/")], capture_output=True, text=True,
                          check=True)
    assert "Failed requests:        0" in done.stdout and "Non-2xx" not in done.stdout, done.stdout
    return float(re.search(r"Requests per second: +([\d.]+)", done.stdout)[1])


def measure(site, host, users, pages):
    """Pages a second, and the most MiB meanwhile."""
    with contextlib.ExitStack() as stack:
        stack.callback(host.stop)
        host.start()
        load(host, users, users * 2)
        samples, over = [], threading.Event()
        watch = threading.Thread(target=sample, args=(host, samples, over))
        watch.start()
        try:
            rate = load(host, users, pages)
        finally:
            over.set()
            watch.join()
    assert not site.complaints(), site.complaints()[-2000:]
    return rate, max(samples)


def sample(host, into, over):
    while not over.is_set():
        with contextlib.suppress(OSError):  # a process that has just ended
            into.append(memory_mib(host))
        time.sleep(SAMPLE_S)


def same_memory(site, port, asked, memory):
    """How many children of php-fpm hold as much."""
    few, many = (measure(site, hosts.NginxFpm(site, port, workers=count), asked.users, count * asked.pages)[1]
                 for count in (TRIAL_CHILDREN // 2, TRIAL_CHILDREN))
    each = (many - few) / (TRIAL_CHILDREN // 2)
    return max(1, round(TRIAL_CHILDREN + (memory - many) / each)), each


def tern(site, port, asked):
    if asked.fpm:
        return hosts.NginxTernFpm(site, port, workers=asked.users)
    words = ("--classic", "--concurrency", str(asked.users // asked.workers + 8))
    return hosts.Tern(site, port, asked.workers, words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", choices=SITES)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pages", type=int, default=50, help="of each user, or each child of php-fpm")
    parser.add_argument("--fpm", action="store_true")
    asked = parser.parse_args()
    port = free_port()
    with contextlib.closing(sites.Database(f"--max-connections={asked.users * 2}")) as database:
        site = SITES[asked.site](database)
        try:
            site.prepare(f"http://127.0.0.1:{port}")
            answered, memory = measure(site, tern(site, port, asked), asked.users, asked.users * asked.pages)
            print(f"tern  {asked.workers} workers: {answered:.0f} pages/s, {memory:.0f} MiB", flush=True)
            if asked.fpm:
                fpm, most = measure(site, hosts.NginxFpm(site, port, workers=asked.users), asked.users, asked.users * asked.pages)
                print(f"fpm   {asked.users} children: {fpm:.0f} pages/s, {most:.0f} MiB", flush=True)
            children, each = same_memory(site, port, asked, memory)
            fpm, memory = measure(site, hosts.NginxFpm(site, port, workers=children), asked.users, children * asked.pages)
            print(f"fpm   {children} children of {each:.1f} MiB: {fpm:.0f} pages/s, {memory:.0f} MiB; tern answers {answered / fpm:.1f}x as many")
        finally:
            site.remove()


if __name__ == "__main__":
    main()
