#include "net/service_manager.h"

#include <arpa/inet.h>
#include <array>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace tern;
using namespace tern::net;

namespace {

// Sets a variable, and takes it back.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { ::unsetenv(name_); }

private:
    const char* name_;
};

std::string take(int fd) {
    std::array<char, 512> text;
    const ssize_t size = ::recv(fd, text.data(), text.size(), MSG_DONTWAIT);
    return size < 0 ? "nothing" : std::string(text.data(), static_cast<size_t>(size));
}

}  // namespace

TEST_CASE("service manager: without one nothing is told, and nothing is there") {
    ServiceManager manager;
    manager.look();
    manager.notify("READY=1");
    CHECK(manager.watchdog_ms() == 0);
    CHECK(!manager.take_socket(Address::ip(AF_INET, "127.0.0.1", 80).value(), SOCK_STREAM).is_open());
    CHECK(manager.left_over().empty());
}

TEST_CASE("service manager: hears from us, by a path or an abstract name") {
    const Fd hears(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const std::string unique = "tern-unit-" + std::to_string(getpid());
    const std::string path = (std::filesystem::temp_directory_path() / unique).string();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::string name;
    socklen_t size = sizeof address;
    SUBCASE("path") {
        name = path;
        std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    }
    SUBCASE("abstract") {
        name = '@' + unique;
        std::memcpy(address.sun_path + 1, unique.data(), unique.size());
        size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + unique.size());
    }
    REQUIRE(::bind(hears.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    const Variable where("NOTIFY_SOCKET", name);
    ServiceManager manager;
    manager.look();
    manager.notify("READY=1");
    CHECK(take(hears.get()) == "READY=1");
    manager.notify_reloading();
    CHECK(take(hears.get()).starts_with("RELOADING=1\nMONOTONIC_USEC="));
    ::unlink(path.c_str());
}

TEST_CASE("service manager: the watchdog's time is for one process") {
    const Variable time("WATCHDOG_USEC", "4000000");
    SUBCASE("anyone") {
        ServiceManager manager;
        manager.look();
        CHECK(manager.watchdog_ms() == 4000);
    }
    SUBCASE("this one") {
        const Variable pid("WATCHDOG_PID", std::to_string(getpid()));
        ServiceManager manager;
        manager.look();
        CHECK(manager.watchdog_ms() == 4000);
    }
    SUBCASE("another one") {
        const Variable pid("WATCHDOG_PID", "1");
        ServiceManager manager;
        manager.look();
        CHECK(manager.watchdog_ms() == 0);
    }
    SUBCASE("nonsense") {
        const Variable other("WATCHDOG_USEC", "often");
        ServiceManager manager;
        manager.look();
        CHECK(manager.watchdog_ms() == 0);
    }
}

TEST_CASE("service manager: sockets of another process are left alone") {
    const Variable pid("LISTEN_PID", "1");
    const Variable count("LISTEN_FDS", "1");
    ServiceManager manager;
    manager.look();
    CHECK(manager.left_over().empty());
    CHECK(std::getenv("LISTEN_FDS") != nullptr);
}

TEST_CASE("service manager: sockets of the server before this one") {
    const Address any = Address::ip(AF_INET, "127.0.0.1", 0).value();
    Result<Listener> one = Listener::open(any, {});
    REQUIRE(one.ok());
    const Address known = one.value().address();
    ServiceManager manager;
    SUBCASE("by the same address") {
        manager.add(Fd(dup(one.value().fd())), false, false);
        CHECK(!manager.take_socket(any, SOCK_STREAM).is_open());
        const Listener taken = manager.take_socket(known, SOCK_STREAM);
        CHECK(taken.is_open());
        CHECK(!taken.adopted());
    }
    SUBCASE("by port 0") {
        manager.add(Fd(dup(one.value().fd())), false, true);
        CHECK(manager.take_socket(any, SOCK_STREAM).address().port() == known.port());
    }
    SUBCASE("of a service manager") {
        manager.add(Fd(dup(one.value().fd())), true, false);
        CHECK(manager.take_socket(known, SOCK_STREAM).adopted());
    }
    SUBCASE("that are not used") {
        manager.add(Fd(dup(one.value().fd())), false, false);
        CHECK(manager.left_over().empty());
        CHECK(manager.close_left_over() == std::vector{"127.0.0.1:" + std::to_string(known.port())});
        CHECK(!manager.take_socket(known, SOCK_STREAM).is_open());
    }
}

TEST_CASE("service manager: a socket that this process has opened itself") {
    Result<Listener> one = Listener::open(Address::ip(AF_INET, "127.0.0.1", 0).value(), {});
    REQUIRE(one.ok());
    const Address known = one.value().address();
    const int passed = dup(one.value().fd());
    REQUIRE(passed >= 0);
    CHECK(!ServiceManager::passes_sockets());
    ServiceManager::pass_socket(passed);
    CHECK(ServiceManager::passes_sockets());
    ServiceManager manager;
    manager.look();
    CHECK(!ServiceManager::passes_sockets());  // another one does not take it over, too
    CHECK((::fcntl(passed, F_GETFD) & FD_CLOEXEC) != 0);
    const Listener taken = manager.take_socket(known, SOCK_STREAM);
    CHECK(taken.fd() == passed);
    CHECK(taken.adopted());  // so its path would stay
    CHECK(manager.left_over().empty());
}

TEST_CASE("service manager: what is passed and is no socket stays open") {
    const int passed = dup(STDERR_FILENO);
    REQUIRE(passed >= 0);
    ServiceManager::pass_socket(passed);
    ServiceManager manager;
    manager.look();
    CHECK(manager.left_over().empty());
    CHECK(::fcntl(passed, F_GETFD) >= 0);
    ::close(passed);
}
