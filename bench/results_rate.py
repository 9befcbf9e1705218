"""Latency at a fixed rate that is offered in an open loop: a table of its own."""
import re

from results_table import number, table

GROUP = "rate"
PERCENTILES = ("50", "99", "99.9")
SAYS = """**How it is measured.** First the capacity: 100 connections, each of which sends a request as soon as it has the response of \
the last one. Then 50 % and 80 % of the server's own capacity are offered in an open loop: requests are due at random moments \
(exponential gaps, the same sequence for every server), however slow the responses are. A latency begins when the request was *due*, not \
when a connection was free for it. So a server that stops for 100 ms pays for every request of these 100 ms (this is the correction \
for coordinated omission: a load generator that waits for the response would not send them, and would see one slow request). A request without a \
response two seconds after the end counts as failed, with the latency that it had by then. The server has one core and the load \
generator another, so the generator's work is not in the latency. *Busy* is the processor time of all processes of the server \
as a share of its core. Each figure is the median of the rounds."""


def shares(results):
    """The loads of the open loop, and what share of the capacity each is."""
    return {load: f"{found[1]} %" for load in results.loads(GROUP) if (found := re.fullmatch(r"rate-(\d+)", load))}


def busy(cell):
    cpu, answered = cell.median("cpu_us"), cell.median("requests_per_s")
    return None if cpu is None or answered is None else cpu * answered / 1e6


def row(results, test, server, load, connections):
    cell = results.cell(test, server, load, connections)
    if not cell.values("offered_per_s"):
        return None
    used = busy(cell)
    return [results.title(test), results.label(server), number(results.cell(test, server, "capacity", connections).median("requests_per_s")),
            number(cell.median("offered_per_s")) + (f" ({cell.failed})" if cell.failed else ""),
            *[number(cell.latency(one)) for one in PERCENTILES], number(cell.latency("max")), number(cell.median("cpu_us")),
            "-" if used is None else f"{used:.0%}"]


def section(results):
    lines = ["## Latency at a fixed rate",
             "Milliseconds from the moment at which a request was due until its response was complete; failed requests in brackets."]
    header = ["test", "server", "capacity, requests/s", "offered", *[f"{one} %" for one in PERCENTILES], "max", "CPU each, us", "busy"]
    for load, share in shares(results).items():
        rows = [row(results, test, server, load, connections) for test in results.of_group(GROUP) for server in results.servers
                for connections in results.connections(GROUP, load)]
        if any(rows):
            lines += [f"### {share} of each server's capacity", table(header, [one for one in rows if one])]
    return [*lines, SAYS] if len(lines) > 2 else []
