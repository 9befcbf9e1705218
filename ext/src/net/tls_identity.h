// Puts a certificate with its chain and key into an SSL_CTX. Messages say which option and file are wrong, and why.
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
// Reads from text that outlives it.
std::unique_ptr<BIO, BioFree> memory_of(const std::string& text) noexcept;

// Empty: done.
std::string use_identity(SSL_CTX* context, const TlsIdentity& identity, TlsFiles& files);

// What is known of the certificate by the one who issued it: an OCSP response, sent with the handshake (RFC 6066 8).
struct OcspStaple {
    std::string der;
    int64_t until = 0;  // seconds since 1970; the response says that there is a newer one then
};
std::string load_staple(const std::string& path, TlsFiles& files, OcspStaple& staple);

// "option path: reason"
std::string file_complaint(const char* option, const std::string& path, Error error);

}  // namespace tern::net
