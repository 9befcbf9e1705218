// The options that a port is made with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "loop/loop.h"
#include "net/listener.h"
#include "protocol/http/h2/session.h"
#include "serve/forwarded.h"
#include "serve/limits.h"
#include "serve/origin.h"

namespace tern::serve {

class AccessLog;
class Compression;
class StaticFiles;
class HandshakeLimiter;
struct PacketOptions;

// Spreads connections over the workers. Both functions return ok if another worker has the connection now, with a
// duplicate of the socket.
class Balancer {
public:
    // The connection is new.
    virtual Error pass_on(const ConnectionInfo& info, int fd) = 0;
    // Its next request has arrived, wholly or in part: `unread`.
    virtual Error rebalance(const ConnectionInfo& info, int fd, Bytes unread) = 0;
    // True: this worker has more to do than another one, so connections are to go there.
    bool has_moves() const noexcept { return moves_ > 0; }

protected:
    ~Balancer() = default;
    uint32_t moves_ = 0;
};

struct PortOptions {
    Limits limits;
    net::SocketOptions socket;
    uint16_t index = 0;              // index of the port in its server
    uint64_t max_connections = 0;    // in this worker; 0: only the session table limits them
    Balancer* balancer = nullptr;    // null: this worker keeps all connections that it accepts
    Balancer* rebalancer = nullptr;  // null: it keeps them between requests
    bool exclusive_wake = true;      // the listening socket is shared between workers
    StaticFiles* files = nullptr;    // null: every request goes to the handler
    Compression* compression = nullptr;
    Proxies proxies;
    std::vector<std::string> streams;      // path prefixes of requests that are handled while their bodies arrive
    bool fastcgi = false;                  // instead of HTTP
    uint32_t fastcgi_parameter_bytes = 0;  // of a request, which may have any number of fields then; 0: limits.head
    uint64_t fastcgi_concurrency = 0;      // requests that a worker handles at a time: see Places; 0: no limit
    std::shared_ptr<const Networks> allowed_clients;  // null: all; unix sockets are always allowed
    bool http2 = false;                               // in addition to HTTP/1: by ALPN, or by the preface
    http::h2::SessionOptions http2_session;
    bool proxy_protocol = false;             // every connection begins with a PROXY header
    std::string server_name = "tern";        // the Server field; empty: responses have no such field
    AccessLog* access_log = nullptr;         // null: requests are not logged
    const PacketOptions* packets = nullptr;  // null: connections speak HTTP
    HandshakeLimiter* tls = nullptr;         // null: no TLS
    bool one_by_one = false;                 // one connection at a time: see Port::accept_next()
    bool datagrams = false;                  // the connections are DTLS sessions; needs `packets` and `tls`
    loop::Deferred* emptied = nullptr;       // scheduled when no connection is left: at the end, or one_by_one

    // True: requests for this path are handled while their bodies arrive.
    bool streams_path(Bytes path) const noexcept {
        for (const std::string& beginning : streams) {
            if (path.starts_with(beginning)) return true;
        }
        return false;
    }
};

}  // namespace tern::serve
