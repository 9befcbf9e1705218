// Settings that server and client contexts share. Returned texts are error messages; empty: success.
#pragma once

#include <memory>
#include <openssl/ssl.h>
#include <string>

#include "net/tls_files.h"
#include "net/tls_options.h"

namespace tern::net {

// Versions between the oldest and the newest of the protocols that are not set are turned off, too.
void set_versions(SSL_CTX* context, const TlsOptions& options) noexcept;

// `list`: see TlsOptions::ciphers.
std::string set_ciphers(SSL_CTX* context, const std::string& list);

// A callback for OpenSSL: continues if the only problem is a self-signed certificate.
int tolerate_self_signed(int fine, X509_STORE_CTX* chain) noexcept;

// Requires a trusted certificate of the peer or, if the options allow it, a self-signed one.
void require_certificate(SSL_CTX* context, const TlsOptions& options) noexcept;

// A file of authorities. `named`: its authorities are named to clients.
struct TlsTrust {
    const char* option;
    const std::string& path;
    bool named;
};
// Trusts its certificates, and adds its content to `content`.
std::string trust_file(SSL_CTX* context, const TlsTrust& trust, TlsFiles& files, std::string& content);
std::string trust_directory(SSL_CTX* context, const std::string& path);

// Converts "h2,http/1.1" to ALPN's format (RFC 7301 3.1). Also empty if a name is empty or longer than 255 bytes.
std::string alpn_of(const std::string& names);

// OpenSSL's error queue: there is one per thread, which all users of the library share (PHP's openssl, curl).

// Call it before a call whose failure will be reported. It is cheap when the queue is empty.
void clear_tls_errors() noexcept;

// Returns the reason of the oldest error, a static text, never null. Empties the queue.
const char* take_tls_error() noexcept;

// Returns "ssl_cert_file /path: reason", with take_tls_error().
std::string tls_complaint(const char* option, const std::string& value);

// Loads a certificate with its chain and key into an SSL_CTX. Error messages name the option, the file and the reason.
struct SslContextFree {
    void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
};
using SslContext = std::unique_ptr<SSL_CTX, SslContextFree>;

struct BioFree {
    void operator()(BIO* bio) const noexcept { BIO_free(bio); }
};
// The BIO reads from `text`, which must outlive it.
std::unique_ptr<BIO, BioFree> memory_of(const std::string& text) noexcept;

// Returns an error message; empty: success.
std::string use_identity(SSL_CTX* context, const TlsIdentity& identity, TlsFiles& files);

// The status of the certificate from its issuer: an OCSP response, sent in the handshake (RFC 6066 8).
struct OcspStaple {
    std::string der;
    int64_t until = 0;  // seconds since 1970; the time of the next update
};
std::string load_staple(const std::string& path, TlsFiles& files, OcspStaple& staple);

// Returns "option path: reason".
std::string file_complaint(const char* option, const std::string& path, Error error);

// A certificate for development, which no client has a reason to trust.
// Makes one with P-256 for localhost, 127.0.0.1 and ::1, valid for a year, in memory only. No certificate_pem: OpenSSL
// failed.
TlsIdentity make_self_signed() noexcept;

}  // namespace tern::net
