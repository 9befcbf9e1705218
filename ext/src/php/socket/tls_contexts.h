// The TLS contexts of client and server sockets, by their options. They are made on first use and kept, as it takes
// long to read the system's trust store. Changed files are read again; on an error the former context stays in use.
#pragma once

#include <vector>

#include "net/tls_client_context.h"
#include "net/tls_context.h"
#include "net/tls_options.h"
#include "php/engine/options/option_row.h"

namespace tern::php {

class TlsContexts {
public:
    net::TlsContext::Loaded of_server(const net::TlsOptions& options);
    net::TlsClientContext::Loaded of_client(const net::TlsOptions& options);

    static constexpr size_t kMost = 16;  // of each kind; the oldest is dropped

    template <class Context>
    struct Kept {
        net::TlsOptions options;
        std::shared_ptr<const Context> context;
    };

private:
    std::vector<Kept<net::TlsContext>> servers_;
    std::vector<Kept<net::TlsClientContext>> clients_;
};

// The contexts of this process.
TlsContexts& tls_contexts();

// The versions of ssl_protocols, or, if that is 0, of ssl_method (SWOOLE_*_METHOD numbers). 0: none of them is
// supported.
uint32_t tls_versions(int64_t protocols, int64_t method) noexcept;
// The same for datagrams: see net::TlsOptions::datagrams.
uint32_t dtls_versions(int64_t protocols, int64_t method) noexcept;
// Why ssl_protocols leaves no version for options without one.
const char* no_version_complaint(bool datagrams) noexcept;

// The option ssl_sni_certs: certificates by the host name that a client asks for.
const char* check_sni_name(Bytes key, Bytes value);

// Names in lower case, with the files of each.
std::vector<std::pair<std::string, net::TlsIdentity>> sni_identities(const std::vector<TextRecord>& records);

// Null: each of them has a certificate.
const char* sni_complaint(const net::TlsOptions& options) noexcept;

}  // namespace tern::php
