// The certificates of a server's ports: read by the master, before it forks and on reload, so that workers need not be
// able to; each worker starts with what the master has, and the secret of the session tickets is common to all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "php/object/server_object.h"
#include "serve/tls_gate.h"

namespace tern::php {

// The certificates of one port, when it is `secure` or has the option `tls`; no context: in clear. Empty, or what is
// wrong. The secret of the session tickets is in `material` already.
std::string load_certificates(const PortConfig& config, bool secure, serve::TlsMaterial& material);

// Null: in clear.
std::unique_ptr<serve::TlsGate> tls_gate(serve::Context& context, const PortConfig& config,
                                         const serve::TlsMaterial& material);

class ServerTls {
public:
    // For ports with SWOOLE_SSL, or `tls` among their options. Empty, or what is wrong and where.
    std::string load(const ServerObject& server);
    // Those whose files have changed; what cannot be loaded stays as it is, and is logged.
    void reload(Log& log);

    // For a port in a worker; null: in clear.
    std::unique_ptr<serve::TlsGate> gate(serve::Context& context, const PortConfig& config, uint32_t index) const;

private:
    net::TicketSecret secret_{};
    std::vector<serve::TlsMaterial> ports_;  // no context: in clear
};

}  // namespace tern::php
