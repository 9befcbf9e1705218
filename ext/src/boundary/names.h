// Resolves host names, with the system's resolver (which uses /etc/hosts and nsswitch.conf).
#pragma once

#include <netinet/in.h>
#include <string>
#include <vector>

#include "coro/offloaded.h"

namespace tern::boundary {

// The arguments of getaddrinfo(). The family is AF_INET or AF_INET6.
struct NameQuery {
    std::string name;
    std::string service;
    int family = AF_INET;
    int socket_type = SOCK_STREAM;
    int protocol = 0;
    sockaddr_in server{};  // a name server; without a family: those of the system
};

struct HostAddress {
    char text[INET6_ADDRSTRLEN];
};

class NameCache;

inline constexpr size_t kMostAddresses = 256;

// "192.0.2.1" or "192.0.2.1:53". Without a family: it is neither.
sockaddr_in name_server(const std::string& text) noexcept;

// True: it is an address and needs no lookup.
bool is_address(const char* text) noexcept;

// Returns at least one address. Numeric ones are returned at once, names are looked up by a thread. dns_resolve_failed,
// dns_resolve_timed_out, coroutine_canceled. Suspends, unless the cache has the answer.
Result<std::vector<HostAddress>> resolve(coro::Scheduler& scheduler, loop::Offload& offload, NameCache& cache,
                                         NameQuery query, coro::Deadline until) noexcept;
// The same outside of coroutines; takes as long as the system's resolver.
Result<std::vector<HostAddress>> resolve_blocking(NameQuery query) noexcept;

}  // namespace tern::boundary
