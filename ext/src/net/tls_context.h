// The TLS settings of a port: certificates by name, and what is offered to and required of clients. It is made
// completely or not at all, and never changed: new certificates make a new context, and connections keep the one they
// began with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "net/dtls_cookies.h"
#include "net/tls_buffers.h"
#include "net/tls_files.h"
#include "net/tls_options.h"
#include "net/tls_settings.h"
#include "net/tls_tickets.h"

namespace tern::net {

class TlsContext {
public:
    // A context, or an error: "ssl_key_file /path: reason".
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
    const DtlsCookies& cookies() const noexcept { return cookies_; }
    // True: some of the files have changed.
    bool stale() const noexcept { return files_.changed(); }

private:
    // There is one for each certificate. OpenSSL's callbacks find it by its SSL_CTX.
    struct Identity {
        const TlsContext* owner = nullptr;
        std::string name;  // lower-case; empty: the default certificate
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
    std::vector<std::unique_ptr<Identity>> identities_;  // the first is the default
    std::string offered_;                                // protocols in the format of ALPN
    std::string trusted_;                                // content of the CA files
    mutable TicketKeys tickets_;
    DtlsCookies cookies_;
    mutable BufferRing buffers_;  // of sessions
};

}  // namespace tern::net
