#include "boundary/elf.h"

#include <doctest/doctest.h>
#include <elf.h>
#include <link.h>

using tern::boundary::Way;

namespace {

// An object as the loader describes one, of segments at address 0.
Way way_of(const char* name, std::initializer_list<ElfW(Phdr)> segments) {
    dl_phdr_info info{};
    info.dlpi_name = name;
    info.dlpi_phdr = segments.begin();
    info.dlpi_phnum = static_cast<ElfW(Half)>(segments.size());
    return tern::boundary::way_of_object(info);
}

ElfW(Phdr) segment(uint32_t type, uint32_t flags, size_t bytes) {
    ElfW(Phdr) one{};
    one.p_type = type;
    one.p_flags = flags;
    one.p_memsz = bytes;
    return one;
}

ElfW(Phdr) dynamic(const ElfW(Dyn) * entries) {
    ElfW(Phdr) one = segment(PT_DYNAMIC, PF_R, sizeof *entries);
    one.p_vaddr = reinterpret_cast<uintptr_t>(entries);
    return one;
}

const ElfW(Phdr) kCode = segment(PT_LOAD, PF_R | PF_X, 100'000);
const ElfW(Dyn) kLinked[] = {{DT_NEEDED, {1}}, {DT_NULL, {0}}};
const ElfW(Dyn) kAlone[] = {{DT_NULL, {0}}};

}  // namespace

TEST_CASE("elf: a program that no loader was asked for is statically linked") {
    CHECK(way_of("", {kCode}) == Way::statically_linked);
    CHECK(way_of("", {kCode, dynamic(kAlone)}) == Way::statically_linked);
    CHECK(way_of("", {segment(PT_INTERP, PF_R, 28), kCode, dynamic(kLinked)}) == Way::redirected);
}

TEST_CASE("elf: libraries that need no other and have code bring their own runtime") {
    CHECK(way_of("/opt/ext.so", {kCode, dynamic(kAlone)}) == Way::without_libc);
    CHECK(way_of("/opt/ext.so", {kCode, dynamic(kLinked)}) == Way::redirected);
    CHECK(way_of("/opt/tables.so", {segment(PT_LOAD, PF_R | PF_X, 261), dynamic(kAlone)}) == Way::redirected);
    CHECK(way_of("linux-vdso.so.1", {kCode, dynamic(kAlone)}) == Way::redirected);
}

TEST_CASE("elf: debuggers are left alone") {
    CHECK(way_of("/usr/lib/php/xdebug.so", {kCode, dynamic(kLinked)}) == Way::debugger);
}
