#include "boundary/names.h"

#include <arpa/inet.h>
#include <charconv>
#include <cstring>
#include <netdb.h>
#include <resolv.h>

#include "base/clock.h"
#include "boundary/name_cache.h"
#include "coro/io_observer.h"

namespace tern::boundary {

namespace {

class NameLookup final : public coro::AwaitedJob {
public:
    explicit NameLookup(NameQuery query) noexcept : query_(std::move(query)) {}
    void look_up() noexcept;
    std::vector<HostAddress>& addresses() noexcept { return addresses_; }

private:
    void work() noexcept override { look_up(); }
    void add(const addrinfo& found) noexcept;

    NameQuery query_;
    std::vector<HostAddress> addresses_;
};

// The C library has name servers for each thread (resolver(3)). That of musl knows none but the system's.
void use_server(const sockaddr_in& server) noexcept {
    thread_local sockaddr_in used{};
    if (std::memcmp(&used, &server, sizeof used) == 0 || res_init() != 0) return;
    used = server;
    if (server.sin_family != AF_INET) return;
    _res.nsaddr_list[0] = server;
    _res.nscount = 1;
}

void NameLookup::look_up() noexcept {
    use_server(query_.server);
    addrinfo hints{};
    hints.ai_family = query_.family;
    hints.ai_socktype = query_.socket_type;
    hints.ai_protocol = query_.protocol;
    addrinfo* list = nullptr;
    const char* service = query_.service.empty() ? nullptr : query_.service.c_str();
    if (getaddrinfo(query_.name.c_str(), service, &hints, &list) != 0) return;
    for (const addrinfo* one = list; one != nullptr && addresses_.size() < kMostAddresses; one = one->ai_next)
        add(*one);
    freeaddrinfo(list);
}

void NameLookup::add(const addrinfo& found) noexcept {
    const void* address = nullptr;
    if (found.ai_family == AF_INET) address = &reinterpret_cast<const sockaddr_in*>(found.ai_addr)->sin_addr;
    if (found.ai_family == AF_INET6) address = &reinterpret_cast<const sockaddr_in6*>(found.ai_addr)->sin6_addr;
    HostAddress row{};
    if (address == nullptr || inet_ntop(found.ai_family, address, row.text, sizeof row.text) == nullptr) return;
    addresses_.push_back(row);
}

bool parse_address(const NameQuery& query, HostAddress& into) noexcept {
    in6_addr binary{};
    return inet_pton(query.family, query.name.c_str(), &binary) == 1 &&
           inet_ntop(query.family, &binary, into.text, sizeof into.text) != nullptr;
}

bool may_be_name(const std::string& text) noexcept {
    return !text.empty() && text.size() < NI_MAXHOST && !is_address(text.c_str());
}

}  // namespace

sockaddr_in name_server(const std::string& text) noexcept {
    constexpr uint16_t kUsualPort = 53;
    const size_t colon = std::min(text.find(':'), text.size());
    sockaddr_in server{};
    uint16_t port = kUsualPort;
    const char* end = text.data() + text.size();
    const bool has_port = colon < text.size();
    const auto read = std::from_chars(text.data() + colon + (has_port ? 1 : 0), end, port);
    const bool is_good = !has_port || (read.ec == std::errc() && read.ptr == end && port > 0);
    if (!is_good || inet_pton(AF_INET, text.substr(0, colon).c_str(), &server.sin_addr) != 1) return {};
    server.sin_family = AF_INET;
    server.sin_port = htons(port);
    return server;
}

bool is_address(const char* text) noexcept {
    in6_addr binary{};
    return inet_pton(AF_INET, text, &binary) == 1 || inet_pton(AF_INET6, text, &binary) == 1;
}

Result<std::vector<HostAddress>> resolve(coro::Scheduler& scheduler, loop::Offload& offload, NameCache& cache,
                                         NameQuery query, coro::Deadline until) noexcept {
    HostAddress numeric{};
    if (parse_address(query, numeric)) return std::vector<HostAddress>{numeric};
    if (!may_be_name(query.name)) return Error::dns_resolve_failed;
    if (const auto* known = cache.find(query, monotonic_ms())) return *known;
    coro::IoObserver* observer = scheduler.current()->observer();
    if (observer != nullptr) [[unlikely]]
        observer->on_lookup(query.name);
    auto job = coro::await_job(scheduler, offload, std::make_unique<NameLookup>(query), until, coro::Wait::name);
    if (observer != nullptr) [[unlikely]]
        observer->on_looked_up(job.ok() && !job.value()->addresses().empty());
    if (!job.ok()) return job.error() == Error::timed_out ? Error::dns_resolve_timed_out : job.error();
    if (job.value()->addresses().empty()) return Error::dns_resolve_failed;
    cache.add(query, job.value()->addresses(), monotonic_ms());
    return std::move(job.value()->addresses());
}

Result<std::vector<HostAddress>> resolve_blocking(NameQuery query) noexcept {
    HostAddress numeric{};
    if (parse_address(query, numeric)) return std::vector<HostAddress>{numeric};
    if (!may_be_name(query.name)) return Error::dns_resolve_failed;
    NameLookup lookup(std::move(query));
    lookup.look_up();
    if (lookup.addresses().empty()) return Error::dns_resolve_failed;
    return std::move(lookup.addresses());
}

}  // namespace tern::boundary
