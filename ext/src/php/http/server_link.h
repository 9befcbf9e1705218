// The server of this process as the parts know it that also work without one: responses, WebSocket messages, signals.
// ServerProcess implements it.
#pragma once

#include <sys/types.h>

#include "net/listener.h"
#include "php/engine/compat/engine.h"
#include "php/engine/globals.h"
#include "php/http/options/server_config.h"
#include "proc/descriptor_line.h"
#include "proc/shared_state.h"
#include "worker/messenger.h"

namespace tern::php {

class ServerLink {
public:
    virtual const ServerConfig& config() const noexcept = 0;
    virtual proc::SharedState& state() noexcept = 0;
    virtual proc::DescriptorRequests& descriptor_requests() noexcept = 0;
    virtual worker::Messenger& messenger() noexcept = 0;

    // Of the port with this listener. True: the program has its own protocol there.
    virtual bool speaks_packets(uint32_t listener) const noexcept = 0;
    // True: its type has SWOOLE_SSL.
    virtual bool is_secure(uint32_t listener) const noexcept = 0;
    // The connection may be one of another worker. See php/server/message/session_send.
    virtual Error send(int64_t session_id, zend_string* data) = 0;
    virtual Error close_session(int64_t session_id, bool reset) noexcept = 0;
    // A closed listener outside of the admin process, or when it serves already.
    virtual net::Listener take_admin_listener() noexcept = 0;

    // See proc::Master; without effect, and false, in other processes.
    virtual void give_away(int signal) noexcept = 0;
    virtual void take_back(int signal) noexcept = 0;
    virtual bool kill_worker(pid_t pid) noexcept = 0;

protected:
    ~ServerLink() = default;
};

// Null before start().
inline ServerLink* server_link() noexcept { return TERN_G(process); }

// The host that the admin process passes to Coroutine\Http\Server instead of an address.
inline constexpr Bytes kAdminHost = "tern:admin";

}  // namespace tern::php
