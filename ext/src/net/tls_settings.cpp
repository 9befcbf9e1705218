#include "net/tls_settings.h"

#include <algorithm>
#include <openssl/pem.h>

#include "net/tls_error.h"
#include "net/tls_identity.h"

namespace tern::net {

namespace {

constexpr struct {
    uint32_t flag;
    int version;
    int datagram_version;
} kVersions[] = {{kTls10, TLS1_VERSION, DTLS1_VERSION},
                 {kTls11, TLS1_1_VERSION, DTLS1_VERSION},
                 {kTls12, TLS1_2_VERSION, DTLS1_2_VERSION},
                 {kTls13, TLS1_3_VERSION, 0}};

}  // namespace

int tolerate_self_signed(int fine, X509_STORE_CTX* chain) noexcept {
    return fine == 1 || X509_STORE_CTX_get_error(chain) == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT ? 1 : 0;
}

void set_versions(SSL_CTX* context, const TlsOptions& options) noexcept {
    const uint32_t protocols = options.protocols;
    int least = 0;
    int most = 0;
    for (const auto& row : kVersions) {
        const int version = options.datagrams ? row.datagram_version : row.version;
        if ((protocols & row.flag) == 0 || version == 0) continue;
        if (least == 0) least = version;
        most = version;
    }
    (void)SSL_CTX_set_min_proto_version(context, least);
    (void)SSL_CTX_set_max_proto_version(context, most);
    if (options.datagrams) return;
    if ((protocols & kTls11) == 0 && least < TLS1_1_VERSION) SSL_CTX_set_options(context, SSL_OP_NO_TLSv1_1);
    if ((protocols & kTls12) == 0 && least < TLS1_2_VERSION) SSL_CTX_set_options(context, SSL_OP_NO_TLSv1_2);
}

// OpenSSL has a separate list for TLS 1.3.
std::string set_ciphers(SSL_CTX* context, const std::string& list) {
    std::string older;
    std::string suites;
    const std::string all = list.empty() ? kDefaultCiphers : list;
    for (size_t at = 0; at <= all.size();) {
        const size_t end = std::min(all.find(':', at), all.size());
        const std::string one = all.substr(at, end - at);
        std::string& into = one.starts_with("TLS_") ? suites : older;
        if (!one.empty()) into += into.empty() ? one : ':' + one;
        at = end + 1;
    }
    const bool taken = (older.empty() || SSL_CTX_set_cipher_list(context, older.c_str()) > 0) &&
                       (suites.empty() || SSL_CTX_set_ciphersuites(context, suites.c_str()) > 0);
    return taken ? std::string() : tls_complaint("ssl_ciphers", all);
}

void require_certificate(SSL_CTX* context, const TlsOptions& options) noexcept {
    auto* callback = options.allow_self_signed ? tolerate_self_signed : nullptr;
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, callback);
    if (options.verify_depth > 0) SSL_CTX_set_verify_depth(context, options.verify_depth);
}

std::string trust_file(SSL_CTX* context, const TlsTrust& trust, TlsFiles& files, std::string& content) {
    if (trust.path.empty()) return {};
    Result<std::string> pem = files.read(trust.path);
    if (!pem.ok()) return file_complaint(trust.option, trust.path, pem.error());
    content += pem.value();
    auto bio = memory_of(pem.value());
    int count = 0;
    while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) {
        ++count;
        const bool taken = X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate) > 0 &&
                           (!trust.named || SSL_CTX_add_client_CA(context, certificate) > 0);
        X509_free(certificate);
        if (!taken) return tls_complaint(trust.option, trust.path);
    }
    if (count == 0) return tls_complaint(trust.option, trust.path);
    clear_tls_errors();  // for the end of the file
    return {};
}

std::string trust_directory(SSL_CTX* context, const std::string& path) {
    const bool taken = path.empty() || SSL_CTX_load_verify_dir(context, path.c_str()) > 0;
    return taken ? std::string() : tls_complaint("ssl_capath", path);
}

std::string alpn_of(const std::string& names) {
    std::string written;
    for (size_t at = 0; at < names.size();) {
        const size_t end = std::min(names.find(',', at), names.size());
        if (end == at || end - at > 255 || end + 1 == names.size()) return {};
        written += static_cast<char>(end - at);
        written.append(names, at, end - at);
        at = end + 1;
    }
    return written;
}

}  // namespace tern::net
