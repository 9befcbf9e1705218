"""The graph that says at a glance how far ahead Tern is: its requests per second as multiples of the other servers'."""
import results_verdict
from results_canvas import WRONG, Canvas, folded, logarithmic, save, style

ROW_IN = 0.36    # of a title of two lines
LINE_IN = 0.12
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
GROUPS = ("applications", "first_look", "static", "frameworks")


def rows(results):
    """(test, load, connections): the first load and the fewest connections of each test."""
    found = {}
    for test, load, connections in sorted(results_verdict.comparisons(results), key=lambda key: key[1:]):
        if results.tests[test]["group"] in GROUPS:
            found.setdefault(test, (test, load, connections))
    return [found[test] for test in results.tests if test in found]


def times(value):
    return f"{value:.2f}x" if value < 1.995 else f"{value:.1f}x" if value < 9.95 else f"{value:,.0f}x"


def row(axes, y, ratios):
    """A mark for each server, and figures beside the nearest one and the one that is farthest behind."""
    for ratio, look in ratios:
        axes.plot([ratio], [y], look["marker"], color=look["colour"], markersize=7)
    for ratio, side, align in ((min(one[0] for one in ratios), -7, "right"), (max(one[0] for one in ratios), 7, "left"))[:len(ratios)]:
        axes.annotate(times(ratio), (ratio, y), (side, 0), textcoords="offset points", ha=align, va="center", fontsize=7,
                      color=WRONG if ratio < 1 else "#222222", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.4})


def places(names):
    """How many inches below the first row each one is."""
    heights = [max(ROW_IN, LINE_IN * (name.count("\n") + 1.5)) for name in names]
    return [sum(heights[:i]) + (heights[i] - heights[0]) / 2 for i in range(len(names))]


def draw(results, folder):
    """(title, name); None: nothing can be compared."""
    found = rows(results)
    if not found:
        return None
    names = [folded(results.title(key[0])) for key in found]
    at = places(names)
    title = f"{results.label(results_verdict.OURS)}'s requests per second as a multiple of another server's (right of the line: ahead)"
    canvas = Canvas(results, title, at[-1] + ROW_IN)
    axes, seen, ratios = canvas.axes[0], {}, [1]
    for y, (test, load, connections) in zip(at, found):
        own, found_here = results.cell(test, results_verdict.OURS, load, connections).best, []
        for best, name in results_verdict.rivals(results, (test, load, connections)):
            seen[name] = style(results, name)
            found_here.append((own / best, seen[name]))
        row(axes, y, found_here)
        ratios += [ratio for ratio, _ in found_here]
    logarithmic(axes, "x")
    axes.set_xlim(min(ratios) / 1.6, max(ratios) * 1.6)
    axes.set_xticks([one for one in TICKS if min(ratios) / 1.6 <= one <= max(ratios) * 1.6], minor=False)
    axes.minorticks_off()
    axes.axvline(1, color="black", linewidth=1.2)
    axes.set_yticks(at, names)
    axes.tick_params(axis="y", length=0, labelsize=7)
    axes.set_ylim(at[-1] + 0.6 * ROW_IN, -0.6 * ROW_IN)
    axes.set_xlabel("times (logarithmic); 100 connections, static files 1,000, the first look 1")
    handles = [axes.plot([], [], look["marker"], color=look["colour"], label=look["label"])[0] for look in seen.values()]
    canvas.legend(handles)
    save(canvas, folder, f"{results.prefix}lead")
    return title, f"{results.prefix}lead"
