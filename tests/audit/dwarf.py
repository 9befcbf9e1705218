"""Fields of C structures, by what the compiler says: a file with a variable of that type is compiled, and `readelf` reads it."""
import functools
import pathlib
import re
import subprocess
import tempfile

ENTRY = re.compile(r"\s*<(\w+)><(\w+)>: Abbrev Number: \d+ \((DW_TAG_\w+)\)")
ATTRIBUTE = re.compile(r"\s*<\w+>\s+(DW_AT_\w+)\s*: (.*)")
STRUCTURE, UNION, ARRAY = "DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_array_type"
ALIASES = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")
VARIABLE = "audit_variable"
DEPTH = 4
WIDEST_ARRAY = 64


class Entry:
    def __init__(self, tag):
        self.tag = tag
        self.attributes, self.children = {}, []

    def text(self, name):
        """Of a name, which readelf may say where it is in front of."""
        return self.attributes.get(name, "").rpartition("): ")[2].strip()

    def number(self, name):
        words = self.attributes.get(name, "0").split()
        return int(words[0], 0) if words else 0


def read_entries(text):
    """All entries by their offset."""
    entries, open_ones, last = {}, {}, None
    for line in text.splitlines():
        if (found := ENTRY.match(line)) is not None:
            last = Entry(found[3])
            depth = int(found[1])
            open_ones[depth] = last
            entries[int(found[2], 16)] = last
            if depth:
                open_ones[depth - 1].children.append(last)
        elif last is not None and (found := ATTRIBUTE.match(line)) is not None:
            last.attributes[found[1]] = found[2]
    return entries


class Types:
    def __init__(self, text):
        self.entries = read_entries(text)

    def type_of(self, entry):
        """Behind names and qualifiers."""
        found = re.search(r"<0x(\w+)>", entry.attributes.get("DW_AT_type", ""))
        other = self.entries.get(int(found[1], 16)) if found else None
        return self.type_of(other) if other is not None and other.tag in ALIASES else other

    def size(self, entry):
        if entry is None:
            return 1
        if entry.tag == ARRAY:
            return self.length(entry) * self.size(self.type_of(entry))
        return entry.number("DW_AT_byte_size")

    @staticmethod
    def length(entry):
        total = 1
        for child in entry.children:
            total *= child.number("DW_AT_upper_bound") + 1
        return total

    def fields(self, entry, at=0, name="", depth=0):
        """(offset, size, name) of what has no further fields."""
        if entry is not None and entry.tag == STRUCTURE and depth < DEPTH:
            for child in entry.children:
                if child.tag == "DW_TAG_member":
                    own = child.text("DW_AT_name")
                    bit = child.number("DW_AT_data_bit_offset") // 8
                    yield from self.fields(self.type_of(child), at + child.number("DW_AT_data_member_location") + bit,
                                           f"{name}.{own}" if own else name, depth + 1)
        elif entry is not None and entry.tag == ARRAY and self.length(entry) <= WIDEST_ARRAY:
            element = self.type_of(entry)
            for number in range(self.length(entry)):
                yield from self.fields(element, at + number * self.size(element), f"{name}[{number}]", depth + 1)
        else:
            yield at, self.size(entry), name

    def of_variable(self):
        for entry in self.entries.values():
            if entry.tag == "DW_TAG_variable" and entry.text("DW_AT_name") == VARIABLE:
                return list(self.fields(self.type_of(entry)))
        return []


class Structures:
    """The types of one PHP: its headers, and those of its source that are not installed."""

    def __init__(self, includes, source):
        self.source = source
        self.includes = [*includes, "-I", str(source), "-I", str(source / "ext")]

    @functools.cache
    def fields(self, kind, place):
        """Of a type of these headers, or, with `in FILE` instead, of globals that the source of a module declares. Empty when it cannot be
        compiled here."""
        headers, text = ["stdbool.h", "php.h", "zend_smart_str.h"], ""
        if place.startswith("in "):
            text = self.globals_of(kind, place[3:])
        else:
            headers += place.split()
        return self.compile("".join(f"#include <{header}>\n" for header in headers) + f"{text}\n{kind} {VARIABLE};\n")

    def globals_of(self, kind, file):
        module = re.fullmatch(r"zend_(\w+)_globals", kind)[1]
        found = re.search(rf"^ZEND_BEGIN_MODULE_GLOBALS\({module}\).*?^ZEND_END_MODULE_GLOBALS\({module}\)", (self.source / file).read_text("latin-1"),
                          re.M | re.S) if (self.source / file).exists() else None
        return found[0] if found else ""

    def compile(self, text):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "type.c").write_text(text)
            command = ["cc", "-g", "-w", "-c", "-DHAVE_MBREGEX=1", *self.includes, "-o", place / "type.o", place / "type.c"]
            if subprocess.run(command, capture_output=True, check=False).returncode != 0:
                return []
            dump = subprocess.run(["readelf", "--debug-dump=info", place / "type.o"], capture_output=True, text=True, check=True)
        return Types(dump.stdout).of_variable()
