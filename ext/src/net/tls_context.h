// The TLS side of a port: certificates by name, what is offered to clients and asked of them. Made whole or not at all,
// never changed: to load certificates anew makes a new one, and connections keep the one that they began with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "net/tls_buffers.h"
#include "net/tls_files.h"
#include "net/tls_identity.h"
#include "net/tls_options.h"
#include "net/tls_tickets.h"

namespace tern::net {

class TlsContext {
public:
    // A context, or what is wrong: "ssl_key_file /path: reason".
    struct Loaded {
        std::shared_ptr<const TlsContext> context;
        std::string complaint;
    };
    static Loaded load(const TlsOptions& options, const TicketSecret& secret);

    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;

    SSL_CTX* raw() const noexcept { return identities_.front()->context.get(); }
    const TlsOptions& options() const noexcept { return options_; }
    BufferRing& buffers() const noexcept { return buffers_; }
    // Some of the files are others now.
    bool stale() const noexcept { return files_.changed(); }

private:
    // One for each certificate. OpenSSL's callbacks find it at its context.
    struct Identity {
        const TlsContext* owner = nullptr;
        std::string name;  // lower-case; empty: of the first one
        SslContext context;
        OcspStaple staple;
    };

    TlsContext(const TlsOptions& options, const TicketSecret& secret) noexcept;

    std::string build();
    std::string add(const std::string& name, const TlsIdentity& files);
    std::string set_up(SSL_CTX* context);
    std::string set_dhparam(SSL_CTX* context);
    std::string set_verification(SSL_CTX* context);
    void set_callbacks(SSL_CTX* context) noexcept;
    const Identity* find(Bytes name) const noexcept;

    static const Identity& identity_of(SSL* session) noexcept;
    static int on_server_name(SSL* session, int* alert, void* self) noexcept;
    static int on_protocols(SSL* session, const unsigned char** out, unsigned char* out_size, const unsigned char* in,
                            unsigned in_size, void* self) noexcept;
    static int on_status(SSL* session, void* self) noexcept;
    static int on_ticket(SSL* session, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac,
                         int seal) noexcept;

    TlsOptions options_;
    TlsFiles files_;
    std::vector<std::unique_ptr<Identity>> identities_;  // the first is for every other name
    std::string offered_;                                // protocols, as ALPN writes them
    std::string trusted_;                                // content of the files of CAs
    mutable TicketKeys tickets_;
    mutable BufferRing buffers_;  // of sessions
};

}  // namespace tern::net
