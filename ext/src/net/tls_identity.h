// Loads a certificate with its chain and key into an SSL_CTX. Error messages name the option, the file and the reason.
#pragma once

#include <memory>
#include <openssl/ssl.h>
#include <string>

#include "net/tls_files.h"
#include "net/tls_options.h"

namespace tern::net {

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
