"""The results as graphs: SVG and PNG, with the same bytes for the same results."""
import matplotlib
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

import results_lead
import results_page
import results_rate
import results_table
from results_canvas import STYLE, WRONG, Canvas, folded, logarithmic, save, style, wide

ROW_IN = 0.14  # height of a bar
LIMIT = {"color": "black", "linewidth": 1.4}
OWN_LIMIT = {"color": "black", "linewidth": 1, "linestyle": (0, (2, 1.5))}


class Rows:
    """A row for each test and server that has one, test by test from the top; key(test, server) is of one load."""
    def __init__(self, results, group, load, connections):
        self.results, self.found, self.middles, self.spans = results, [], [], {}
        self.servers = results.measured(group, load)
        y = 0
        for test in results.of_group(group):
            names = [name for name in self.servers if any((test, name, load, one) in results.cells for one in connections)]
            if names:
                self.found += [(y + place, test, name) for place, name in enumerate(names)]
                title = folded(results.title(test))
                self.middles.append((y + (len(names) - 1) / 2, title))
                self.spans[test] = (y - 0.5, y + len(names) - 0.5)
                y += max(len(names), title.count("\n")) + 1
        self.end = y - 1

    def name(self, axes):
        axes.set_yticks([at for at, _ in self.middles], [title for _, title in self.middles])
        axes.tick_params(axis="y", length=0)
        axes.grid(False, axis="y")
        axes.set_ylim(self.end - 0.2, -0.8)


def servers_legend(results, names):
    return [Patch(facecolor=one["colour"], hatch=one["hatch"], edgecolor="white", label=one["label"])
            for one in (style(results, name) for name in names)]


def mark_limits(axes, rows, load, connections):
    """A line over the bars of a test, at the limit that bounds it; those for the legend."""
    handles = {}
    for test, span in rows.spans.items():
        own = rows.results.tests[test].get("own_limit")
        value, look, name = (own, OWN_LIMIT, "the test's own limit") if own else \
            (rows.results.limit(test, load, connections), LIMIT, "limit program")
        if value:
            axes.vlines(value, *span, **look)
            handles[name] = Line2D([], [], label=name, **look)
    return list(handles.values())


def bars(axes, rows, load, connections):
    for y, test, name in rows.found:
        found, look = rows.results.cell(test, name, load, connections), style(rows.results, name)
        if found.best is not None:
            axes.barh(y, found.best, 0.9, color=look["colour"], hatch=look["hatch"], edgecolor="white", linewidth=0)
        text = results_page.rate(found)
        axes.annotate(text, (found.best or axes.get_xlim()[0], y), (2, 0), textcoords="offset points", va="center",
                      fontsize=6, color=WRONG if found.failed or found.errors else "#222222",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.2})


def requests_graph(results, folder, load, connections):
    rows = Rows(results, "applications", load, [connections])
    rates = [results.cell(test, name, load, connections).best for _, test, name in rows.found]
    limits = [results.limit(test, load, connections) for test in rows.spans]
    every = [one for one in rates + limits if one]
    if not every:
        return None
    title = f"Requests per second, {connections} connections, {load} (failed requests in brackets)"
    canvas = Canvas(results, title, rows.end * ROW_IN)
    axes, log = canvas.axes[0], wide(every)
    if log:
        logarithmic(axes, "x")
    axes.set_xlim(min(every) / 3 if log else 0, max(every) * (3 if log else 1.14))
    bars(axes, rows, load, connections)
    handles = mark_limits(axes, rows, load, connections)
    rows.name(axes)
    if not log:
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.set_xlabel("requests per second, more is better" + (" (logarithmic)" if log else ""))
    canvas.legend(servers_legend(results, rows.servers) + handles)
    name = f"{results.prefix}requests-{connections}"
    save(canvas, folder, name)
    return title, name


def latency_panel(axes, rows, load, connections):
    """For each row a line from the median to 99 %; whether there was one."""
    seen = []
    for y, test, name in rows.found:
        found, look = rows.results.cell(test, name, load, connections), style(rows.results, name)
        low, high = found.latency("50"), found.latency("99")
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], color=look["colour"], linestyle=look["line"], linewidth=1.6, solid_capstyle="butt")
            axes.plot([low], [y], look["marker"], color=look["colour"], markersize=3.5)
            axes.plot([high], [y], "|", color=look["colour"], markersize=6, markeredgewidth=1.6)
            seen += [low, high]
    log = wide(seen) and min(seen) > 0
    if log:
        logarithmic(axes, "x")
    axes.set_title(f"{connections} connections")
    axes.set_xlabel("ms, less is better" + (" (logarithmic)" if log else ""))
    return bool(seen)


def lines_legend(results, names):
    return [Line2D([], [], color=one["colour"], marker=one["marker"], markersize=4, linestyle=one["line"], label=one["label"])
            for one in (style(results, name) for name in names)]


def latency_graph(results, folder, load):
    connections = results.connections("applications", load)
    rows = Rows(results, "applications", load, connections)
    if not rows.found:
        return None
    title = f"Latency in milliseconds, {load}: median (mark) to 99 % (end of the line)"
    canvas = Canvas(results, title, rows.end * ROW_IN, panels=len(connections), sharey=True)
    seen = [latency_panel(axes, rows, load, one) for axes, one in zip(canvas.axes, connections)]
    for axes in canvas.axes:
        rows.name(axes)
    canvas.legend(lines_legend(results, rows.servers))
    if not any(seen):
        return None
    save(canvas, folder, f"{results.prefix}latency")
    return title, f"{results.prefix}latency"


def growth_line(axes, results, test, server, load, figure):
    """One server's figure by connections; a cross where requests failed."""
    look = {"colour": "black", "marker": "", "line": "--"} if results.servers[server]["limit"] else style(results, server)
    cells = [(one, results.cell(test, server, load, one)) for one in results.connections("growth", load)]
    points = [(one, figure(cell), cell.failed) for one, cell in cells if figure(cell) is not None]
    axes.plot([one[0] for one in points], [one[1] for one in points], color=look["colour"], marker=look["marker"],
              linestyle=look["line"], markersize=4, linewidth=1.4)
    failed = [one for one in points if one[2]]
    axes.plot([one[0] for one in failed], [one[1] for one in failed], "x", color=WRONG, markersize=8, markeredgewidth=1.6)
    return [one[1] for one in points]


PANELS = (("server CPU per request, us", lambda cell: cell.median("cpu_us")),
          ("requests per second", lambda cell: cell.best),
          ("memory of the server, MB", lambda cell: max(cell.values("memory_mb"), default=None)))


def growth_graph(results, folder, test, load):
    names = [name for name in results.servers if any(key[:3] == (test, name, load) for key in results.cells)]
    if not names:
        return None
    title = f"What more connections cost, {load}: {results.tests[test]['does']}"
    canvas = Canvas(results, title, 2.6, panels=len(PANELS), label_in=0.5)
    for axes, (label, figure) in zip(canvas.axes, PANELS):
        values = [one for name in names for one in growth_line(axes, results, test, name, load, figure)
                  if not results.servers[name]["limit"]]
        logarithmic(axes, "x")
        axes.set_title(label)
        axes.set_xlabel("connections")
        if wide(values):
            logarithmic(axes, "y")
        else:
            axes.set_ylim(bottom=0)
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    limits = [name for name in names if results.servers[name]["limit"]]
    handles = lines_legend(results, [name for name in names if name not in limits])
    handles += [Line2D([], [], color="black", linestyle="--", label=results.label(name)) for name in limits]
    if any(results.cells[key].failed for key in results.cells if key[0] == test):
        handles.append(Line2D([], [], color=WRONG, marker="x", linestyle="", label="with failed requests"))
    canvas.legend(handles)
    name = results.prefix + ("growth" if results.of_group("growth") == [test] else f"growth-{test}")
    save(canvas, folder, name)
    return title, name


def frameworks_graph(results, folder, load, connections):
    rows = Rows(results, "frameworks", load, [connections])
    if not rows.found:
        return None
    title = f"Applications of frameworks, {connections} connections, {load}"
    canvas = Canvas(results, title, rows.end * ROW_IN, panels=len(PANELS), sharey=True)
    for axes, (label, figure) in zip(canvas.axes, PANELS):
        values = [figure(results.cell(test, name, load, connections)) for _, test, name in rows.found]
        for (y, _, name), value in zip(rows.found, values):
            look = style(results, name)
            axes.barh(y, value or 0, 0.9, color=look["colour"], hatch=look["hatch"], edgecolor="white", linewidth=0)
        if wide([one for one in values if one]):
            logarithmic(axes, "x")
        axes.set_title(label)
        rows.name(axes)
    canvas.legend(servers_legend(results, rows.servers))
    save(canvas, folder, f"{results.prefix}frameworks")
    return title, f"{results.prefix}frameworks"


def rate_panel(axes, results, test, load, connections, servers):
    """For each server a line: the median, 99 % and 99.9 %; what was seen."""
    seen = []
    for y, name in enumerate(servers):
        found, look = results.cell(test, name, load, connections), style(results, name)
        points = [found.latency(one) for one in results_rate.PERCENTILES]
        if None in points:
            continue
        axes.plot(points, [y] * len(points), color=look["colour"], linestyle=look["line"], linewidth=1.6)
        axes.plot(points[:1], [y], look["marker"], color=look["colour"], markersize=5)
        axes.plot(points[1:], [y] * 2, "|", color=look["colour"], markersize=8, markeredgewidth=1.8)
        said = " / ".join(results_table.number(one) for one in points) + f", {found.median('offered_per_s'):,.0f} a second"
        axes.annotate(said, (points[-1], y), (5, 0), textcoords="offset points",
                      va="center", fontsize=6, color=WRONG if found.failed else "#222222")
        seen += points
    return seen


def rate_graph(results, folder, test):
    """A panel for each share of the capacity."""
    shares, connections = results_rate.shares(results), results.connections(results_rate.GROUP, "capacity")
    servers = [name for name in results.measured(results_rate.GROUP, "capacity") if (test, name, "capacity", connections[0]) in results.cells]
    if not servers or not shares:
        return None
    title = f"Latency at a fixed rate: {results.tests[test]['does']}"
    canvas = Canvas(results, title, len(servers) * 0.28, panels=len(shares), sharey=True, sharex=True)
    seen = []
    for axes, (load, share) in zip(canvas.axes, shares.items()):
        seen += rate_panel(axes, results, test, load, connections[0], servers)
        axes.set_title(f"{share} of the server's own capacity")
        axes.set_xlabel("ms: median (mark), 99 %, 99.9 % (strokes); less is better")
        axes.set_yticks(range(len(servers)), [results.label(name) for name in servers])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(servers) - 0.4, -0.6)
    if not seen or min(seen) <= 0:
        return None
    logarithmic(canvas.axes[0], "x")
    canvas.axes[0].set_xlim(min(seen) / 1.6, max(seen) * 90)  # room for the figures
    canvas.legend(lines_legend(results, servers))
    name = f"{results.prefix}{test}"
    save(canvas, folder, name)
    return title, name


def draw(results, folder):
    """Writes the graphs for which there are figures: (title, name of the files without their ending)."""
    made = []
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not the settings of whoever runs it
        matplotlib.rcParams.update(STYLE)
        made.append(results_lead.draw(results, folder))
        loads = results.loads("applications")
        for load in loads[:1]:  # the published protocol is ab's
            made += [requests_graph(results, folder, load, one) for one in results.connections("applications", load)]
        for load in loads[-1:]:  # ab counts whole milliseconds, wrk does not
            made.append(latency_graph(results, folder, load))
        for load in results.loads("frameworks"):
            made += [frameworks_graph(results, folder, load, one) for one in results.connections("frameworks", load)]
        made += [rate_graph(results, folder, test) for test in results.of_group(results_rate.GROUP)]
        for load in results.loads("growth"):
            made += [growth_graph(results, folder, test, load) for test in results.of_group("growth")]
    return [one for one in made if one]
