#include "net/tls_context.h"

#include <algorithm>
#include <openssl/pem.h>
#include <openssl/sha.h>

#include "base/clock.h"
#include "net/dtls_cookies.h"
#include "net/tls_settings.h"

namespace tern::net {

TlsContext::TlsContext(const TlsOptions& options, const TicketSecret& secret) noexcept
    : options_(options),
      tickets_(secret, std::max<int64_t>(options.session_timeout_s(), 1), wall_clock_s),
      cookies_(secret) {
    if (options.http2) offered_ += "\x02h2";
    offered_ += alpn_of(options.alpn);
}

TlsContext::Loaded TlsContext::load(const TlsOptions& options, const TicketSecret& secret) {
    std::shared_ptr<TlsContext> context(new TlsContext(options, secret));
    clear_tls_errors();
    std::string complaint = context->build();
    clear_tls_errors();
    if (!complaint.empty()) return {nullptr, std::move(complaint)};
    return {std::move(context), {}};
}

std::string TlsContext::build() {
    std::string complaint = add("", options_.identity);
    for (const auto& [name, files] : options_.names) {
        if (!complaint.empty()) break;
        complaint = add(name, files);
        if (!complaint.empty()) complaint.insert(0, "ssl_sni_certs, " + name + ": ");
    }
    return complaint;
}

std::string TlsContext::add(const std::string& name, const TlsIdentity& files) {
    auto identity = std::make_unique<Identity>();
    identity->owner = this;
    identity->name = name;
    identity->context.reset(SSL_CTX_new(options_.datagrams ? DTLS_server_method() : TLS_server_method()));
    SSL_CTX* context = identity->context.get();
    if (context == nullptr) return std::string("OpenSSL cannot be used: ") + take_tls_error();
    SSL_CTX_set_app_data(context, identity.get());
    std::string complaint = set_up(context);
    if (complaint.empty()) complaint = use_identity(context, files, files_);
    if (complaint.empty() && !files.stapling_file.empty()) {
        complaint = load_staple(files.stapling_file, files_, identity->staple);
    }
    identities_.push_back(std::move(identity));
    return complaint;
}

std::string TlsContext::set_up(SSL_CTX* context) {
    uint64_t flags =
        SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_PRIORITIZE_CHACHA;
    if (options_.prefer_server_ciphers) flags |= SSL_OP_CIPHER_SERVER_PREFERENCE;
    if (options_.kernel && !options_.datagrams) flags |= SSL_OP_ENABLE_KTLS;
    if (options_.datagrams) flags |= SSL_OP_NO_QUERY_MTU;
    if (options_.session_timeout_ms == 0) flags |= SSL_OP_NO_TICKET;
    SSL_CTX_set_options(context, flags);
    // Sessions with a place in the buffer ring turn the last mode off.
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);  // only tickets, which all workers accept
    SSL_CTX_set_timeout(context, static_cast<long>(options_.session_timeout_s()));
    if (options_.session_timeout_ms == 0) (void)SSL_CTX_set_num_tickets(context, 0);
    set_versions(context, options_);
    set_callbacks(context);
    std::string complaint = set_ciphers(context, options_.ciphers);
    if (complaint.empty()) complaint = set_dhparam(context);
    const bool names_curves = !options_.curves.empty() && options_.curves != "auto";
    if (complaint.empty() && names_curves && SSL_CTX_set1_groups_list(context, options_.curves.c_str()) <= 0) {
        complaint = tls_complaint("ssl_ecdh_curve", options_.curves);
    }
    return complaint.empty() ? set_verification(context) : complaint;
}

std::string TlsContext::set_dhparam(SSL_CTX* context) {
    const std::string& path = options_.dhparam_file;
    if (path.empty()) {
        (void)SSL_CTX_set_dh_auto(context, 1);
        return {};
    }
    Result<std::string> pem = files_.read(path);
    if (!pem.ok()) return file_complaint("ssl_dhparam", path, pem.error());
    auto bio = memory_of(pem.value());
    EVP_PKEY* parameters = PEM_read_bio_Parameters(bio.get(), nullptr);
    if (parameters == nullptr) return tls_complaint("ssl_dhparam", path);
    if (SSL_CTX_set0_tmp_dh_pkey(context, parameters) > 0) return {};
    EVP_PKEY_free(parameters);
    return tls_complaint("ssl_dhparam", path);
}

std::string TlsContext::set_verification(SSL_CTX* context) {
    if (options_.verify_peer) {
        require_certificate(context, options_);
        trusted_ = "verify:";
        const TlsTrust named{"ssl_client_cert_file", options_.client_ca_file, true};
        std::string complaint = trust_file(context, named, files_, trusted_);
        if (complaint.empty()) {
            complaint = trust_file(context, {"ssl_cafile", options_.ca_file, false}, files_, trusted_);
        }
        if (complaint.empty()) complaint = trust_directory(context, options_.ca_path);
        if (!complaint.empty()) return complaint;
        trusted_ += options_.ca_path;
    }
    // A session from a context with other CAs must not be resumed.
    unsigned char id[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(trusted_.data()), trusted_.size(), id);
    (void)SSL_CTX_set_session_id_context(context, id, sizeof id);
    return {};
}

// --- callbacks of OpenSSL

void TlsContext::set_callbacks(SSL_CTX* context) noexcept {
    SSL_CTX_set_tlsext_servername_callback(context, on_server_name);
    SSL_CTX_set_tlsext_servername_arg(context, this);
    if (!offered_.empty()) SSL_CTX_set_alpn_select_cb(context, on_protocols, this);
    SSL_CTX_set_tlsext_status_cb(context, on_status);
    SSL_CTX_set_tlsext_ticket_key_evp_cb(context, on_ticket);
    if (options_.datagrams) exchange_cookies(context);
}

const TlsContext::Identity& TlsContext::identity_of(SSL* session) noexcept {
    return *static_cast<const Identity*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)));
}

// Finds the name itself, or "*" in place of its first label.
const TlsContext::Identity* TlsContext::find(Bytes name) const noexcept {
    if (name.ends_with('.')) name.remove_suffix(1);
    const size_t dot = name.find('.');
    const Bytes rest = dot == Bytes::npos ? Bytes() : name.substr(dot);
    const Identity* best = nullptr;
    for (size_t i = 1; i < identities_.size(); ++i) {
        const Bytes known = identities_[i]->name;
        if (equals_lower(name, known)) return identities_[i].get();
        if (!rest.empty() && known.starts_with('*') && equals_lower(rest, known.substr(1))) best = identities_[i].get();
    }
    return best;
}

int TlsContext::on_server_name(SSL* session, int*, void* self) noexcept {
    const char* name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name);
    const Identity* identity = name == nullptr ? nullptr : static_cast<const TlsContext*>(self)->find(name);
    if (identity == nullptr) return SSL_TLSEXT_ERR_NOACK;
    return SSL_set_SSL_CTX(session, identity->context.get()) != nullptr ? SSL_TLSEXT_ERR_OK
                                                                        : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// A client that offers no supported protocol gets an alert (RFC 7301 3.2).
int TlsContext::on_protocols(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in,
                             unsigned in_size, void* self) noexcept {
    const std::string& offered = static_cast<const TlsContext*>(self)->offered_;
    const int chosen = SSL_select_next_proto(const_cast<unsigned char**>(out), out_size,
                                             reinterpret_cast<const unsigned char*>(offered.data()),
                                             static_cast<unsigned>(offered.size()), in, in_size);
    return chosen == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// An outdated response is useless, and makes clients close the connection.
int TlsContext::on_status(SSL* session, void*) noexcept {
    const OcspStaple& staple = identity_of(session).staple;
    if (staple.der.empty() || staple.until <= wall_clock_s()) return SSL_TLSEXT_ERR_NOACK;
    void* copy = OPENSSL_memdup(staple.der.data(), staple.der.size());
    if (copy == nullptr) return SSL_TLSEXT_ERR_NOACK;
    (void)SSL_set_tlsext_status_ocsp_resp(session, copy, static_cast<long>(staple.der.size()));
    return SSL_TLSEXT_ERR_OK;
}

int TlsContext::on_ticket(SSL* session, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                          EVP_MAC_CTX* mac, int seal) noexcept {
    TicketKeys& keys = identity_of(session).owner->tickets_;
    return seal != 0 ? keys.seal(name, iv, cipher, mac) : keys.open(name, iv, cipher, mac);
}

}  // namespace tern::net
