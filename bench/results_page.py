"""The results as a page of Markdown: tables in the published form, and what they say."""
import results_published
import results_rate
import results_verdict
from results_table import NONE, number, share, table

GROUPS = {"applications": "Application tests", "static": "Static file", "first_look": "First look",
          "frameworks": "Frameworks", "growth": "Growth with connections"}
PERCENTILES = ("50", "75", "90", "99", "max")

READING = """**Requests per second** are of the best round. The load generator, and where there is one the database, share the \
machine with the server: where those are the slower side the figure says how fast they are. It says which server \
serves more here, and nothing about another machine. **Failed requests** (in brackets, of all rounds) are those that \
got no response, a broken one or one of an unexpected length or status; a rate with failures is no measure of speed, \
since failing is quick. **Of the limit** is the rate divided by that of a bare epoll program that looks at nothing \
and sends as many bytes, under the same load in the same run. No server that handles requests one by one can pass 1; \
it can be compared between machines, the rate cannot. **Of the test's own limit**: where a test waits in a pool of \
connections, that pool bounds the rate whatever the server does. **Latency** is what the load generator saw with all \
of its connections busy at once: with N connections its mean is N divided by the rate, so it tells of fairness (99 % \
beside 50 %), and not of how fast one request is. **CPU** is user and system time of all processes of the server for \
each request, the database aside; of all figures it depends least on how fast the load is. **Memory** is that of all \
processes of the server together after the load."""


def rate(one):
    """`1706 (144)`: requests per second, failed requests."""
    if one.best is None:
        return "failed" if one.errors else NONE
    return number(one.best) + (f" ({one.failed})" if one.failed else "")


def across(results, group, load, names, form, beside=()):
    """A table of tests and servers, and others beside them; a cell has a figure for each number of connections."""
    open_at = results.connections(group, load)
    rows = []
    for test in results.of_group(group):
        found = [[form(test, name, load, connections) for connections in open_at] for name in [*names, *beside]]
        if any(one != NONE for many in found[:len(names)] for one in many):
            rows.append([results.title(test), *[" / ".join(many) for many in found]])
    return table(["test", *[results.label(name) for name in [*names, *beside]]], rows) if rows else ""


def rates(results, group, load, names):
    """Requests per second, then the shares, where there is something to share."""
    limits = [name for name, one in results.servers.items() if one["limit"]]
    forms = [("", lambda *key: rate(results.cell(*key)), limits),
             ("Of the limit program's rate:", lambda *key: share(results.share(*key)), ()),
             ("Of the test's own limit:", lambda *key: share(results.own_share(*key)), ())]
    found = [(title, across(results, group, load, names, form, beside)) for title, form, beside in forms]
    return [part for title, text in found if text for part in (title, text) if part]


def settings_of(results):
    return [f"- {one['label']}: {one['settings']}" for one in results.servers.values() if one.get("settings") and not one["limit"]]


def readings(results, group):
    """What the ways say in which a test can be read."""
    found = {one["reading"]["name"]: one["reading"]["says"] for one in results.tests.values()
             if one["group"] == group and one.get("reading")}
    return ["\n".join(f"- *{name}*: {says}" for name, says in found.items())] if found else []


def section(results, group, load):
    """One group of tests under one load; what runs as it is shipped stands apart."""
    open_at = " / ".join(str(one) for one in results.connections(group, load))
    measured = results.measured(group, load)
    alike = [name for name in measured if not results.servers[name]["as_shipped"]]
    shipped = [name for name in measured if results.servers[name]["as_shipped"]]
    title = GROUPS.get(group, group)
    lines = [f"## {title}, `{load}`", f"Requests per second (failed requests) at {open_at} connections."]
    lines += rates(results, group, load, alike) + readings(results, group)
    if shipped:
        lines += [f"### {title}, `{load}`: as shipped",
                  "Each with settings of its own, so not to be compared with those above.",
                  *rates(results, group, load, shipped)]
    return lines


def does(results):
    rows = [[results.title(name), one["does"]] for name, one in results.tests.items()]
    return ["## Tests", table(["test", "what one request does"], rows)]


def details(results, group, load):
    """Latency, CPU and memory of every row, folded up: they are many."""
    open_at, rows = results.connections(group, load), []
    for connections in open_at:
        for (test, server, *key), one in results.cells.items():
            if key == [load, connections] and test in results.of_group(group) and one.best is not None:
                title = results.title(test) + (f", {connections}" if len(open_at) > 1 else "")
                latency = [number(one.latency(percentile)) for percentile in PERCENTILES]
                rows.append([title, results.label(server), *latency, number(one.median("cpu_us")),
                             number(max(one.values("memory_mb"), default=None))])
    header = ["test", "server", *[f"{one} %" if one != "max" else one for one in PERCENTILES], "CPU, us", "memory, MB"]
    counts = " / ".join(str(one) for one in open_at)
    return ["<details>", f"<summary>{GROUPS.get(group, group)}, {load}, connections: {counts}</summary>",
            table(header, rows), "</details>"] if rows else []


def every_detail(results):
    """By wrk where that was measured, else by ab."""
    lines = ["## Latency, CPU and memory", "Latency in milliseconds, by percentile; server CPU for each request. "
             "The result file has the percentiles of ab, too, in whole milliseconds."]
    for group in [one for one in results.groups() if one != results_rate.GROUP]:
        for load in results.loads(group)[-1:]:
            lines += details(results, group, load)
    return lines


def missing(results):
    """What was skipped, what ended in an error, and what failed requests were."""
    lines = [f"- {results.label(one['server']) if one['server'] in results.servers else one['server']}: {one['why']}"
             for one in results.skipped]
    for (test, server, load, connections), found in results.cells.items():
        where = f"- {results.label(server)}, {results.title(test)}, {load}, {connections} connections: "
        kinds = {}
        for kind, count in [pair for one in found.rounds for pair in (one.get("errors") or {}).items() if pair[1]]:
            kinds[kind] = kinds.get(kind, 0) + count
        lines += [where + error for error in found.errors]
        lines += [where + ", ".join(f"{count} {kind} errors" for kind, count in kinds.items())] if kinds else []
    return ["## Not measured, and errors", "\n".join(line.replace("\n", " ") for line in lines) or "None."]


def split(settings):
    return f"CPUs of the servers: {settings.get('server_cores', 'all')}; of the load: {settings.get('load_cores', 'all')}."


def plain(value):
    if isinstance(value, list):
        return " / ".join(map(str, value))
    if isinstance(value, dict):
        return " / ".join(f"{name}: {one}" for name, one in value.items()) or NONE
    return {True: "yes", False: "no", None: NONE}.get(value, value) if isinstance(value, (bool, type(None))) else value


def conditions(results):
    document = results.document
    return ["## Machine, versions, settings", f"{results.machine_line()}. {split(results.settings)}",
            f"`{document.get('command', '')}`, {document.get('started', '')}, {number(document.get('seconds'))} s.",
            "\n".join(settings_of(results)), table(["version of", ""], results.versions.items()),
            table(["setting", ""], [[name, plain(value)] for name, value in results.settings.items()])]


def sections(results):
    """What was measured, group by group."""
    lines = []
    for group in results.groups():
        if group == results_rate.GROUP:
            lines += results_rate.section(results)
            continue
        for load in results.loads(group):
            lines += section(results, group, load)
        lines += results_published.section(results, group)
    return lines


def images(graphs):
    return [f"![{title}]({name}.svg)" for title, name in graphs]


def beside(other, graphs):
    """Another run, on its own: only figures of one run can be compared."""
    document = other.document
    lines = [f"## {document.get('about') or 'Another run'}",
             f"{document.get('says', 'Another run')}: compare only figures within it. {other.machine_line()}, {document.get('started', '')}, "
             f"`{document.get('command', '')}`.", *images(graphs)]
    for group in other.groups():
        for load in other.loads(group):
            lines += [line.replace("## ", "### ", 1) if line.startswith("##") else line for line in section(other, group, load)]
            lines += details(other, group, load)
    return lines


def page(results, graphs, others=()):
    """The whole page; graphs are (title, name of the files without their ending), others pairs of another run and its graphs."""
    lines = ["# Benchmark results", f"{results.machine_line()}. {split(results.settings)}"]
    if results.settings.get("mode") == "quick":
        lines.append("**Quick mode**: few requests, for a first look only.")
    lines += results_verdict.section(results)
    lines += images(graphs) + sections(results)
    for other, drawn in others:
        lines += beside(other, drawn)
    lines += [*does(results), *every_detail(results), *missing(results), *conditions(results),
              "## What the numbers say, and what they do not", READING]
    return "\n\n".join(line for line in lines if line) + "\n"
