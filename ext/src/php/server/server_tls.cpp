#include "php/server/server_tls.h"

#include "php/server/port_protocol.h"

namespace tern::php {

namespace {

TlsUse use_of(const ServerObject& server, uint32_t index) {
    if (speaks_dtls(server, index)) return TlsUse::datagrams;
    return is_secure(server, index) ? TlsUse::stream : TlsUse::as_options_say;
}

}  // namespace

std::string ServerTls::load(const ServerObject& server) {
    if (!net::make_ticket_secret(secret_)) return "the system gives no random numbers for TLS";
    ports_.resize(server.port_count);
    for (uint32_t i = 0; i < server.port_count; ++i) {
        ports_[i].secret = secret_;
        const auto config = std::make_unique<const PortConfig>(port_config(server, i));  // large for a stack
        const std::string complaint = load_certificates(*config, use_of(server, i), ports_[i]);
        if (!complaint.empty()) return "port " + std::to_string(i) + ": " + complaint;
    }
    return {};
}

void ServerTls::reload(Log& log) {
    for (serve::TlsMaterial& port : ports_) {
        if (port.context == nullptr || !port.context->stale()) continue;
        net::TlsContext::Loaded loaded = net::TlsContext::load(port.options, port.secret);
        if (loaded.context != nullptr) {
            port.context = std::move(loaded.context);
        } else {
            log.print(LogLevel::warning, "the TLS certificates stay as they were: %s", loaded.complaint.c_str());
        }
    }
}

std::unique_ptr<serve::HandshakeLimiter> ServerTls::limiter(serve::Context& context, const PortConfig& config,
                                                            uint32_t index) const {
    return handshake_limiter(context, config, ports_[index]);
}

}  // namespace tern::php
