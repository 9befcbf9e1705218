// A hostent with all that it points to, in one block of memory.
#pragma once

#include <cstddef>
#include <netdb.h>

namespace tern::boundary {

// The size of a copy, at most.
size_t bytes_of_host(const hostent& host) noexcept;
// `buffer` must have room for bytes_of_host(from).
void copy_host(const hostent& from, hostent& into, char* buffer) noexcept;

}  // namespace tern::boundary
