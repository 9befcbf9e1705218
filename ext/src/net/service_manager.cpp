#include "net/service_manager.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"

namespace tern::net {

namespace {

constexpr int kFirstSocket = 3;  // SD_LISTEN_FDS_START
constexpr int kMostSockets = 1024;

Bytes environment(const char* name) noexcept {
    const char* value = std::getenv(name);
    return value == nullptr ? Bytes() : Bytes(value);
}

// -1: the variable is missing, or no number.
int64_t number_of(const char* name) noexcept {
    const Bytes text = environment(name);
    int64_t number = -1;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    return end.ptr == text.data() + text.size() && !text.empty() ? number : -1;
}

bool meant_for_us(const char* name) noexcept {
    const int64_t pid = number_of(name);
    return pid == getpid();
}

// Parses a path or, with '@', an abstract name.
Address notify_address(Bytes name) noexcept {
    Address address;
    auto& unix_address = reinterpret_cast<sockaddr_un&>(address.storage);
    if (name.size() < 2 || name.size() >= sizeof unix_address.sun_path || (name[0] != '/' && name[0] != '@')) return {};
    unix_address.sun_family = AF_UNIX;
    std::memcpy(unix_address.sun_path, name.data(), name.size());
    if (name[0] == '@') unix_address.sun_path[0] = '\0';
    address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    return address;
}

std::string reloading() { return "RELOADING=1\nMONOTONIC_USEC=" + std::to_string(monotonic_us()); }

// The wildcards of both families are the same: an IPv6 socket also accepts IPv4, unless that was turned off.
bool same_host(const Address& one, const Address& other) noexcept {
    if (one.is_wildcard() && other.is_wildcard()) return true;
    return one.family() == other.family() && one.text() == other.text();
}

}  // namespace

namespace {

// Of this process before it serves: there is no ServiceManager yet.
std::vector<int>& passed_sockets() noexcept {
    static std::vector<int> numbers;
    return numbers;
}

}  // namespace

bool ServiceManager::passes_sockets() noexcept { return !passed_sockets().empty() || meant_for_us("LISTEN_PID"); }

void ServiceManager::pass_socket(int fd) noexcept { passed_sockets().push_back(fd); }

void ServiceManager::look() noexcept {
    notify_to_ = notify_address(environment("NOTIFY_SOCKET"));
    const bool watched = environment("WATCHDOG_PID").empty() || meant_for_us("WATCHDOG_PID");
    if (watched) watchdog_ms_ = std::max<int64_t>(number_of("WATCHDOG_USEC"), 0) / 1000;
    for (const int fd : passed_sockets()) (void)take_over(Fd(fd));
    passed_sockets().clear();
    if (!meant_for_us("LISTEN_PID")) return;
    const int64_t count = std::min<int64_t>(number_of("LISTEN_FDS"), kMostSockets);
    for (int i = 0; i < count; ++i) (void)take_over(Fd(kFirstSocket + i));
    (void)::unsetenv("LISTEN_PID");  // children must not see them
    (void)::unsetenv("LISTEN_FDS");
    (void)::unsetenv("LISTEN_FDNAMES");
}

// Null: it is no socket, so it is not closed here.
ServiceManager::Given* ServiceManager::take_over(Fd fd) noexcept {
    Given given;
    given.fd = std::move(fd);
    const int number = given.fd.get();
    socklen_t size = sizeof given.type;
    given.address.size = sizeof given.address.storage;
    const bool is_socket = ::getsockopt(number, SOL_SOCKET, SO_TYPE, &given.type, &size) == 0 &&
                           ::getsockname(number, given.address.raw(), &given.address.size) == 0;
    const int flags = ::fcntl(number, F_GETFL);
    if (!is_socket || flags < 0 || ::fcntl(number, F_SETFD, FD_CLOEXEC) < 0 ||
        ::fcntl(number, F_SETFL, flags | O_NONBLOCK) < 0) {
        given.fd.release();
        return nullptr;
    }
    given_.push_back(std::move(given));
    return &given_.back();
}

void ServiceManager::add(Fd fd, bool is_managed, bool any_port) noexcept {
    Given* given = take_over(std::move(fd));
    if (given == nullptr) return;
    given->is_managed = is_managed;
    given->any_port = any_port;
}

void ServiceManager::leave() noexcept {
    has_left_ = true;
    watchdog_ms_ = 0;
}

void ServiceManager::notify(Bytes state) noexcept {
    if (!has_left_) send(state);
}

void ServiceManager::notify_successor(pid_t pid) noexcept {
    std::string state = "X_TERN_SUCCESSOR=" + std::to_string(pid);
    if (!has_left_) state = reloading() + "\n" + state;
    send(state);
}

void ServiceManager::send(Bytes state) noexcept {
    if (notify_to_.size == 0) return;
    const Fd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    (void)::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT, notify_to_.raw(),
                   notify_to_.size);
}

void ServiceManager::notify_reloading() noexcept { notify(reloading()); }

bool ServiceManager::suits(const Given& given, const Address& address, int type) noexcept {
    if (given.type != type || !given.fd.open() || !same_host(given.address, address)) return false;
    return given.address.port() == address.port() || (given.any_port && address.port() == 0);
}

Listener ServiceManager::take_socket(const Address& address, int type) noexcept {
    for (Given& given : given_) {
        if (!suits(given, address, type)) continue;
        Result<Listener> taken =
            given.is_managed ? Listener::adopt(std::move(given.fd)) : Listener::inherit(std::move(given.fd));
        if (taken.ok()) return std::move(taken.value());
    }
    return {};
}

std::vector<std::string> ServiceManager::left_over(bool is_managed) const {
    std::vector<std::string> places;
    for (const Given& given : given_) {
        if (!given.fd.open() || given.is_managed != is_managed) continue;
        const uint16_t port = given.address.port();
        places.push_back(given.address.text() + (port == 0 ? std::string() : ':' + std::to_string(port)));
    }
    return places;
}

std::vector<std::string> ServiceManager::close_left_over() {
    std::vector<std::string> places = left_over(false);
    for (const Given& given : given_) {
        const bool has_path = given.fd.open() && !given.is_managed && given.address.family() == AF_UNIX;
        if (has_path) (void)::unlink(given.address.text().c_str());
    }
    leave_in_child();
    return places;
}

void ServiceManager::leave_in_child() noexcept {
    std::erase_if(given_, [](const Given& given) { return !given.is_managed; });
}

}  // namespace tern::net
