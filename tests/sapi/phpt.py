"""PHP's own tests (.phpt) as web requests: what a test asks for, and whether an answer is the expected one. The rules are those
of PHP's run-tests.php. Text is latin-1: each byte is a character."""
import copy
import dataclasses
import functools
import re

NOT_A_REQUEST = ("ARGS", "STDIN", "PHPDBG", "REDIRECTTEST", "CAPTURE_STDIO", "GZIP_POST", "DEFLATE_POST")
FORM = "application/x-www-form-urlencoded"
PLACEHOLDERS = {"%e": "/", "%s": "[^\r\n]+", "%S": "[^\r\n]*", "%a": ".+", "%A": ".*", "%w": r"\s*", "%i": r"[+-]?\d+",
                "%d": r"\d+", "%x": "[0-9a-fA-F]+", "%f": r"[+-]?(?:\d+|(?=\.\d))(?:\.\d+)?(?:[Ee][+-]?\d+)?", "%c": ".",
                "%0": "\0"}


@dataclasses.dataclass
class Answer:
    """What came: fields as (name, value), and the text of the body."""
    fields: list
    text: str


class Phpt:
    """One test, at a path below the source of PHP."""

    def __init__(self, source, name, modules):
        """`modules`: in small letters, those that need not be loaded."""
        self.name = name
        self.modules = modules
        self.path = source / name
        self.script = self.path.with_suffix(".php")
        self.sections = read_sections(self.path.read_bytes().decode("latin-1"))
        for section in ("FILE", "EXPECT", "EXPECTF", "EXPECTREGEX"):
            if (other := self.sections.get(f"{section}_EXTERNAL")) is not None:
                self.sections[section] = (self.path.parent / other.strip()).read_bytes().decode("latin-1")

    def with_settings(self, line):
        """The same test with one more line of --INI--."""
        other = copy.copy(self)
        other.__dict__.pop("settings", None)
        other.sections = {**self.sections, "INI": self.sections.get("INI", "").rstrip("\n") + f"\n{line}\n"}
        return other

    def has(self, *names):
        return any(self.sections.get(name, "").strip() for name in names)

    def why_no_request(self):
        """None: it can be run."""
        found = [name for name in NOT_A_REQUEST if name in self.sections]
        return f"--{found[0]}--" if found else None if "FILE" in self.sections else "no --FILE--"

    def write(self):
        """The script beside the test. Without the line break at the end where the test says so."""
        self.write_as(self.script, self.sections["FILE"])

    @staticmethod
    def write_as(path, text):
        path.write_bytes(text.encode("latin-1"))

    @functools.cached_property
    def settings(self):
        """ini settings as pairs; `extension` may be there several times."""
        text = self.sections.get("INI", "").replace("{PWD}", str(self.path.parent)).replace("{TMP}", "/tmp")
        text = re.sub(r"\{MAIL:(\S+)\}", r"tee \1 >/dev/null", text)
        pairs = [line.split("=", 1) for line in text.splitlines() if "=" in line]
        names = [("extension", name) for name in self.sections.get("EXTENSIONS", "").split()
                 if name.lower() not in self.modules]
        return [*names, *((name.strip(), value.strip()) for name, value in pairs)]

    @functools.cached_property
    def environment(self):
        lines = self.sections.get("ENV", "").replace("{PWD}", str(self.path.parent)).splitlines()
        return dict(line.strip().split("=", 1) for line in lines if "=" in line)

    @property
    def query(self):
        return self.sections.get("GET", "").strip()

    @functools.cached_property
    def request(self):
        """(method, type of the content or None, body)."""
        given = self.environment.get("CONTENT_TYPE")
        for section, method in (("POST_RAW", "POST"), ("PUT", "PUT")):
            if self.has(section):
                return (method, *read_raw(self.sections[section].strip(), given))
        if self.has("POST"):
            return "POST", given or FORM, self.sections["POST"].strip().encode("latin-1")
        return "GET", None, b""

    def accepts(self, answer):
        """True when it is the expected answer."""
        got = {name.lower(): value.strip() for name, value in answer.fields}
        wanted = [line.split(":", 1) for line in self.sections.get("EXPECTHEADERS", "").splitlines() if ":" in line]
        if any(got.get(name.strip().lower()) != value.strip() for name, value in wanted):
            return False
        text = answer.text.strip(" \t\n\r\0\v").replace("\r\n", "\n")
        if "EXPECT" in self.sections:
            return text == self.expected("EXPECT")
        pattern = self.expected("EXPECTREGEX") if "EXPECTREGEX" in self.sections else to_pattern(self.expected("EXPECTF"))
        return re.search(f"^{pattern}$", text, re.S | re.A) is not None

    def expected(self, section):
        return self.sections[section].strip(" \t\n\r\0\v").replace("\r\n", "\n")


def read_sections(text):
    sections, name = {}, None
    for line in text.splitlines(keepends=True) if "\r" not in text else re.findall(r"[^\n]*\n|[^\n]+", text):
        if (start := re.match(r"--([_A-Z]+)--", line)) is not None and not (name == "FILE" and start[1] == "_"):
            name = start[1]
            sections[name] = ""
        elif name is not None:
            sections[name] += line
    if "FILEEOF" in sections:
        sections["FILE"] = sections.pop("FILEEOF").rstrip("\r\n")
    return sections


def read_raw(text, kind):
    """The type of the content, which is the first line Content-Type, and the body of the other lines."""
    lines = []
    for line in text.split("\n"):
        found = None if kind else re.match(r"Content-Type:(.*)", line, re.I)
        if found is not None:
            kind = found[1].strip()
        else:
            lines.append(line)
    return kind, "\n".join(lines).encode("latin-1")


def to_pattern(text):
    """Of the placeholders of EXPECTF. What is between two %r is a pattern itself."""
    pieces = text.split("%r")
    if len(pieces) % 2 == 0:
        pieces[-2:] = ["%r".join(pieces[-2:])]
    return "".join(f"({piece})" if at % 2 else quote(piece) for at, piece in enumerate(pieces))


def quote(text):
    return "".join(PLACEHOLDERS.get(piece, re.escape(piece)) for piece in re.split(r"(%[esSaAwidxfc0])", text))
