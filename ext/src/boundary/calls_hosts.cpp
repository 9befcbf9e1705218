#include <arpa/inet.h>
#include <cerrno>
#include <string>
#include <vector>

#include "boundary/calls.h"
#include "boundary/gate.h"
#include "boundary/host_entry.h"
#include "boundary/names.h"

namespace tern::boundary::calls {

namespace {

#ifdef NETDB_INTERNAL
constexpr int kSeeErrno = NETDB_INTERNAL;
#else
constexpr int kSeeErrno = -1;  // musl has no name for it
#endif

// The host to look up: by a name, or by the bytes of an address.
struct HostQuery {
    enum class By : uint8_t { name, name_and_family, address };

    By by;
    std::string key;
    int family = 0;
};

class HostCall final : public coro::AwaitedJob {
public:
    explicit HostCall(HostQuery query) noexcept : query_(std::move(query)) {}
    const hostent* found() const noexcept { return found_; }
    bool succeeded() const noexcept { return found_ != nullptr; }
    // Empty: the lookup is for an address.
    Bytes name() const noexcept { return query_.by == HostQuery::By::address ? Bytes() : Bytes(query_.key); }
    int result() const noexcept { return result_; }       // the result of the functions with _r
    int host_error() const noexcept { return h_error_; }  // for h_errno

private:
    static constexpr size_t kMostBytes = 1 << 20;
    void work() noexcept override;
    int ask() noexcept;

    HostQuery query_;
    std::vector<char> buffer_;
    hostent entry_{};
    hostent* found_ = nullptr;
    int result_ = 0;
    int h_error_ = 0;
};

void HostCall::work() noexcept {
    for (size_t room = 1024; room <= kMostBytes; room *= 2) {
        buffer_.resize(room);
        result_ = ask();
        if (result_ != ERANGE) return;
    }
}

int HostCall::ask() noexcept {
    const char* key = query_.key.c_str();
    char* buffer = buffer_.data();
    switch (query_.by) {
        case HostQuery::By::name: return ::gethostbyname_r(key, &entry_, buffer, buffer_.size(), &found_, &h_error_);
        case HostQuery::By::name_and_family:
            return ::gethostbyname2_r(key, query_.family, &entry_, buffer, buffer_.size(), &found_, &h_error_);
        case HostQuery::By::address: break;
    }
    return ::gethostbyaddr_r(key, static_cast<socklen_t>(query_.key.size()), query_.family, &entry_, buffer,
                             buffer_.size(), &found_, &h_error_);
}

Boundary* gate_of_name(const char* name) noexcept {
    Boundary* boundary = gate(kNames);
    return boundary == nullptr || name == nullptr || is_address(name) ? nullptr : boundary;
}

std::string bytes_of(const void* address, socklen_t length) { return {static_cast<const char*>(address), length}; }

// The memory of functions that return a static result, valid until the next call. There is one for the process, as in
// libc: only one thread comes here.
struct Answer {
    hostent entry{};
    std::vector<char> memory;
};

hostent* answer_with(const hostent& found) noexcept {
    static Answer answer;
    answer.memory.resize(bytes_of_host(found));
    copy_host(found, answer.entry, answer.memory.data());
    return &answer.entry;
}

template <class Real>
hostent* look_up(Boundary& boundary, HostQuery query, Real real) {
    auto call = std::make_unique<HostCall>(std::move(query));
    const Next next = wait_lookup(boundary, call->name(), call);
    if (next == Next::block) return real();
    h_errno = next == Next::fail ? TRY_AGAIN : call->host_error();
    if (next == Next::fail || call->found() == nullptr) return nullptr;
    return answer_with(*call->found());
}

// The caller's memory for an answer.
struct Into {
    hostent* entry;
    char* buffer;
    size_t room;
    hostent** found;
    int* error;
};

// PHP returns the same entry each time and frees the buffer of the call before, so an overtaken call has none any more.
uint64_t calls_begun = 0;

int fail(const Into& into, int host_error, int result) noexcept {
    *into.found = nullptr;
    *into.error = host_error;
    return result;
}

template <class Real>
int look_up_into(Boundary& boundary, HostQuery query, const Into& into, Real real) {
    const uint64_t own = calls_begun;
    auto call = std::make_unique<HostCall>(std::move(query));
    const Next next = wait_lookup(boundary, call->name(), call);
    if (next == Next::block) return real();
    if (next == Next::fail) return fail(into, TRY_AGAIN, EAGAIN);
    if (call->found() == nullptr) {
        errno = call->result();
        return fail(into, call->host_error(), call->result());
    }
    if (own != calls_begun) {
        *into.entry = *answer_with(*call->found());
        *into.found = into.entry;
        *into.error = call->host_error();
        return 0;
    }
    if (bytes_of_host(*call->found()) > into.room) {
        errno = ERANGE;
        return fail(into, kSeeErrno, ERANGE);
    }
    copy_host(*call->found(), *into.entry, into.buffer);
    *into.found = into.entry;
    *into.error = call->host_error();
    return 0;
}

}  // namespace

hostent* gethostbyname(const char* name) {
    Boundary* boundary = gate_of_name(name);
    if (boundary == nullptr) return ::gethostbyname(name);
    return look_up(*boundary, {HostQuery::By::name, name}, [=] { return ::gethostbyname(name); });
}

hostent* gethostbyname2(const char* name, int family) {
    Boundary* boundary = gate_of_name(name);
    if (boundary == nullptr) return ::gethostbyname2(name, family);
    return look_up(*boundary, {HostQuery::By::name_and_family, name, family},
                   [=] { return ::gethostbyname2(name, family); });
}

hostent* gethostbyaddr(const void* address, socklen_t length, int family) {
    Boundary* boundary = gate(kNames);
    if (boundary == nullptr) return ::gethostbyaddr(address, length, family);
    return look_up(*boundary, {HostQuery::By::address, bytes_of(address, length), family},
                   [=] { return ::gethostbyaddr(address, length, family); });
}

int gethostbyname_r(const char* name, hostent* into, char* buffer, size_t room, hostent** found, int* error) {
    if (of_thread != nullptr) ++calls_begun;
    Boundary* boundary = gate_of_name(name);
    if (boundary == nullptr) return ::gethostbyname_r(name, into, buffer, room, found, error);
    return look_up_into(*boundary, {HostQuery::By::name, name}, {into, buffer, room, found, error},
                        [=] { return ::gethostbyname_r(name, into, buffer, room, found, error); });
}

int gethostbyname2_r(const char* name, int family, hostent* into, char* buffer, size_t room, hostent** found,
                     int* error) {
    if (of_thread != nullptr) ++calls_begun;
    Boundary* boundary = gate_of_name(name);
    if (boundary == nullptr) return ::gethostbyname2_r(name, family, into, buffer, room, found, error);
    return look_up_into(*boundary, {HostQuery::By::name_and_family, name, family}, {into, buffer, room, found, error},
                        [=] { return ::gethostbyname2_r(name, family, into, buffer, room, found, error); });
}

int gethostbyaddr_r(const void* address, socklen_t length, int family, hostent* into, char* buffer, size_t room,
                    hostent** found, int* error) {
    if (of_thread != nullptr) ++calls_begun;
    Boundary* boundary = gate(kNames);
    if (boundary == nullptr) return ::gethostbyaddr_r(address, length, family, into, buffer, room, found, error);
    return look_up_into(*boundary, {HostQuery::By::address, bytes_of(address, length), family},
                        {into, buffer, room, found, error},
                        [=] { return ::gethostbyaddr_r(address, length, family, into, buffer, room, found, error); });
}

}  // namespace tern::boundary::calls
