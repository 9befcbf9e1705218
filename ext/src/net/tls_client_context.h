// The TLS settings of outgoing connections: trusted authorities, own certificate, offered protocols. It is made
// completely or not at all, and only trust_system() changes it later: connections keep the context that they began
// with.
#pragma once

#include <memory>
#include <string>

#include "net/tls_files.h"
#include "net/tls_options.h"
#include "net/tls_settings.h"

namespace tern::net {

class TlsClientContext {
public:
    // A context, or an error: "ssl_cafile /path: reason".
    struct Loaded {
        std::shared_ptr<const TlsClientContext> context;
        std::string complaint;
    };
    // Without ca_file and ca_path the system's authorities are trusted. Reading them takes some 30 ms, so it is skipped
    // if certificates are not verified.
    static Loaded load(const TlsOptions& options);

    TlsClientContext(const TlsClientContext&) = delete;
    TlsClientContext& operator=(const TlsClientContext&) = delete;

    static const TlsClientContext& of(SSL* session) noexcept;

    SSL_CTX* raw() const noexcept { return context_.get(); }
    // True: for DTLS.
    bool datagrams() const noexcept { return datagrams_; }
    // Reads the skipped authorities. False: OpenSSL failed.
    bool trust_system() const noexcept;
    // True: some of the files have changed.
    bool stale() const noexcept { return files_.changed(); }

private:
    TlsClientContext() = default;
    std::string build(const TlsOptions& options);
    std::string set_trust(const TlsOptions& options);

    SslContext context_;
    TlsFiles files_;
    mutable bool trusts_ = false;
    bool datagrams_ = false;
};

}  // namespace tern::net
