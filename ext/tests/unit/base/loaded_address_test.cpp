#include "base/loaded_address.h"

#include <cstring>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace tern;

namespace {

// A page of code, so addresses relative to a page can be checked.
struct Code {
    alignas(4096) unsigned char bytes[4096]{};

    explicit Code(std::initializer_list<unsigned char> code) { std::memcpy(bytes, code.begin(), code.size()); }
    explicit Code(std::initializer_list<uint32_t> code) { std::memcpy(bytes, code.begin(), code.size() * 4); }
    uintptr_t at(int64_t offset) const { return reinterpret_cast<uintptr_t>(bytes) + static_cast<uintptr_t>(offset); }
};

using Bytes86 = std::initializer_list<unsigned char>;
using Words = std::initializer_list<uint32_t>;

}  // namespace

TEST_CASE("loaded address: x86-64") {
    const Code plain(Bytes86{0x0f, 0xb6, 0x05, 0xd1, 0x81, 0x20, 0x00, 0xc3});
    CHECK(loaded_address_x86_64(plain.bytes) == plain.at(7 + 0x2081d1));
    const Code marked(Bytes86{0xf3, 0x0f, 0x1e, 0xfa, 0x0f, 0xb6, 0x05, 0xfe, 0xff, 0xff, 0xff, 0xc3});
    CHECK(loaded_address_x86_64(marked.bytes) == marked.at(11 - 2));
    const Code with_frame(Bytes86{0x55, 0x48, 0x89, 0xe5, 0x0f, 0xb6, 0x05, 0x00, 0x01, 0x00, 0x00, 0x5d, 0xc3});
    CHECK(loaded_address_x86_64(with_frame.bytes) == with_frame.at(11 + 0x100));
    const Code unoptimised(Bytes86{0x8a, 0x05, 0x10, 0x00, 0x00, 0x00, 0xc3});
    CHECK(loaded_address_x86_64(unoptimised.bytes) == unoptimised.at(6 + 0x10));
    const Code of_thread(Bytes86{0x64, 0x48, 0x8b, 0x04, 0x25, 0x00, 0x00, 0x00, 0x00, 0x0f, 0xb6, 0x00, 0xc3});
    CHECK(loaded_address_x86_64(of_thread.bytes) == 0);
}

TEST_CASE("loaded address: arm64") {
    const Code plain(Words{0xb0000100, 0x39422000, 0xd65f03c0});  // adrp x0, +0x21000; ldrb w0, [x0, #0x88]; ret
    CHECK(loaded_address_arm64(plain.bytes) == plain.at(0x21000 + 0x88));
    const Code backwards(Words{0xd503245f, 0xf0ffffe0, 0x39400400});  // bti c; adrp x0, -0x1000; ldrb w0, [x0, #1]
    CHECK(loaded_address_arm64(backwards.bytes) == backwards.at(-0x1000 + 1));
    const Code added(Words{0x90000001, 0x91004020, 0x39402000});  // adrp x1, +0; add x0, x1, #0x10; ldrb w0, [x0, #8]
    CHECK(loaded_address_arm64(added.bytes) == added.at(0x18));
    const Code of_table(Words{0xb0000100, 0xf9442000, 0x39400000});  // adrp; ldr x0, [x0, ...]: a pointer
    CHECK(loaded_address_arm64(of_table.bytes) == 0);
    const Code of_thread(Words{0xd53bd040, 0x39400000});  // mrs x0, tpidr_el0
    CHECK(loaded_address_arm64(of_thread.bytes) == 0);
}
