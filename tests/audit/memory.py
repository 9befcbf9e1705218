"""The writable segments of a process: of its program, and of each module and library that it has loaded."""
import dataclasses
import os
import struct

from elf import Elf

WORD = 8
BLOCK = 4096


@dataclasses.dataclass(frozen=True)
class Change:
    """A word that is not what it was."""
    path: str
    address: int  # as the file counts
    before: int
    after: int


class Snapshot(dict):
    """(path, address) -> the bytes of a segment."""

    def word(self, path, address):
        """0 where there is none."""
        for (file, begin), content in self.items():
            if file == path and begin <= address < begin + len(content):
                return int.from_bytes(content[address - begin:address - begin + WORD], "little")
        return 0


class Memory:
    """Reads another process, which must be idle or stopped meanwhile."""

    def __init__(self, pid):
        self.pid = pid
        self.file = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        self.files = {}
        self.look()

    def close(self):
        os.close(self.file)

    def look(self):
        """At what is loaded now."""
        bases = {}
        with open(f"/proc/{self.pid}/maps") as lines:
            for line in lines:
                place, _, offset, _, _, *name = line.split(maxsplit=5)
                path = name[0].strip() if name else ""
                if path.startswith("/") and int(offset, 16) == 0 and path not in bases:
                    bases[path] = int(place.split("-")[0], 16)
        self.files = {path: self.files.get(path, (base, None)) for path, base in bases.items()}
        for path, (base, elf) in list(self.files.items()):
            if base != bases[path] or (elf is None and (elf := read_elf(path)) is None):
                del self.files[path]
            else:
                self.files[path] = (base, elf)

    def read(self, address, size):
        return os.pread(self.file, size, address)

    def word(self, address):
        return struct.unpack("<Q", self.read(address, WORD))[0]

    def text(self, address, most=200):
        """A C string, or none."""
        try:
            return self.read(address, most).split(b"\0")[0].decode("latin-1")
        except OSError:
            return None

    def snapshot(self):
        """Of files that are mapped only in part nothing."""
        found = Snapshot()
        for path, (base, elf) in self.files.items():
            for begin, size in elf.writable:
                try:
                    found[path, begin] = self.read(base + begin, size)
                except OSError:
                    continue
        return found


def read_elf(path):
    try:
        return Elf(path)
    except (OSError, ValueError, IndexError):
        return None


def changes(before, after):
    """Of what both snapshots have."""
    for place, old in before.items():
        new = after.get(place, old)
        if old == new:
            continue
        path, begin = place
        for at in range(0, len(old), BLOCK):
            if old[at:at + BLOCK] != new[at:at + BLOCK]:
                yield from changed_words(path, begin + at, old[at:at + BLOCK], new[at:at + BLOCK])


def changed_words(path, begin, old, new):
    for at in range(0, len(old), WORD):
        if old[at:at + WORD] != new[at:at + WORD]:
            yield Change(path, begin + at, int.from_bytes(old[at:at + WORD], "little"), int.from_bytes(new[at:at + WORD], "little"))
