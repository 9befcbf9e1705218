// The results of a connection's handshake, for handlers and logs.
#pragma once

#include <cstdint>
#include <string>

using SSL = struct ssl_st;

namespace tern::net {

struct TlsFacts {
    const char* protocol = "";  // "TLSv1.3"; static
    const char* cipher = "";    // OpenSSL's name; static
    std::string server_name;    // SNI; empty: none
    bool http2 = false;         // ALPN
    bool resumed = false;

    // These are of the client's certificate; empty without one.
    std::string client_pem;
    std::string client_subject;  // RFC 2253
    std::string client_issuer;
    std::string client_serial;       // hexadecimal
    std::string client_fingerprint;  // SHA-256, hexadecimal
    std::string client_not_before;   // "Jan  1 00:00:00 2026 GMT"
    std::string client_not_after;
    std::string client_verify = "NONE";  // or "SUCCESS", "FAILED:reason"
};

TlsFacts read_facts(SSL* session);

// The peer's certificate; empty: none.
std::string pem_of_peer(SSL* session);

}  // namespace tern::net
