"""What all graphs of the results look like: size, colours, title, legend, machine."""
import math
import re

from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

# Okabe and Ito's palette, told apart by those who do not see every colour; markers tell once more.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999", "#F0E442")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
WRONG = "#B00020"
STYLE = {"svg.hashsalt": "tern", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 8, "axes.titlesize": 8,
         "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "axes.grid": True,
         "grid.color": "#DDDDDD", "grid.linewidth": 0.6, "legend.frameon": False, "hatch.linewidth": 0.6}
WIDTH_IN, DOTS_PER_IN = 9, 110
LABEL_IN = 1.7  # for the names at the left
EDGE_IN = 0.15
LINE = 26  # letters of a title in one line
LOG_FROM = 30   # a greatest value of so many times the smallest one needs a logarithmic scale
LEGEND_COLUMNS, LEGEND_ROW_IN = 4, 0.17


def folded(title):
    """A long title in lines, broken after one of its words."""
    lines = [""]
    for word in re.findall(r"[^_ ]*[_ ]?", title):
        if len(lines[-1] + word) > LINE:
            lines.append("")
        lines[-1] += word
    return "\n".join(line.strip() for line in lines)


def style(results, name):
    """Of a server, the same in every graph; as shipped: hatched, dotted."""
    many = [one for one, server in results.servers.items() if not server["limit"]]
    place, shipped = many.index(name), results.servers[name]["as_shipped"]
    return {"colour": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)],
            "hatch": "////" if shipped else None, "line": ":" if shipped else "-",
            "label": results.label(name) + (" (as shipped)" if shipped and "as shipped" not in results.label(name) else "")}


def wide(values):
    values = [one for one in values if one]
    return bool(values) and max(values) > LOG_FROM * min(values)


def logarithmic(axes, which):
    """Makes the x or y axis logarithmic, with plain numbers."""
    axes.set(**{f"{which}scale": "log"})
    axis = {"x": axes.xaxis, "y": axes.yaxis}[which]
    axis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axis.set_minor_formatter(NullFormatter())


class Canvas:
    """A figure whose panels are so many inches high, whatever stands above and below them."""
    def __init__(self, results, title, height_in, panels=1, label_in=LABEL_IN, **sharing):
        self.figure = Figure()
        self.axes = self.figure.subplots(1, panels, squeeze=False, **sharing)[0]
        self.title, self.machine, self.height_in, self.label_in = title, results.machine_line(), height_in, label_in

    def legend(self, handles):
        """The last step: the size of the figure follows from that of the legend."""
        above = 0.6 + LEGEND_ROW_IN * math.ceil(len(handles) / LEGEND_COLUMNS)
        above += 0.1 if self.axes[0].get_title() else 0
        height = above + self.height_in + 0.65
        self.figure.set_size_inches(WIDTH_IN, height)
        self.figure.subplots_adjust(left=self.label_in / WIDTH_IN, right=1 - EDGE_IN / WIDTH_IN, top=1 - above / height,
                                    bottom=0.65 / height, wspace=0.18)
        left = EDGE_IN / WIDTH_IN
        self.figure.text(left, 1 - EDGE_IN / height, self.title, fontsize=10, fontweight="bold", va="top")
        self.figure.text(left, 0.08 / height, self.machine, fontsize=7, color="#555555", va="bottom")
        self.figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(0, 1 - 0.32 / height), ncol=LEGEND_COLUMNS)


def save(canvas, folder, name):
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        canvas.figure.savefig(folder / f"{name}.{ending}", dpi=DOTS_PER_IN, metadata=metadata)
