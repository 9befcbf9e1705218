"""Reads OpenMetrics 1.0 as strictly as it is written: whatever the specification does not allow raises."""
import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN"
SAMPLE = re.compile(rf"({NAME})(?:\{{({LABEL}(?:,{LABEL})*)\}})? ({NUMBER})")
SUFFIXES = {"counter": {"_total"}, "gauge": {""}, "histogram": {"_bucket", "_count", "_sum"}}


class Family:
    def __init__(self, name):
        self.name = name
        self.kind = None
        self.help = None
        self.unit = None
        self.samples = []  # (suffix, labels, value)

    def labels(self):
        return {frozenset(name for name, _ in labels if name != "le") for _, labels, _ in self.samples}


class Malformed(AssertionError):
    pass


def need(condition, what):
    if not condition:
        raise Malformed(what)


def parse(text):
    """Families by their names, without "_total"."""
    need(text.endswith("# EOF\n"), "no # EOF")
    families = {}
    lines = text[:-len("# EOF\n")].split("\n")
    need(lines.pop() == "", "the last line does not end")
    current = None
    for line in lines:
        if line.startswith("# "):
            current = read_metadata(line, families, current)
        else:
            read_sample(line, current)
    for family in families.values():
        check(family)
    names = [family.name + suffix for family in families.values() for suffix in SUFFIXES[family.kind] | {""}]
    need(len(names) == len(set(names)), "names of samples clash")
    return families


def read_metadata(line, families, current):
    match = re.fullmatch(rf"# (HELP|TYPE|UNIT) ({NAME}) (.+)", line)
    need(match, line)
    keyword, name, text = match.groups()
    if current is None or current.name != name:
        need(name not in families, f"{name} is told twice")
        current = families[name] = Family(name)
    need(not current.samples, f"metadata behind samples: {line}")
    key = {"HELP": "help", "TYPE": "kind", "UNIT": "unit"}[keyword]
    need(getattr(current, key) is None, f"twice: {line}")
    setattr(current, key, text)
    if keyword == "TYPE":
        need(text in SUFFIXES, line)
        need(text != "counter" or not name.endswith("_total"), line)
    if keyword == "UNIT":
        need(name.endswith("_" + text), line)
    if keyword == "HELP":
        need(re.fullmatch(r'(?:[^\\"]|\\["\\n])*', text), line)
    return current


def read_sample(line, family):
    match = SAMPLE.fullmatch(line)
    need(match, line)
    name, text, value = match.groups()
    need(family is not None and family.kind is not None and name.startswith(family.name), f"not of its family: {line}")
    suffix = name[len(family.name):]
    need(suffix in SUFFIXES[family.kind], line)
    labels = re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', text or "")
    need(len({key for key, _ in labels}) == len(labels), f"a label twice: {line}")
    need(all(not key.startswith("__") for key, _ in labels), line)
    family.samples.append((suffix, tuple(labels), float(value)))


def check(family):
    need(family.kind is not None, f"{family.name} has no type")
    keys = [(suffix, frozenset(labels)) for suffix, labels, _ in family.samples]
    need(len(keys) == len(set(keys)), f"{family.name} has a series twice")
    need(len(family.labels()) <= 1, f"{family.name} has series with other labels")
    for suffix, _, value in family.samples:
        need(family.kind == "gauge" or value >= 0, f"{family.name}{suffix} is below 0")
    if family.kind == "histogram":
        check_histogram(family)


def check_histogram(family):
    series = {}
    for suffix, labels, value in family.samples:
        key = frozenset(label for label in labels if label[0] != "le")
        of = series.setdefault(key, {"buckets": []})
        if suffix == "_bucket":
            bound = dict(labels)["le"]
            need(bound == "+Inf" or "." in bound or "e" in bound, f"{family.name}: le={bound}")
            of["buckets"].append((float(bound), value))
        else:
            of[suffix] = value
    for of in series.values():
        bounds = [bound for bound, _ in of["buckets"]]
        counts = [count for _, count in of["buckets"]]
        need(bounds == sorted(set(bounds)) and bounds[-1] == float("inf"), f"{family.name}: bounds {bounds}")
        need(counts == sorted(counts), f"{family.name}: counts {counts}")
        need(of["_count"] == counts[-1] and "_sum" in of, f"{family.name}: count")
