#include "boundary/host_entry.h"

#include <cstdint>
#include <cstring>

namespace tern::boundary {

namespace {

size_t count(char* const* list) noexcept {
    size_t n = 0;
    while (list != nullptr && list[n] != nullptr) ++n;
    return n;
}

char* put(char*& at, const char* data, size_t bytes) noexcept {
    char* begin = at;
    std::memcpy(begin, data, bytes);
    at += bytes;
    return begin;
}

}  // namespace

size_t bytes_of_host(const hostent& host) noexcept {
    const size_t aliases = count(host.h_aliases);
    const size_t addresses = count(host.h_addr_list);
    size_t bytes = alignof(char*) + (aliases + addresses + 2) * sizeof(char*);
    bytes += std::strlen(host.h_name) + 1 + addresses * static_cast<size_t>(host.h_length);
    for (size_t i = 0; i < aliases; ++i) bytes += std::strlen(host.h_aliases[i]) + 1;
    return bytes;
}

// First the lists, then the addresses, as both need alignment; then the names.
void copy_host(const hostent& from, hostent& into, char* buffer) noexcept {
    const size_t aliases = count(from.h_aliases);
    const size_t addresses = count(from.h_addr_list);
    const auto misplaced = reinterpret_cast<uintptr_t>(buffer) % alignof(char*);
    char* start = misplaced == 0 ? buffer : buffer + (alignof(char*) - misplaced);
    auto* lists = reinterpret_cast<char**>(start);
    into = from;
    into.h_addr_list = lists;
    into.h_aliases = lists + addresses + 1;
    char* at = reinterpret_cast<char*>(into.h_aliases + aliases + 1);
    for (size_t i = 0; i < addresses; ++i) {
        into.h_addr_list[i] = put(at, from.h_addr_list[i], static_cast<size_t>(from.h_length));
    }
    for (size_t i = 0; i < aliases; ++i) {
        into.h_aliases[i] = put(at, from.h_aliases[i], std::strlen(from.h_aliases[i]) + 1);
    }
    into.h_addr_list[addresses] = nullptr;
    into.h_aliases[aliases] = nullptr;
    into.h_name = put(at, from.h_name, std::strlen(from.h_name) + 1);
}

}  // namespace tern::boundary
