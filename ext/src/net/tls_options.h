// The TLS options of a port or a client, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tern::net {

// A certificate with its chain and key. Files are PEM.
struct TlsIdentity {
    std::string certificate_file;
    std::string key_file;  // empty: the key is in certificate_file
    std::string passphrase;
    std::string stapling_file;    // an OCSP response, DER; empty: none
    std::string certificate_pem;  // not empty: used instead of the files
    std::string key_pem;

    bool operator==(const TlsIdentity&) const = default;
};

// The values are those of the published SWOOLE_SSL_* constants; they can be combined.
enum TlsProtocols : uint32_t { kTls10 = 8, kTls11 = 16, kTls12 = 32, kTls13 = 64, kDtls = 128 };

struct TlsOptions {
    TlsIdentity identity;                                    // for all names without one of their own
    std::vector<std::pair<std::string, TlsIdentity>> names;  // "example.org", "*.example.org"; lower-case
    uint32_t protocols = kTls12 | kTls13;
    bool datagrams = false;       // DTLS: TLS 1.2 means DTLS 1.2, older versions mean DTLS 1.0
    std::string ciphers;          // TLS 1.3 suites by name (TLS_*), others as for `openssl ciphers`; empty: the default
    std::string curves = "auto";  // "X25519:P-256"; empty or "auto": OpenSSL's
    std::string dhparam_file;     // empty: parameters that match the key
    bool prefer_server_ciphers = true;

    bool verify_peer = false;  // a client must send a certificate
    bool allow_self_signed = false;
    int verify_depth = 0;        // intermediate CAs; 0: OpenSSL's limit
    std::string client_ca_file;  // trusted authorities, which are named to clients
    std::string ca_file;         // trusted authorities
    std::string ca_path;

    bool http2 = false;                      // offered, before those of `alpn`
    std::string alpn = "http/1.1";           // protocols, separated by commas; empty: ALPN is ignored
    bool kernel = false;                     // kTLS, if the kernel supports it
    int64_t session_timeout_ms = 3'600'000;  // of tickets; 0: no tickets

    int64_t session_timeout_s() const noexcept { return (session_timeout_ms + 999) / 1000; }
    bool operator==(const TlsOptions&) const = default;
};

// OpenSSL's default without the suites that it keeps for old clients.
inline constexpr const char* kDefaultCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

}  // namespace tern::net
