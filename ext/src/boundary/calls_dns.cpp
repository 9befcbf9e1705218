#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <netinet/in.h>
#include <optional>
#include <resolv.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "boundary/calls.h"
#include "boundary/gate.h"
#include "boundary/names.h"

namespace tern::boundary::calls {

namespace {

class AddressCall final : public coro::AwaitedJob {
public:
    AddressCall(const char* name, const char* service, const addrinfo* hints) noexcept : name_(name) {
        if (service != nullptr) service_ = service;
        if (hints == nullptr) return;
        hints_.emplace();
        hints_->ai_flags = hints->ai_flags;
        hints_->ai_family = hints->ai_family;
        hints_->ai_socktype = hints->ai_socktype;
        hints_->ai_protocol = hints->ai_protocol;
    }
    ~AddressCall() override {
        if (list_ != nullptr) freeaddrinfo(list_);
    }
    bool succeeded() const noexcept { return result_ == 0; }
    // Returns the result of getaddrinfo(); the caller owns the list.
    int finish(addrinfo** list) noexcept {
        if (result_ == 0) *list = std::exchange(list_, nullptr);
        if (result_ == EAI_SYSTEM) errno = error_;
        return result_;
    }

private:
    void work() noexcept override {
        result_ =
            ::getaddrinfo(name_.c_str(), service_ ? service_->c_str() : nullptr, hints_ ? &*hints_ : nullptr, &list_);
        error_ = errno;
        if (result_ != 0) list_ = nullptr;
    }

    std::string name_;
    std::optional<std::string> service_;
    std::optional<addrinfo> hints_;
    addrinfo* list_ = nullptr;
    int result_ = 0;
    int error_ = 0;
};

class NameCall final : public coro::AwaitedJob {
public:
    NameCall(const sockaddr* address, socklen_t length, socklen_t name_room, socklen_t service_room, int flags) noexcept
        : length_(length),
          name_room_(std::min<socklen_t>(name_room, sizeof name_)),
          service_room_(std::min<socklen_t>(service_room, sizeof service_)),
          flags_(flags) {
        std::memcpy(&address_, address, length);
    }
    int finish(char* name, char* service) const noexcept {
        if (result_ == EAI_SYSTEM) errno = error_;
        if (result_ != 0) return result_;
        std::memcpy(name, name_, std::strlen(name_) + 1);
        if (service_room_ > 0) std::memcpy(service, service_, std::strlen(service_) + 1);
        return 0;
    }

private:
    void work() noexcept override {
        result_ = ::getnameinfo(reinterpret_cast<const sockaddr*>(&address_), length_, name_, name_room_,
                                service_room_ > 0 ? service_ : nullptr, service_room_, flags_);
        error_ = errno;
    }

    sockaddr_storage address_{};
    socklen_t length_;
    char name_[NI_MAXHOST] = {};
    char service_[NI_MAXSERV] = {};
    socklen_t name_room_;
    socklen_t service_room_;
    int flags_;
    int result_ = 0;
    int error_ = 0;
};

// The state of a resolver; the type's own name is a macro.
using State = std::remove_pointer_t<res_state>;

// The functions that query name servers. Systems have them in different libraries: old ones in one that only programs
// which use it have loaded, some not at all.
struct Resolver {
    using Init = int(State*);
    using Close = void(State*);
    using Ask = int(State*, const char*, int, int, unsigned char*, int);
    using AskState = int(const char*, int, int, unsigned char*, int);

    Init* init = find<Init>("__res_ninit", "res_ninit");
    Close* close = find<Close>("__res_nclose", "res_nclose");
    Ask* query = find<Ask>("res_nquery", "__res_nquery");
    Ask* search = find<Ask>("res_nsearch", "__res_nsearch");
    AskState* query_state = find<AskState>("res_query", "__res_query");
    AskState* search_state = find<AskState>("res_search", "__res_search");

    bool complete() const noexcept {
        return init != nullptr && close != nullptr && query != nullptr && search != nullptr;
    }

private:
    template <class Function>
    static Function* find(const char* name, const char* other) noexcept {
        void* found = dlsym(RTLD_DEFAULT, name);
        if (found == nullptr) found = dlsym(RTLD_DEFAULT, other);
        return reinterpret_cast<Function*>(found);
    }
};

const Resolver& resolver() noexcept {
    static const Resolver found;
    return found;
}

// The settings of a resolver that a program may have changed. Its sockets and memory are not copied: the program may
// close it before a thread has finished.
struct Settings {
    explicit Settings(const State& from) noexcept
        : retrans(from.retrans), retry(from.retry), options(from.options), ndots(from.ndots) {}
    void add_servers(const State& from) noexcept {
        count = std::clamp(from.nscount, 0, MAXNS);
        std::memcpy(servers, from.nsaddr_list, sizeof servers);
    }
    void apply(State& to) const noexcept {
        to.retrans = retrans;
        to.retry = retry;
        to.options = options;
        to.ndots = ndots & 15U;
        if (count == 0) return;
        to.nscount = count;
        std::memcpy(to.nsaddr_list, servers, sizeof servers);
    }

    int retrans;
    int retry;
    unsigned long options;
    unsigned ndots;
    int count = 0;  // 0: the system's servers
    sockaddr_in servers[MAXNS] = {};
};

class DnsCall final : public coro::AwaitedJob {
public:
    DnsCall(Resolver::Ask* ask, const char* name, int dns_class, int type, int room) noexcept
        : ask_(ask), name_(name), class_(dns_class), type_(type), answer_(static_cast<size_t>(room)) {}
    void use(const Settings& settings) noexcept { settings_ = settings; }
    int host_error() const noexcept { return h_error_; }
    // The answer may be longer than `answer` has room for.
    int finish(unsigned char* answer) const noexcept {
        if (result_ > 0) std::memcpy(answer, answer_.data(), std::min<size_t>(answer_.size(), result_));
        if (result_ < 0) errno = error_;
        return result_;
    }

private:
    void work() noexcept override {
        State state{};
        if (resolver().init(&state) != 0) {
            error_ = errno;
            return;
        }
        if (settings_) settings_->apply(state);
        h_errno = 0;
        result_ = ask_(&state, name_.c_str(), class_, type_, answer_.data(), static_cast<int>(answer_.size()));
        error_ = errno;
        h_error_ = h_errno;
        resolver().close(&state);
    }

    Resolver::Ask* ask_;
    std::string name_;
    int class_;
    int type_;
    std::vector<unsigned char> answer_;
    std::optional<Settings> settings_;
    int result_ = -1;
    int error_ = 0;
    int h_error_ = NO_RECOVERY;
};

bool has_begun(const State& state) noexcept { return (state.options & RES_INIT) != 0; }

Boundary* dns_gate(const char* name, int room) noexcept {
    Boundary* boundary = name == nullptr || room <= 0 ? nullptr : gate(kNames);
    return boundary == nullptr || !resolver().complete() ? nullptr : boundary;
}

// False: make the real call.
bool ask_on_thread(Boundary& boundary, std::unique_ptr<DnsCall> call, unsigned char* answer, int& result) {
    const Next next = wait_call(boundary, call);
    if (next == Next::block) return false;
    h_errno = next == Next::fail ? TRY_AGAIN : call->host_error();
    result = next == Next::fail ? -1 : call->finish(answer);
    return true;
}

// Uses the state of this thread, which follows the system's settings by itself.
int ask_with_state(Resolver::Ask* ask, Resolver::AskState* real, const char* name, int dns_class, int type,
                   unsigned char* answer, int room) {
    Boundary* boundary = dns_gate(name, room);
    if (boundary == nullptr) return real(name, dns_class, type, answer, room);
    auto call = std::make_unique<DnsCall>(ask, name, dns_class, type, room);
    if (has_begun(_res)) call->use(Settings(_res));
    int result = -1;
    const bool asked = ask_on_thread(*boundary, std::move(call), answer, result);
    return asked ? result : real(name, dns_class, type, answer, room);
}

int ask_with(void* state, Resolver::Ask* ask, const char* name, int dns_class, int type, unsigned char* answer,
             int room) {
    auto& given = *static_cast<State*>(state);
    Boundary* boundary = dns_gate(name, room);
    if (boundary == nullptr) return ask(&given, name, dns_class, type, answer, room);
    auto call = std::make_unique<DnsCall>(ask, name, dns_class, type, room);
    if (has_begun(given)) {
        Settings settings(given);
        settings.add_servers(given);
        call->use(settings);
    }
    int result = -1;
    if (!ask_on_thread(*boundary, std::move(call), answer, result)) {
        return ask(&given, name, dns_class, type, answer, room);
    }
    given.res_h_errno = h_errno;
    return result;
}

}  // namespace

int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** list) {
    const bool numeric = hints != nullptr && (hints->ai_flags & AI_NUMERICHOST) != 0;
    Boundary* boundary = name == nullptr || numeric ? nullptr : gate(kNames);
    if (boundary == nullptr || is_address(name)) return ::getaddrinfo(name, service, hints, list);
    auto call = std::make_unique<AddressCall>(name, service, hints);
    const Next next = wait_lookup(*boundary, name, call);
    if (next == Next::block) return ::getaddrinfo(name, service, hints, list);
    return next == Next::fail ? EAI_AGAIN : call->finish(list);
}

int getnameinfo(const sockaddr* address, socklen_t length, char* name, socklen_t name_room, char* service,
                socklen_t service_room, int flags) {
    const bool asks = name != nullptr && name_room > 0 && (flags & NI_NUMERICHOST) == 0;
    Boundary* boundary = asks && address != nullptr && length <= sizeof(sockaddr_storage) ? gate(kNames) : nullptr;
    const auto real = [=] { return ::getnameinfo(address, length, name, name_room, service, service_room, flags); };
    if (boundary == nullptr) return real();
    const socklen_t room = service == nullptr ? 0 : service_room;
    auto call = std::make_unique<NameCall>(address, length, name_room, room, flags);
    const Next next = wait_call(*boundary, call);
    if (next == Next::block) return real();
    return next == Next::fail ? EAI_AGAIN : call->finish(name, service);
}

int dns_query(const char* name, int dns_class, int type, unsigned char* answer, int room) {
    return ask_with_state(resolver().query, resolver().query_state, name, dns_class, type, answer, room);
}

int dns_search(const char* name, int dns_class, int type, unsigned char* answer, int room) {
    return ask_with_state(resolver().search, resolver().search_state, name, dns_class, type, answer, room);
}

int dns_nquery(void* state, const char* name, int dns_class, int type, unsigned char* answer, int room) {
    return ask_with(state, resolver().query, name, dns_class, type, answer, room);
}

int dns_nsearch(void* state, const char* name, int dns_class, int type, unsigned char* answer, int room) {
    return ask_with(state, resolver().search, name, dns_class, type, answer, room);
}

}  // namespace tern::boundary::calls
