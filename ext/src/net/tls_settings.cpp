#include "net/tls_settings.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>

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

void clear_tls_errors() noexcept {
    if (ERR_peek_error() != 0) ERR_clear_error();
}

const char* take_tls_error() noexcept {
    const char* reason = nullptr;
    while (const unsigned long code = ERR_get_error()) {
        if (reason == nullptr) reason = ERR_reason_error_string(code);
    }
    return reason == nullptr ? "unknown error" : reason;
}

std::string tls_complaint(const char* option, const std::string& value) {
    return std::string(option) + ' ' + value + ": " + take_tls_error();
}

namespace {

struct X509Free {
    void operator()(X509* certificate) const noexcept { X509_free(certificate); }
};
using Certificate = std::unique_ptr<X509, X509Free>;

struct KeyFree {
    void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
};

// A text whose memory is wiped at the end.
struct Secret {
    std::string text;
    ~Secret() { OPENSSL_cleanse(text.data(), text.size()); }
};

int give_passphrase(char* into, int room, int, void* passphrase) {
    const auto& text = *static_cast<const std::string*>(passphrase);
    if (text.empty() || text.size() > static_cast<size_t>(room)) return -1;  // prevents a prompt at the terminal
    std::copy(text.begin(), text.end(), into);
    return static_cast<int>(text.size());
}

// True: the error is only the end of the file.
bool ended() noexcept {
    const unsigned long code = ERR_peek_last_error();
    if (ERR_GET_LIB(code) != ERR_LIB_PEM || ERR_GET_REASON(code) != PEM_R_NO_START_LINE) return false;
    ERR_clear_error();
    return true;
}

std::string use_chain(SSL_CTX* context, const std::string& pem, const std::string& path) {
    auto bio = memory_of(pem);
    std::string none;
    const Certificate own(PEM_read_bio_X509_AUX(bio.get(), nullptr, give_passphrase, &none));
    if (own == nullptr || SSL_CTX_use_certificate(context, own.get()) <= 0) return tls_complaint("ssl_cert_file", path);
    for (;;) {
        Certificate issuer(PEM_read_bio_X509(bio.get(), nullptr, give_passphrase, &none));
        if (issuer == nullptr) return ended() ? std::string() : tls_complaint("ssl_cert_file", path);
        if (SSL_CTX_add0_chain_cert(context, issuer.get()) <= 0) return tls_complaint("ssl_cert_file", path);
        (void)issuer.release();  // the context owns it now
    }
}

std::string use_key(SSL_CTX* context, const std::string& pem, const TlsIdentity& identity, const std::string& path) {
    auto bio = memory_of(pem);
    std::string passphrase = identity.passphrase;
    const std::unique_ptr<EVP_PKEY, KeyFree> key(
        PEM_read_bio_PrivateKey(bio.get(), nullptr, give_passphrase, &passphrase));
    OPENSSL_cleanse(passphrase.data(), passphrase.size());
    if (key == nullptr) {
        const bool is_encrypted = pem.find("ENCRYPTED") != std::string::npos;
        std::string complaint = tls_complaint("ssl_key_file", path);
        if (is_encrypted) {
            complaint += identity.passphrase.empty() ? " (it is encrypted: ssl_passphrase is needed)"
                                                     : " (is ssl_passphrase right?)";
        }
        return complaint;
    }
    if (SSL_CTX_use_PrivateKey(context, key.get()) <= 0 || SSL_CTX_check_private_key(context) <= 0) {
        return tls_complaint("ssl_key_file", path);
    }
    return {};
}

int64_t seconds_of(const ASN1_GENERALIZEDTIME* time) noexcept {
    std::tm parts{};
    return ASN1_TIME_to_tm(time, &parts) > 0 ? static_cast<int64_t>(timegm(&parts)) : 0;
}

// The earliest "next update" of its parts; INT64_MAX: none.
int64_t validity_of(OCSP_RESPONSE* response) noexcept {
    OCSP_BASICRESP* basic = OCSP_response_get1_basic(response);
    if (basic == nullptr) return 0;
    int64_t until = INT64_MAX;
    for (int i = 0; i < OCSP_resp_count(basic); ++i) {
        ASN1_GENERALIZEDTIME* next = nullptr;
        (void)OCSP_single_get0_status(OCSP_resp_get0(basic, i), nullptr, nullptr, nullptr, &next);
        if (next != nullptr && seconds_of(next) < until) until = seconds_of(next);
    }
    OCSP_BASICRESP_free(basic);
    return until;
}

}  // namespace

std::unique_ptr<BIO, BioFree> memory_of(const std::string& text) noexcept {
    return std::unique_ptr<BIO, BioFree>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string file_complaint(const char* option, const std::string& path, Error error) {
    return std::string(option) + ' ' + path + ": " + describe(error);
}

std::string use_identity(SSL_CTX* context, const TlsIdentity& identity, TlsFiles& files) {
    clear_tls_errors();
    if (!identity.certificate_pem.empty()) {
        std::string complaint = use_chain(context, identity.certificate_pem, "in memory");
        return complaint.empty() ? use_key(context, identity.key_pem, identity, "in memory") : complaint;
    }
    const std::string& path = identity.certificate_file;
    Result<std::string> chain = files.read(path);
    if (!chain.ok()) return file_complaint("ssl_cert_file", path, chain.error());
    const std::string& key_path = identity.key_file.empty() ? path : identity.key_file;
    Secret key;
    if (identity.key_file.empty()) {
        key.text = chain.value();
    } else {
        Result<std::string> content = files.read(key_path);
        if (!content.ok()) return file_complaint("ssl_key_file", key_path, content.error());
        key.text.swap(content.value());
    }
    std::string complaint = use_chain(context, chain.value(), path);
    return complaint.empty() ? use_key(context, key.text, identity, key_path) : complaint;
}

std::string load_staple(const std::string& path, TlsFiles& files, OcspStaple& staple) {
    clear_tls_errors();
    Result<std::string> der = files.read(path);
    if (!der.ok()) return file_complaint("ssl_stapling_file", path, der.error());
    const auto* at = reinterpret_cast<const unsigned char*>(der.value().data());
    OCSP_RESPONSE* response = d2i_OCSP_RESPONSE(nullptr, &at, static_cast<long>(der.value().size()));
    if (response == nullptr) return tls_complaint("ssl_stapling_file", path);
    const int status = OCSP_response_status(response);
    if (status == OCSP_RESPONSE_STATUS_SUCCESSFUL) staple.until = validity_of(response);
    OCSP_RESPONSE_free(response);
    (void)take_tls_error();
    if (status != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
        return "ssl_stapling_file " + path + ": the response says " + OCSP_response_status_str(status);
    }
    staple.der.swap(der.value());
    return {};
}

}  // namespace tern::net
