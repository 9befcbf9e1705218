// The service manager that started this process, where there is one: what it wants to be told (sd_notify(3)) and which
// sockets it has opened for us (sd_listen_fds(3)). Both are a few bytes of protocol that systemd documents for others
// to speak, so no library of its own is needed.
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

    // What the environment says, if it says it to this process. Once, before it forks; takes the sockets over.
    void look() noexcept;

    // "READY=1" and the like; nothing when nobody wants to know. Never waits.
    void tell(Bytes state) noexcept;
    // A reload begins; it ends with READY=1.
    void tell_reloading() noexcept;
    // How often it wants to hear that we are alive; 0: it does not.
    int64_t watchdog_ms() const noexcept { return watchdog_ms_; }

    // The listening socket of that address and kind (SOCK_*), or of all addresses with its port; not open: there is
    // none.
    Fd take_socket(const Address& address, int type) noexcept;
    // Where the sockets listen that nobody has taken.
    std::vector<std::string> left_over() const;

private:
    struct Given {
        Fd fd;
        Address address;
        int type = 0;
    };
    void take_over(int fd) noexcept;

    Address notify_to_;  // size 0: nobody
    int64_t watchdog_ms_ = 0;
    std::vector<Given> given_;
};

}  // namespace tern::net
