#!/usr/bin/env python3
"""Millions of requests of every kind, and whether the workers' memory grows: the drift is what the last measurement has
over the first one behind the warm-up, in percent. Judged is the memory that each worker has for itself; RSS also counts
what all workers share. Exit code 1 for a socket error, an ended worker, or a drift beyond --most."""
import argparse
import pathlib
import re
import subprocess
import sys

from harness import need
from php_program import PhpFile
from server_process import Server

HERE = pathlib.Path(__file__).resolve().parent


def memory_kib(pid, what="Rss"):
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(rf"^{what}:\s+(\d+) kB", text, re.M)[1])


def run_wrk(wrk, server, seconds, connections):
    report = subprocess.run([wrk, "-t", "2", "-c", str(connections), "-d", str(seconds), "-s", str(HERE / "mix.lua"), server.url()],
                            capture_output=True, text=True, check=True).stdout
    errors = re.search(r"Socket errors: (.*)", report)
    return int(re.search(r"(\d+) requests in", report)[1]), errors[1] if errors else ""


def drift(samples, warm_up, what):
    """In percent, and in words."""
    warm = next((kib for count, kib in samples if count >= warm_up), samples[-1][1])[what]
    last = samples[-1][1][what]
    percent = 100.0 * (last - warm) / warm
    return percent, f"{what} {warm} KiB behind the warm-up, {last} KiB at the end: drift {percent:+.2f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=5_000_000)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--step-seconds", type=int, default=5)
    parser.add_argument("--most", type=float, default=2.0, help="the largest drift that passes, in percent")
    asked = parser.parse_args()
    wrk = need("wrk")
    # Each new connection takes the next place of the shared session table, 104 bytes of it, until all places were used
    # once: a small table is soon warm.
    options = {"worker_num": asked.workers, "log_file": "/dev/null", "max_connection": 256}
    server = Server(PhpFile("soak/mix.php", options), php=("-d", "display_errors=0"))
    pids = server.wait_workers(asked.workers)
    done, samples, problems = 0, [], []
    while done < asked.requests:
        count, errors = run_wrk(wrk, server, asked.step_seconds, asked.connections)
        done += count
        problems += [errors] if errors else []
        if server.workers() != pids:
            problems.append(f"workers were replaced: {pids} {server.workers()}")
            break
        samples.append((done, {what: sum(memory_kib(pid, what) for pid in pids) for what in ("Anonymous", "Rss")}))
        print(f"mix: {done} requests, {samples[-1][1]} KiB", flush=True)
    server.stop()
    drifts = {what: drift(samples, asked.requests / 10, what) for what in ("Anonymous", "Rss")} if samples else {}
    print(f"mix: {done} requests by {asked.workers} workers; " + "; ".join(drifts[what][1] for what in drifts) +
          f"; problems: {problems or 'none'}")
    sys.exit(1 if problems or drifts["Anonymous"][0] > asked.most else 0)


if __name__ == "__main__":
    main()
