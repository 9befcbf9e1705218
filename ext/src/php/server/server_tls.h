// The certificates of a server's ports. The master reads them before it forks and on reload, so workers need no access
// to the files. Each worker starts with the master's copies, and all share the secret of the session tickets.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "php/object/server_object.h"
#include "serve/tls_gate.h"

namespace tern::php {

enum class TlsUse : uint8_t {
    as_options_say,  // TLS if there is the option `tls`
    stream,
    datagrams,  // DTLS
};

// Loads the certificates of one port with TLS; otherwise there is no context. Returns what is wrong, or an empty text.
// `material` must have the secret of the session tickets already.
std::string load_certificates(const PortConfig& config, TlsUse use, serve::TlsMaterial& material);

// Null: the port has no TLS.
std::unique_ptr<serve::TlsGate> tls_gate(serve::Context& context, const PortConfig& config,
                                         const serve::TlsMaterial& material);

class ServerTls {
public:
    // For ports with SWOOLE_SSL or the option `tls`. Returns what is wrong and where, or an empty text.
    std::string load(const ServerObject& server);
    // Reloads certificates whose files have changed. One that cannot be loaded stays in use, and the failure is logged.
    void reload(Log& log);

    // For a port in a worker; null: no TLS.
    std::unique_ptr<serve::TlsGate> gate(serve::Context& context, const PortConfig& config, uint32_t index) const;

private:
    net::TicketSecret secret_{};
    std::vector<serve::TlsMaterial> ports_;  // no context: no TLS
};

}  // namespace tern::php
