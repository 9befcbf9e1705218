#include "php/http/port_tls.h"

#include "net/tls_settings.h"
#include "php/socket/tls_contexts.h"

namespace tern::php {

namespace {

net::TlsIdentity identity_of(const PortConfig& config) {
    net::TlsIdentity identity;
    identity.certificate_file = config.ssl_cert_file;
    identity.key_file = config.ssl_key_file;
    identity.passphrase = config.ssl_passphrase;
    identity.stapling_file = config.ssl_stapling_file;
    return identity;
}

net::TlsOptions options_of(const PortConfig& config, bool datagrams) {
    net::TlsOptions options;
    options.identity = identity_of(config);
    options.names = sni_identities(config.ssl_sni_certs);
    options.datagrams = datagrams;
    options.protocols = datagrams ? dtls_versions(config.ssl_protocols, config.ssl_method)
                                  : tls_versions(config.ssl_protocols, config.ssl_method);
    options.ciphers = config.ssl_ciphers;
    options.curves = config.ssl_ecdh_curve;
    options.dhparam_file = config.ssl_dhparam;
    options.prefer_server_ciphers = config.ssl_prefer_server_ciphers;
    options.verify_peer = config.ssl_verify_peer;
    options.allow_self_signed = config.ssl_allow_self_signed;
    options.verify_depth = static_cast<int>(config.ssl_verify_depth);
    options.client_ca_file = config.ssl_client_cert_file;
    options.ca_file = config.ssl_cafile;
    options.ca_path = config.ssl_capath;
    options.kernel = config.ssl_ktls;
    options.http2 = config.open_http2_protocol && !datagrams;
    if (datagrams) options.alpn.clear();
    options.session_timeout_s = (config.ssl_session_timeout_ms + 999) / 1000;
    return options;
}

// Checks combinations of options.
const char* contradiction(const PortConfig& config, const net::TlsOptions& options) {
    const bool self_signed = config.tls == "self-signed";
    if (self_signed && !config.ssl_cert_file.empty()) return "tls is self-signed, and there is ssl_cert_file";
    if (!self_signed && config.ssl_cert_file.empty()) return "TLS needs ssl_cert_file, or tls => 'self-signed'";
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
    if (use == TlsUse::as_options_say && config.tls.empty()) return {};
    material.options = options_of(config, use == TlsUse::datagrams);
    if (const char* wrong = contradiction(config, material.options)) return wrong;
    if (config.tls == "self-signed") {
        material.options.identity = net::make_self_signed();
        material.options.identity.stapling_file = config.ssl_stapling_file;
    }
    net::TlsContext::Loaded loaded = net::TlsContext::load(material.options, material.secret);
    material.context = std::move(loaded.context);
    return loaded.complaint;
}

std::unique_ptr<serve::HandshakeLimiter> handshake_limiter(serve::Context& context, const PortConfig& config,
                                                           const serve::TlsMaterial& material) {
    if (material.context == nullptr) return nullptr;
    serve::TlsLimits limits;
    limits.handshake_timeout_ms = config.ssl_handshake_timeout_ms;
    limits.handshakes = static_cast<uint64_t>(config.ssl_max_handshakes);
    limits.handshakes_per_ip = static_cast<uint64_t>(config.ssl_max_handshakes_per_ip);
    limits.backlog = static_cast<uint64_t>(config.ssl_handshake_backlog);
    return std::make_unique<serve::HandshakeLimiter>(context, material, limits);
}

}  // namespace tern::php
