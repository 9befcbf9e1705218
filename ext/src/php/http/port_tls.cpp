#include "php/http/port_tls.h"

#include "net/tls_settings.h"
#include "php/socket/tls_contexts.h"

namespace tern::php {

namespace {

net::TlsOptions options_of(const PortConfig& config, bool datagrams) {
    net::TlsOptions options = config.tls;
    options.names = sni_identities(config.ssl_sni_certs);
    options.datagrams = datagrams;
    options.protocols = datagrams ? dtls_versions(config.ssl_protocols, config.ssl_method)
                                  : tls_versions(config.ssl_protocols, config.ssl_method);
    options.http2 = config.serving.http2 && !datagrams;
    if (datagrams) options.alpn.clear();
    return options;
}

// Checks combinations of options.
const char* contradiction(const PortConfig& config, const net::TlsOptions& options) {
    const bool self_signed = config.tls_mode == "self-signed";
    const bool has_file = !options.identity.certificate_file.empty();
    if (self_signed && has_file) return "tls is self-signed, and there is ssl_cert_file";
    if (!self_signed && !has_file) return "TLS needs ssl_cert_file, or tls => 'self-signed'";
    if (const char* why = sni_complaint(options); why != nullptr) return why;
    if (options.protocols == 0) {
        if (options.datagrams || config.ssl_protocols != 0) return no_version_complaint(options.datagrams);
        return "ssl_method must be SWOOLE_TLS_METHOD or one of TLSv1, TLSv1_1, TLSv1_2";
    }
    const bool trusts = !options.client_ca_file.empty() || !options.ca_file.empty() || !options.ca_path.empty();
    if (options.verify_peer && !trusts && !options.allow_self_signed) {
        return "ssl_verify_peer needs ssl_client_cert_file, ssl_cafile or ssl_capath";
    }
    return nullptr;
}

}  // namespace

std::string load_certificates(const PortConfig& config, TlsUse use, serve::TlsMaterial& material) {
    if (use == TlsUse::as_options_say && config.tls_mode.empty()) return {};
    material.options = options_of(config, use == TlsUse::datagrams);
    if (const char* wrong = contradiction(config, material.options)) return wrong;
    if (config.tls_mode == "self-signed") {
        material.options.identity = net::make_self_signed();
        material.options.identity.stapling_file = config.tls.identity.stapling_file;
    }
    net::TlsContext::Loaded loaded = net::TlsContext::load(material.options, material.secret);
    material.context = std::move(loaded.context);
    return loaded.complaint;
}

std::unique_ptr<serve::HandshakeLimiter> handshake_limiter(serve::Context& context, const PortConfig& config,
                                                           const serve::TlsMaterial& material) {
    if (material.context == nullptr) return nullptr;
    return std::make_unique<serve::HandshakeLimiter>(context, material, config.handshakes);
}

}  // namespace tern::php
