"""The result file of bench/suite, read and asked: what bench/report and bench/compare know of it."""
import dataclasses
import json
import re
import statistics

from servers import Unusable

SCHEMA = 1
PARTS = {"machine": dict, "versions": dict, "settings": dict, "tests": list, "servers": list, "skipped": list,
         "measurements": list}
KEY = ("test", "server", "load", "connections")


@dataclasses.dataclass(frozen=True)
class Cell:
    """Every round of one server in one test under one load; a round that ended in an error gives no figure."""
    rounds: list

    def values(self, figure):
        good = [one for one in self.rounds if not one.get("error")]
        return [one[figure] for one in good if one.get(figure) is not None]

    def median(self, figure):
        return statistics.median(self.values(figure)) if self.values(figure) else None

    @property
    def best(self):
        """Requests per second of the best round, as the published protocol has it; None: there is none."""
        return max(self.values("requests_per_s"), default=None)

    @property
    def failed(self):
        """Failed requests of all rounds; wrk counts what went wrong on a socket apart."""
        return sum(max(one.get("failed") or 0, sum((one.get("errors") or {}).values())) for one in self.rounds)

    @property
    def errors(self):
        return list(dict.fromkeys(one["error"] for one in self.rounds if one.get("error")))

    def latency(self, percentile):
        """Milliseconds: the median of the rounds, of `max` the maximum."""
        found = [one[percentile] for one in self.values("latency_ms") if one.get(percentile) is not None]
        if not found:
            return None
        return max(found) if percentile == "max" else statistics.median(found)


class Results:
    prefix = ""  # of the names of its graphs

    def __init__(self, document):
        self.machine, self.versions, self.settings = (document[part] for part in ("machine", "versions", "settings"))
        self.tests = {one["name"]: one for one in document["tests"]}
        self.servers = {one["name"]: one for one in document["servers"]}
        self.skipped, self.document = document["skipped"], document
        found = {}
        for one in document["measurements"]:
            found.setdefault(tuple(one[part] for part in KEY), []).append(one)
        self.cells = {key: Cell(rounds) for key, rounds in found.items()}

    def cell(self, *key):
        return self.cells.get(key) or Cell([])

    def groups(self):
        return list(dict.fromkeys(one["group"] for one in self.tests.values()))

    def of_group(self, group):
        return [name for name, one in self.tests.items() if one["group"] == group]

    def loads(self, group):
        """ab, the published protocol, comes first."""
        return sorted({key[2] for key in self.cells if key[0] in self.of_group(group)})

    def connections(self, group, load):
        return sorted({key[3] for key in self.cells if key[0] in self.of_group(group) and key[2] == load})

    def measured(self, group, load):
        """The servers with a row of this group and load, in the order of the file; the limit program is none."""
        rows = {key[1] for key in self.cells if key[0] in self.of_group(group) and key[2] == load}
        return [name for name, one in self.servers.items() if name in rows and not one["limit"]]

    def limit(self, test, load, connections):
        """What the limit program reached in this test, or else in another one of its group; None: it did not run, or the test waits for
        its connections."""
        if self.tests[test].get("reading"):
            return None
        names = [name for name, one in self.servers.items() if one["limit"]]
        others = self.of_group(self.tests[test]["group"])
        own, *rest = [max((cell for name in names if (cell := self.cell(one, name, load, connections).best)), default=None)
                      for one in [test, *others]]
        return own or max(filter(None, rest), default=None)

    def share(self, *key):
        """Of the limit program's rate under the same load; None where one is missing or the test has a limit of its own."""
        test, _, load, connections = key
        limit, best = self.limit(test, load, connections), self.cell(*key).best
        if self.tests[test].get("own_limit"):
            return None
        return best / limit if limit and best is not None else None

    def own_share(self, *key):
        """Of the rate to which the test's own pool bounds it; None where nothing does."""
        own, best = self.tests[key[0]].get("own_limit"), self.cell(*key).best
        return best / own if own and best is not None else None

    def title(self, test):
        """`1 basic` for 01_basic."""
        number = re.match(r"(\d+)_", test)
        return f"{int(number[1])} {self.tests[test]['title']}" if number else self.tests[test]["title"]

    def label(self, server):
        return self.servers[server]["label"]

    def machine_line(self):
        """`Xeon, 2 cores, virtual, 8000 MB, Debian 12, Linux 6.18`; what the file does not know is left out."""
        machine = self.machine
        known = {"{}": machine.get("cpu"), "{} cores": machine.get("cores"), "virtual": machine.get("virtual"),
                 "{} MB": machine.get("memory_mb"), "{} ": machine.get("os"), "Linux {}": machine.get("kernel")}
        return ", ".join(form.format(value).strip() for form, value in known.items() if value)


def check(document):
    """What is wrong with the file, or nothing."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        schema = document.get("schema") if isinstance(document, dict) else None
        return f"its schema is {schema}, and not {SCHEMA}"
    for part, kind in PARTS.items():
        if not isinstance(document.get(part), kind):
            return f"it has no {'list' if kind is list else 'object'} \"{part}\""
    tests, servers = ({one["name"] for one in document[part]} for part in ("tests", "servers"))
    for one in document["measurements"]:
        if one["test"] not in tests or one["server"] not in servers:
            return f"it measures {one['test']} of {one['server']}, and does not list them"
    return None


def read(path):
    try:
        document = json.loads(path.read_text())
        wrong = check(document)
    except (OSError, ValueError) as why:
        raise Unusable(f"{path}: {why}") from None
    except (KeyError, TypeError) as why:
        raise Unusable(f"{path} is no result of bench/suite: {why} is missing") from None
    if wrong:
        raise Unusable(f"{path} is no result of bench/suite: {wrong}")
    return Results(document)
