// The TLS side of connections that are made: whom they trust, what they show and offer. Made whole or not at all, and
// then only changed by trust_system(): connections keep the one that they began with.
#pragma once

#include <memory>
#include <string>

#include "net/tls_files.h"
#include "net/tls_identity.h"
#include "net/tls_options.h"

namespace tern::net {

class TlsClientContext {
public:
    // A context, or what is wrong: "ssl_cafile /path: reason".
    struct Loaded {
        std::shared_ptr<const TlsClientContext> context;
        std::string complaint;
    };
    // Without ca_file and ca_path those that the system trusts are trusted. To read them takes some 30 ms: where nobody
    // has to show a certificate they are left out.
    static Loaded load(const TlsOptions& options);

    TlsClientContext(const TlsClientContext&) = delete;
    TlsClientContext& operator=(const TlsClientContext&) = delete;

    static const TlsClientContext& of(SSL* session) noexcept;

    SSL_CTX* raw() const noexcept { return context_.get(); }
    // Reads what was left out. False: OpenSSL failed.
    bool trust_system() const noexcept;
    // Some of the files are others now.
    bool stale() const noexcept { return files_.changed(); }

private:
    TlsClientContext() = default;
    std::string build(const TlsOptions& options);
    std::string set_trust(const TlsOptions& options);

    SslContext context_;
    TlsFiles files_;
    mutable bool trusts_ = false;
};

}  // namespace tern::net
