// A host of the resolver with all that it points to, in one piece of memory.
#pragma once

#include <cstddef>
#include <netdb.h>

namespace tern::boundary {

// What a copy takes at most.
size_t bytes_of_host(const hostent& host) noexcept;
// `buffer` has room for bytes_of_host(from).
void copy_host(const hostent& from, hostent& into, char* buffer) noexcept;

}  // namespace tern::boundary
