// A connection that somebody else's library made and nobody uses now: is it still there? A socket is named by its
// descriptor and its inode, since descriptors are used again.
#pragma once

#include <cstdint>

namespace tern::net {

// 0: not a socket.
int64_t name_socket(int fd) noexcept;

int descriptor_of(int64_t name) noexcept;

// It is the same socket, and has neither bytes to read nor ended. Asks the kernel only.
bool is_quiet(int64_t name) noexcept;

}  // namespace tern::net
