// The certificates of a server's ports. The master reads them before it forks and on reload, so workers need no access
// to the files. Each worker starts with the master's copies, and all share the secret of the session tickets.
#pragma once

#include <string>
#include <vector>

#include "php/http/port_tls.h"
#include "php/server/server_object.h"

namespace tern::php {

class ServerTls {
public:
    // For ports with SWOOLE_SSL or the option `tls`. Returns what is wrong and where, or an empty text.
    std::string load(const ServerObject& server);
    // Reloads certificates whose files have changed. One that cannot be loaded stays in use, and the failure is logged.
    void reload(Log& log);

    // For a port in a worker; null: no TLS.
    std::unique_ptr<serve::HandshakeLimiter> limiter(serve::Context& context, const PortConfig& config,
                                                     uint32_t index) const;

private:
    net::TicketSecret secret_{};
    std::vector<serve::TlsMaterial> ports_;  // no context: no TLS
};

}  // namespace tern::php
