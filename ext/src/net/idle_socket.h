// Checks an idle connection that a third-party library has made. A socket is identified by its descriptor and its
// inode, as descriptors are reused.
#pragma once

#include <cstdint>

namespace tern::net {

// 0: the descriptor is no socket.
int64_t name_socket(int fd) noexcept;

int descriptor_of(int64_t name) noexcept;

// True: it is the same socket, has nothing to read and has not ended. Only asks the kernel.
bool is_quiet(int64_t name) noexcept;

// True: it is another socket, or has ended and nothing is left to read. Only asks the kernel.
bool has_ended(int64_t name) noexcept;

}  // namespace tern::net
