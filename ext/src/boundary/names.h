// Names of hosts to addresses, as the system's resolver knows them (/etc/hosts and nsswitch.conf included).
#pragma once

#include <netinet/in.h>
#include <string>
#include <vector>

#include "coro/offloaded.h"

namespace tern::boundary {

// What to ask for: the arguments of getaddrinfo(). The family is AF_INET or AF_INET6.
struct NameQuery {
    std::string name;
    std::string service;
    int family = AF_INET;
    int socket_type = SOCK_STREAM;
    int protocol = 0;
};

struct HostAddress {
    char text[INET6_ADDRSTRLEN];
};

inline constexpr size_t kMostAddresses = 256;

// Not a name: looking it up asks nobody.
bool is_address(const char* text) noexcept;

// At least one. Addresses are answered at once, names by a thread. dns_resolve_failed, dns_resolve_timed_out,
// coroutine_canceled. Suspends.
Result<std::vector<HostAddress>> resolve(coro::Scheduler& scheduler, loop::Offload& offload, NameQuery query,
                                         coro::Deadline until) noexcept;
// The same outside of coroutines, for as long as the system's resolver takes.
Result<std::vector<HostAddress>> resolve_blocking(NameQuery query) noexcept;

}  // namespace tern::boundary
