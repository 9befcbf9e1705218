#!/usr/bin/env python3
"""Pages a second that wait 20 ms for each of five queries, of Tern with two workers and of nginx with php-fpm with as many children
as the same memory (PSS of all processes) holds: `tests/classic/run waits --users 200`. The figures are a ratio of one run on one
machine."""
import argparse
import contextlib
import re
import subprocess
import threading
import time

import cost
import hosts
import sites
from harness import children_of
from mix import memory_kib

PAGE = sites.PROGRAMS / "waits.php"
SAMPLE_S = 0.5
TRIAL_CHILDREN = 20


class Site(sites.Site):
    NAME = "waits"

    def unpack(self):
        self.public.mkdir()
        text = PAGE.read_text().replace("PASSWORD", sites.PASSWORD).replace("PORT", str(self.database.port))
        (self.public / "index.php").write_text(text)


def family(pid):
    return [pid, *(one for child in children_of(pid) for one in family(child))]


def memory_mib(host):
    pids = [pid for root in cost.roots(host) for pid in family(root)]
    return sum(memory_kib(pid, "Pss") for pid in pids) / 1024


def load(host, users, pages):
    done = subprocess.run(["ab", "-q", "-r", "-n", str(pages), "-c", str(users), host.url("/index.php")], capture_output=True, text=True,
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=15, help="about how long each server is measured")
    asked = parser.parse_args()
    with contextlib.closing(sites.Database(f"--max-connections={asked.users * 2}")) as database:
        site = Site(database)
        try:
            words = ("--classic", "--concurrency", str(asked.users // asked.workers + 8))
            tern, memory = measure(site, hosts.Tern(site, workers=asked.workers, words=words), asked.users, asked.users * 10 * asked.seconds)
            print(f"tern  {asked.workers} workers: {tern:.0f} pages/s, {memory:.0f} MiB", flush=True)
            _, trial = measure(site, hosts.NginxFpm(site, workers=TRIAL_CHILDREN), asked.users, TRIAL_CHILDREN * 10 * 3)
            _, smaller = measure(site, hosts.NginxFpm(site, workers=TRIAL_CHILDREN // 2), asked.users, TRIAL_CHILDREN * 10 * 3)
            each = (trial - smaller) / (TRIAL_CHILDREN // 2)
            children = max(1, round(TRIAL_CHILDREN + (memory - trial) / each))
            fpm, memory = measure(site, hosts.NginxFpm(site, workers=children), asked.users, children * 10 * asked.seconds)
            print(f"fpm   {children} children of {each:.1f} MiB: {fpm:.0f} pages/s, {memory:.0f} MiB; tern answers {tern / fpm:.1f}x as many")
        finally:
            site.remove()


if __name__ == "__main__":
    main()
