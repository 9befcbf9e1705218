// What contexts of servers and of clients have in common. Texts that are returned say what is wrong; empty: nothing.
#pragma once

#include <openssl/ssl.h>
#include <string>

#include "net/tls_files.h"
#include "net/tls_options.h"

namespace tern::net {

// What is left out between the oldest and the newest of `protocols` is off, too.
void set_versions(SSL_CTX* context, uint32_t protocols) noexcept;

// `list`: see TlsOptions::ciphers.
std::string set_ciphers(SSL_CTX* context, const std::string& list);

// For OpenSSL: goes on where a certificate that signs itself is what is wrong.
int tolerate_self_signed(int fine, X509_STORE_CTX* chain) noexcept;

// The other side needs a certificate that is trusted, or, where the options allow it, one that signs itself.
void require_certificate(SSL_CTX* context, const TlsOptions& options) noexcept;

// A file of authorities. `named`: clients are told of them.
struct TlsTrust {
    const char* option;
    const std::string& path;
    bool named;
};
// Adds its certificates to what is trusted, and its content to `content`.
std::string trust_file(SSL_CTX* context, const TlsTrust& trust, TlsFiles& files, std::string& content);
std::string trust_directory(SSL_CTX* context, const std::string& path);

// "h2,http/1.1" as ALPN writes it (RFC 7301 3.1). Empty as well where a name is empty or longer than 255 bytes.
std::string alpn_of(const std::string& names);

}  // namespace tern::net
