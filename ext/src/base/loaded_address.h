// Which variable a small function of another program returns. Some programs export the function and not the variable.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tern {

// Of a function for x86-64 whose first instruction that matters loads a byte from an address relative to itself.
// 0: the function is not such a one.
uintptr_t loaded_address_x86_64(const unsigned char* code) noexcept;

// The same for arm64, where the address is a page and an offset.
uintptr_t loaded_address_arm64(const unsigned char* code) noexcept;

// The same for the processor that this runs on. Reads the code of the function.
uintptr_t loaded_address(bool (*function)()) noexcept;

}  // namespace tern
