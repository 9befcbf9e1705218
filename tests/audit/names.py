"""Names of addresses: `module:variable.field`. Where a variable has no name: the section, and which functions use it."""
import bisect
import pathlib

from elf import OBJECT
from references import References

MODULE = ("globals_size", "globals_ptr", "name")
BUCKET = 32  # bytes of an entry of a HashTable
IS_NULL = 1
STRING = 24  # where the text of a zend_string begins


def read_rows(path):
    """Of a table whose columns are separated by |."""
    lines = pathlib.Path(path).read_text().splitlines()
    return [[column.strip() for column in line.split("|", 2)] for line in lines if line.strip() and not line.startswith("#")]


class Names:
    def __init__(self, memory, structures, is_enough):
        """`is_enough(name)`: true where a name without functions is all that is wanted."""
        self.memory, self.structures, self.is_enough = memory, structures, is_enough
        self.rows = {name: (kind, place) for name, kind, place in read_rows(pathlib.Path(__file__).with_name("structures.list"))}
        self.rows |= {kind.removeprefix("zend_"): (kind, place) for kind, place in self.rows.values()}
        self.variables, self.references = {}, {}
        self.modules = self.read_modules()

    def offsets(self, kind, headers):
        """Of the fields of a structure."""
        return {name.lstrip("."): offset for offset, _, name in self.structures.fields(kind, headers)}

    def exported(self, wanted):
        """(path, address in the process) of an exported variable."""
        return next((path, base + address) for path, (base, elf) in self.memory.files.items() for address, _, name in elf.symbols(OBJECT)
                    if name == wanted)

    def values_of(self, table):
        """Pointers that a HashTable holds."""
        fields, memory = self.offsets("HashTable", ""), self.memory
        buckets = memory.word(table + fields["nTableMask"] + 4)
        for number in range(memory.word(table + fields["nNumUsed"]) & 0xffffffff):
            if (value := memory.word(buckets + number * BUCKET)) != 0:
                yield value

    def read_modules(self):
        """path -> (address, size, name) of the globals that modules announce, and of those that settings are stored in."""
        fields, memory, found = self.offsets("zend_module_entry", "zend_modules.h"), self.memory, {}
        for entry in self.values_of(self.exported("module_registry")[1]):
            size, address, name = (memory.word(entry + fields[one]) for one in MODULE)
            if address and size:
                self.keep(found, address, size, f"module {memory.text(name)}")
        for address, setting in self.read_settings().items():
            if (kind := self.rows.get(f"ini {setting}")) is not None:
                size = max((at + size for at, size, _ in self.structures.fields(*kind)), default=0)
                self.keep(found, address, size, kind[0].removeprefix("zend_"))
        return found

    def keep(self, found, address, size, name):
        path, base = self.file_of(address)
        found.setdefault(path, []).append((address - base, size, name))

    def read_settings(self):
        """Address of a structure -> a setting of structures.list that is stored there."""
        entry, globals_of = self.offsets("zend_ini_entry", "zend_ini.h"), self.offsets("zend_executor_globals", "zend_globals.h")
        found = {}
        for setting in self.values_of(self.memory.word(self.exported("executor_globals")[1] + globals_of["ini_directives"])):
            place = self.memory.word(setting + entry["mh_arg2"])
            name = self.memory.text(self.memory.word(setting + entry["name"]) + STRING)
            if place and f"ini {name}" in self.rows:
                found[place] = name
        return found

    def file_of(self, address):
        return max(((path, base) for path, (base, _) in self.memory.files.items() if base <= address), key=lambda one: one[1])

    def variables_of(self, path):
        """(address, size, name), sorted: the globals of modules, and exported variables elsewhere."""
        if path not in self.variables:
            exported = list(self.memory.files[path][1].symbols(OBJECT))
            named = {address for address, _, name in exported if name in self.rows}
            own = [one for one in self.modules.get(path, ()) if one[0] not in named]
            inner = [one for one in exported if not any(begin <= one[0] < begin + size for begin, size, _ in own)]
            self.variables[path] = sorted(own + inner)
        return self.variables[path]

    def end_before(self, path, address):
        """Of the last variable with a name in front of it."""
        every = self.variables_of(path)
        at = bisect.bisect_right(every, (address, 1 << 63, "")) - 1
        return every[at][0] + every[at][1] if at >= 0 else 0

    def variable_at(self, path, address):
        every = self.variables_of(path)
        at = bisect.bisect_right(every, (address, 1 << 63, "")) - 1
        if at < 0 or every[at][0] + every[at][1] <= address:
            return None
        return every[at]

    def fields_at(self, name, offset, width):
        """Those that overlap these bytes."""
        kind, place = self.rows.get(name, (None, None))
        fields = self.structures.fields(kind, place) if kind else []
        return [(at, size, field) for at, size, field in fields if at < offset + width and offset < at + size]

    def is_unused(self, change, snapshot):
        """True for the value of a zval that has none: its type, behind it, is undefined or null."""
        return self.of(change).endswith(".value") and snapshot.word(change.path, change.address + 8) & 0xff <= IS_NULL

    def of(self, change):
        """The name of what a change has changed: of the first field whose bytes differ."""
        path, address = change.path, change.address
        module = pathlib.Path(path).name
        differing = next(at for at in range(8) if (change.before ^ change.after) >> (8 * at) & 0xff)
        variable = self.variable_at(path, address + differing) or self.variable_at(path, address)
        if variable is None:
            return self.without_name(path, address + differing)
        begin, _, name = variable
        offset = address + differing - begin
        fields = self.fields_at(name, offset, 1) or [(offset, 1, f"+{offset}")]
        return f"{module}:{name}{fields[0][2]}"

    def without_name(self, path, address):
        """By the functions that use it."""
        base, elf = self.memory.files[path]
        section, offset = elf.section_of(address)
        name = f"{pathlib.Path(path).name}:{section}"
        plain = f"{name}+{offset & -8}"
        if self.is_enough(plain):
            return plain
        if path not in self.references:
            self.references[path] = References(path, elf, self.memory, base)
        references = self.references[path]
        begin = references.starts_before(address, self.end_before(path, address))
        if begin is None or not (users := references.of(begin)):
            return plain
        return f"{name}({', '.join(users)})" + (f"+{address - begin}" if address != begin else "")
