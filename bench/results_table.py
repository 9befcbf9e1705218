"""Tables of Markdown, and how figures look in them."""
NONE = "-"


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell(one) for one in line) + " |" for line in lines)


def number(value, digits=3):
    """With so many significant digits."""
    if value is None:
        return NONE
    return f"{value:.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def share(value):
    return NONE if value is None else f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"
