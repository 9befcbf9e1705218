// The groups of calls that programs can switch: the published SWOOLE_HOOK_* bits.
//
// A libc call does not know which extension makes it. So a client library with a bit of its own (curl,
// PostgreSQL, TLS, ...) has TCP or unix sockets here. The bits for kinds of sockets decide. If none of them is set,
// each of the other bits makes such sockets cooperative.
#pragma once

#include <cstdint>

namespace tern::boundary {

using Groups = uint32_t;

inline constexpr Groups kTcp = 1U << 1;
inline constexpr Groups kUdp = 1U << 2;
inline constexpr Groups kUnix = 1U << 3;
inline constexpr Groups kUdg = 1U << 4;
inline constexpr Groups kSsl = 1U << 5;
inline constexpr Groups kTls = 1U << 6;
inline constexpr Groups kStreamFunction = 1U << 7;
inline constexpr Groups kFile = 1U << 8;
inline constexpr Groups kSleep = 1U << 9;
inline constexpr Groups kProc = 1U << 10;
inline constexpr Groups kBlockingFunction = 1U << 13;
inline constexpr Groups kSockets = 1U << 14;
inline constexpr Groups kStdio = 1U << 15;
inline constexpr Groups kNetFunction = 1U << 21;
// CURL, NATIVE_CURL, PDO_PGSQL, PDO_ODBC, PDO_ORACLE, PDO_FIREBIRD, MONGODB
inline constexpr Groups kClients = 1U << 11 | 1U << 12 | 1U << 16 | 1U << 17 | 1U << 18 | 1U << 20 | 1U << 22;

// No flag of programs but the option hook_files: regular files, in PHP itself.
inline constexpr Groups kRegularFile = 1U << 31;

inline constexpr Groups kEverySocket = kTcp | kUdp | kUnix | kUdg;
inline constexpr Groups kAnyDescriptor = kEverySocket | kStreamFunction | kStdio | kProc;
inline constexpr Groups kChild = kProc | kStdio | kBlockingFunction;
inline constexpr Groups kNames = kNetFunction | kBlockingFunction;

// Converts the flags of programs.
constexpr Groups groups_of_flags(uint32_t flags) noexcept {
    if ((flags & kEverySocket) != 0) return flags;
    if ((flags & kSockets) != 0) return flags | kEverySocket | kStreamFunction;
    return (flags & (kClients | kSsl | kTls)) != 0 ? flags | kTcp | kUnix : flags;
}

// The kind of a socket; 0: the descriptor is no socket.
Groups groups_of_socket(int fd) noexcept;

}  // namespace tern::boundary
