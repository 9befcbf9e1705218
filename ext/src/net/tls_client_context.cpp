#include "net/tls_client_context.h"

#include "net/tls_settings.h"

namespace tern::net {

TlsClientContext::Loaded TlsClientContext::load(const TlsOptions& options) {
    std::shared_ptr<TlsClientContext> made(new TlsClientContext);
    clear_tls_errors();
    std::string complaint = made->build(options);
    clear_tls_errors();
    if (!complaint.empty()) return {nullptr, std::move(complaint)};
    return {std::move(made), {}};
}

std::string TlsClientContext::build(const TlsOptions& options) {
    datagrams_ = options.datagrams;
    context_.reset(SSL_CTX_new(datagrams_ ? DTLS_client_method() : TLS_client_method()));
    SSL_CTX* context = context_.get();
    if (context == nullptr) return std::string("OpenSSL cannot be used: ") + take_tls_error();
    SSL_CTX_set_app_data(context, this);
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    if (datagrams_) SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU);
    set_versions(context, options);
    std::string complaint;
    if (!options.ciphers.empty())
        complaint = set_ciphers(context, options.ciphers);  // otherwise OpenSSL's, which also work with old servers
    if (complaint.empty()) complaint = set_trust(options);
    if (complaint.empty() && !options.identity.certificate_file.empty()) {
        complaint = use_identity(context, options.identity, files_);
    }
    const std::string offered = alpn_of(options.alpn);
    const auto* names = reinterpret_cast<const unsigned char*>(offered.data());
    // This function returns 0 for success.
    if (complaint.empty() && SSL_CTX_set_alpn_protos(context, names, static_cast<unsigned>(offered.size())) != 0) {
        complaint = tls_complaint("ssl_alpn", options.alpn);
    }
    return complaint;
}

const TlsClientContext& TlsClientContext::of(SSL* session) noexcept {
    return *static_cast<const TlsClientContext*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)));
}

bool TlsClientContext::trust_system() const noexcept {
    if (!trusts_) trusts_ = SSL_CTX_set_default_verify_paths(context_.get()) > 0;
    return trusts_;
}

std::string TlsClientContext::set_trust(const TlsOptions& options) {
    SSL_CTX* context = context_.get();
    if (options.verify_peer) require_certificate(context, options);
    if (options.ca_file.empty() && options.ca_path.empty()) {
        if (!options.verify_peer || trust_system()) return {};
        return std::string("the system's authorities: ") + take_tls_error();
    }
    trusts_ = true;
    std::string content;
    std::string complaint = trust_file(context, {"ssl_cafile", options.ca_file, false}, files_, content);
    return complaint.empty() ? trust_directory(context, options.ca_path) : complaint;
}

}  // namespace tern::net
