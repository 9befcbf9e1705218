// Settings that server and client contexts share. Returned texts are error messages; empty: success.
#pragma once

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

}  // namespace tern::net
