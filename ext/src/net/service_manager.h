// The service manager that started this process, if there is one: receives notifications (sd_notify(3)) and passes
// listening sockets (sd_listen_fds(3)). In an upgrade the sockets come from the server before this one. systemd
// documents both protocols for reimplementation, and they are short, so its library is not needed.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/fd.h"
#include "net/address.h"
#include "net/listener.h"

namespace tern::net {

class ServiceManager {
public:
    ServiceManager() = default;
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

    // Reads the environment, if it is meant for this process, and takes over the sockets. Call it once, before the
    // fork.
    void look() noexcept;

    // True before look(), if there are sockets to take over.
    static bool passes_sockets() noexcept;
    // look() takes over this socket, too, as one that a service manager has opened: its path is not removed.
    static void pass_socket(int fd) noexcept;

    // Sends a notification like "READY=1". Does nothing without a service manager. Never waits.
    void notify(Bytes state) noexcept;
    // Reports that a reload begins; READY=1 ends it.
    void notify_reloading() noexcept;
    // The interval in which it expects a sign of life; 0: none.
    int64_t watchdog_ms() const noexcept { return watchdog_ms_; }

    // Adds a socket of the server before this one, in an upgrade. `any_port`: it is for a port with the number 0.
    // `is_managed`: a service manager has opened it.
    void add(Fd fd, bool is_managed, bool any_port) noexcept;
    // Reports that an upgrade begins; READY=1 ends it. `tern supervise` has to know the process of the new server.
    void notify_successor(pid_t pid) noexcept;
    // Only successors are reported from now on: another process is the service's main process.
    void leave() noexcept;

    // Takes the listening socket of that address and kind (SOCK_*), or the one of all addresses with its port. Not
    // open: there is none.
    Listener take_socket(const Address& address, int type) noexcept;
    // The addresses of the service manager's sockets that were not taken.
    std::vector<std::string> left_over() const { return left_over(true); }
    // Closes the sockets of the server before this one that were not taken, removes their paths, and returns their
    // addresses. Call it when that server does not need them any more.
    std::vector<std::string> close_left_over();
    // For a forked child.
    void leave_in_child() noexcept;

private:
    struct Given {
        Fd fd;
        Address address;
        int type = 0;
        bool is_managed = true;
        bool any_port = false;
    };
    std::vector<std::string> left_over(bool is_managed) const;
    static bool suits(const Given& given, const Address& address, int type) noexcept;
    Given* take_over(Fd fd) noexcept;

    void send(Bytes state) noexcept;

    Address notify_to_;  // size 0: there is no service manager
    bool has_left_ = false;
    int64_t watchdog_ms_ = 0;
    std::vector<Given> given_;
};

}  // namespace tern::net
