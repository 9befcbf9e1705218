// The service manager that started this process, if there is one: receives notifications (sd_notify(3)) and passes
// listening sockets (sd_listen_fds(3)). systemd documents both protocols for reimplementation, and they are short, so
// its library is not needed.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/fd.h"
#include "net/address.h"

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

    // Sends a notification like "READY=1". Does nothing without a service manager. Never waits.
    void notify(Bytes state) noexcept;
    // Reports that a reload begins; READY=1 ends it.
    void notify_reloading() noexcept;
    // The interval in which it expects a sign of life; 0: none.
    int64_t watchdog_ms() const noexcept { return watchdog_ms_; }

    // Takes the listening socket of that address and kind (SOCK_*), or the one of all addresses with its port. Not
    // open: there is none.
    Fd take_socket(const Address& address, int type) noexcept;
    // The addresses of the sockets that were not taken.
    std::vector<std::string> left_over() const;

private:
    struct Given {
        Fd fd;
        Address address;
        int type = 0;
    };
    void take_over(int fd) noexcept;

    Address notify_to_;  // size 0: there is no service manager
    int64_t watchdog_ms_ = 0;
    std::vector<Given> given_;
};

}  // namespace tern::net
