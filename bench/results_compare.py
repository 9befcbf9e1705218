"""Two results side by side: ratios with their spread, and what got worse."""
import dataclasses
import statistics

from results_table import number, table


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str
    higher_is_better: bool
    values: object  # of a cell: one for each round


def p99(cell):
    return [one["99"] for one in cell.values("latency_ms") if one.get("99") is not None]


FIGURES = {"rate": Figure("requests/s", True, lambda cell: cell.values("requests_per_s")),
           "cpu": Figure("CPU, us", False, lambda cell: cell.values("cpu_us")),
           "p99": Figure("99 %, ms", False, p99),
           "memory": Figure("memory, MB", False, lambda cell: cell.values("memory_mb"))}
MEASURED = {"sleep_ms"}  # among the settings, but no choice: it differs a little in each run
HEADER = ["test", "server", "load", "connections", "figure", "A (range)", "B (range)", "B / A (range)", "verdict"]


def differing(before, after):
    """What keeps two results from being comparable, a line each."""
    lines = []
    for part in ("machine", "settings"):
        a, b = getattr(before, part), getattr(after, part)
        lines += [f"{part}: {name} is {a.get(name)} in A and {b.get(name)} in B" for name in {**a, **b}
                  if a.get(name) != b.get(name) and name not in MEASURED]
    return lines


def changed_versions(before, after):
    a, b = before.versions, after.versions
    return [f"version of {name}: {a.get(name, 'none')} in A, {b.get(name, 'none')} in B" for name in {**a, **b}
            if a.get(name) != b.get(name)]


def row_name(results, key):
    test, server, load, connections = key
    return f"{results.title(test)}, {results.label(server)}, {load}, {connections} connections"


def spread(values):
    if len(values) == 1:
        return f"{number(values[0], 4)} (one round)"
    return f"{number(statistics.median(values), 4)} ({number(min(values), 4)}-{number(max(values), 4)})"


def ratios(a, b):
    """Of the medians, the least and the greatest of two rounds; None where a round of A is zero."""
    if min(a) <= 0:
        return None
    return statistics.median(b) / statistics.median(a), min(b) / max(a), max(b) / min(a)


def verdict(figure, a, b, threshold):
    """`worse` and `better` are told apart from noise: no round of B is within the range of A."""
    above, below = min(b) > max(a), max(b) < min(a)
    change = statistics.median(b) / statistics.median(a) - 1
    if not (above or below) or abs(change) <= threshold:
        return ""
    return "better" if above == figure.higher_is_better else "worse"


def rows_of(results, key, a, b, figures, threshold):
    """The lines of the table for one row of both results."""
    test, server, load, connections = key
    place, rows = [results.title(test), results.label(server), load, connections], []
    for figure in figures:
        old, new = figure.values(a), figure.values(b)
        found = ratios(old, new) if old and new else None
        if found:
            ratio = "{:.3f} ({:.3f}-{:.3f})".format(*found)
            rows.append([*place, figure.name, spread(old), spread(new), ratio, verdict(figure, old, new, threshold)])
    return rows


def failures(name, a, b):
    """What B fails at and A did not."""
    lines = [f"{name}: {b.failed} failed requests, and none in A"] if b.failed and not a.failed else []
    return lines + ([f"{name}: {'; '.join(b.errors)}"] if b.errors and not a.errors else [])


def missing(before, after):
    lines = [f"only in A: {row_name(before, key)}" for key in before.cells if key not in after.cells]
    return lines + [f"only in B: {row_name(after, key)}" for key in after.cells if key not in before.cells]


def regressions_in(results, key, rows):
    """The limit program gets no regressions: where its figures change, the machine did."""
    name = row_name(results, key)
    worse = [f"{name}: {row[4]} {row[7]}" for row in rows if row[-1] == "worse"]
    changed = [f"{name}: {row[4]} {row[7]}: the machine changed" for row in rows if row[-1]]
    return ([], changed) if results.servers[key[1]]["limit"] else (worse, [])


def section(title, lines):
    return ["", f"{title}:", *[f"  {line}" for line in lines]] if lines else []


def compared(before, after, names, threshold):
    """The text, and the regressions named in it."""
    figures = [FIGURES[name] for name in dict.fromkeys(names)]
    rows, regressions, notes = [], [], changed_versions(before, after) + missing(before, after)
    for key, b in after.cells.items():
        if key not in before.cells:
            continue
        found = rows_of(after, key, before.cells[key], b, figures, threshold)
        worse, changed = regressions_in(after, key, found)
        regressions += worse + failures(row_name(after, key), before.cells[key], b)
        notes += changed
        rows += found
    lines = [table(HEADER, rows)] if rows else ["Nothing was measured in both."]
    lines += section("Notes", notes)
    lines += section("Regressions", regressions) or ["", "No regressions."]
    return "\n".join(lines), regressions
