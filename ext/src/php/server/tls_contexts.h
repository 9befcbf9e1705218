// The TLS contexts of sockets, by their options: made when they are first needed, and kept, as to read what the system
// trusts takes long. Files that have changed are read anew; what is wrong then leaves the former context in use.
#pragma once

#include <vector>

#include "net/tls_client_context.h"
#include "net/tls_context.h"

namespace tern::php {

class TlsContexts {
public:
    net::TlsContext::Loaded of_server(const net::TlsOptions& options);
    net::TlsClientContext::Loaded of_client(const net::TlsOptions& options);

    static constexpr size_t kMost = 16;  // of each kind; the oldest goes

    template <class Context>
    struct Kept {
        net::TlsOptions options;
        std::shared_ptr<const Context> context;
    };

private:
    std::vector<Kept<net::TlsContext>> servers_;
    std::vector<Kept<net::TlsClientContext>> clients_;
};

// Those of this process.
TlsContexts& tls_contexts();

// Of ssl_protocols, or, where that is 0, of ssl_method: what SWOOLE_*_METHOD numbers stand for. 0: neither has a
// version that is served.
uint32_t tls_versions(int64_t protocols, int64_t method) noexcept;

}  // namespace tern::php
