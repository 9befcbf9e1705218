// The certificates of one port, of a server or of a coroutine server.
#pragma once

#include <memory>
#include <string>

#include "php/http/options/port_options.h"
#include "serve/tls/handshake_limiter.h"

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
std::unique_ptr<serve::HandshakeLimiter> handshake_limiter(serve::Context& context, const PortConfig& config,
                                                           const serve::TlsMaterial& material);

}  // namespace tern::php
