"""What an ELF file of 64 bits says about itself: segments, sections, exported variables and functions."""
import functools
import mmap
import struct

PT_LOAD, PT_GNU_RELRO = 1, 0x6474e552
WRITABLE = 2
SHT_SYMTAB, SHT_NOBITS, SHT_DYNSYM = 2, 8, 11
OBJECT, FUNCTION = 1, 2
PAGE = 4096


class Elf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self.data[:5] != b"\x7fELF\x02":
            raise ValueError(f"{path} is no ELF file of 64 bits")
        self.programs_at, self.sections_at = struct.unpack_from("<QQ", self.data, 32)
        self.program_size, self.programs, self.section_size, self.section_count, self.names_at = struct.unpack_from("<5H", self.data, 54)

    def segments(self):
        """(type, flags, address, size in memory)"""
        for number in range(self.programs):
            kind, flags, _, address, _, _, size = struct.unpack_from("<IIQQQQQ", self.data, self.programs_at + number * self.program_size)
            yield kind, flags, address, size

    @functools.cached_property
    def writable(self):
        """(address, size) of what stays writable when the loader has finished."""
        fixed = max((address + size for kind, _, address, size in self.segments() if kind == PT_GNU_RELRO), default=0) & -PAGE
        found = []
        for kind, flags, address, size in self.segments():
            if kind == PT_LOAD and flags & WRITABLE:
                begin = max(address, fixed) if fixed <= address + size else address
                found.append((begin, address + size - begin))
        return found

    def relocated(self):
        """(address, size) of the constants that the loader writes: tables of functions, of ini settings."""
        return [(address, size) for kind, _, address, size in self.segments() if kind == PT_GNU_RELRO]

    @functools.cached_property
    def sections(self):
        """(name, type, address, offset, size, link)"""
        heads = [struct.unpack_from("<IIQQQQI", self.data, self.sections_at + number * self.section_size) for number in range(self.section_count)]
        names = heads[self.names_at][4] if heads else 0
        return [(self.text(names + name), kind, address, offset, size, link) for name, kind, _, address, offset, size, link in heads]

    def text(self, offset):
        return self.data[offset:self.data.find(b"\0", offset)].decode("latin-1")

    def section_of(self, address):
        """(name, offset in it)"""
        for name, _, begin, _, size, _ in self.sections:
            if begin and begin <= address < begin + size:
                return name, address - begin
        return "?", address

    def symbols(self, wanted):
        """(address, size, name) of the variables or functions that have a name."""
        for _, kind, _, offset, size, link in self.sections:
            if kind in (SHT_SYMTAB, SHT_DYNSYM):
                strings = self.sections[link][3]
                for at in range(offset, offset + size, 24):
                    name, info, _, section, address, length = struct.unpack_from("<IBBHQQ", self.data, at)
                    if info & 15 == wanted and section != 0:
                        yield address, length, self.text(strings + name)
