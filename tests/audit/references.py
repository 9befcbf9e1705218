"""Which functions of PHP use a variable that has no name: its code is disassembled, so each address that it uses is known, and each
call. Functions have names when they are exported, and when a table of PHP's functions or modules has them."""
import bisect
import collections
import re
import struct
import subprocess

from elf import FUNCTION

# An address behind `#` is what an instruction reads or writes.
USE = re.compile(r"^ +([0-9a-f]+):.*# ([0-9a-f]+) <")
CALL = re.compile(r"^ +([0-9a-f]+):.*\b(?:call|jmp) +([0-9a-f]+) <")
FRAME = re.compile(r" FDE .*pc=([0-9a-f]+)\.\.")
IDENTIFIER = re.compile(r"[A-Za-z_]\w{2,60}")
MOST_NAMES = 4
STEPS = 4


class References:
    def __init__(self, path, elf, memory, base):
        self.elf = elf
        self.names = {address: name for address, _, name in elf.symbols(FUNCTION)}
        self.names |= {address: name for address, name in self.table_names(memory, base) if address not in self.names}
        self.users, self.callers = collections.defaultdict(set), collections.defaultdict(set)
        self.read(path)
        self.used = sorted(self.users)

    def table_names(self, memory, base):
        """(function, name) where a pointer to a name precedes one to code."""
        code = [(address, address + size) for name, _, address, _, size, _ in self.elf.sections if name == ".text"]
        constants = [(address, address + size) for name, _, address, _, size, _ in self.elf.sections if name.startswith(".rodata")]
        for begin, size in self.elf.relocated():
            table = memory.read(base + begin, size)
            words = struct.unpack_from(f"<{len(table) // 8}Q", table)
            for text, function in zip(words, words[1:]):
                if any(low <= function - base < high for low, high in code) and any(low <= text - base < high for low, high in constants):
                    name = memory.text(text)
                    if name and IDENTIFIER.fullmatch(name):
                        yield function - base, f"{name}()"

    def read(self, path):
        frames = subprocess.run(["readelf", "-wf", path], capture_output=True, text=True, check=False).stdout
        starts = sorted({int(found[1], 16) for line in frames.splitlines() if (found := FRAME.search(line))} | set(self.names))
        with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", path], stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                if (found := USE.match(line)) is not None:
                    self.users[int(found[2], 16)].add(self.function_at(starts, int(found[1], 16)))
                elif (found := CALL.match(line)) is not None:
                    self.callers[int(found[2], 16)].add(self.function_at(starts, int(found[1], 16)))

    @staticmethod
    def function_at(starts, address):
        return starts[bisect.bisect_right(starts, address) - 1]

    def of(self, address):
        """Names of functions that use it, or that call those that do."""
        found, seen, now = [], set(), set(self.users.get(address, ()))
        for _ in range(STEPS):
            found = sorted({self.names[one] for one in now if one in self.names})
            if found or not now:
                break
            seen |= now
            now = {caller for one in now for caller in self.callers[one]} - seen
        return found[:MOST_NAMES]

    def starts_before(self, address, least):
        """The nearest address, not below `least`, that code uses at or before this one: where its variable may begin."""
        at = bisect.bisect_right(self.used, address) - 1
        return self.used[at] if at >= 0 and self.used[at] >= least else None
