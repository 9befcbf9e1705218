// What the TLS of a port is made from: plain data, as options give it.
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
    std::string certificate_pem;  // not empty: instead of the files
    std::string key_pem;

    bool operator==(const TlsIdentity&) const = default;
};

// The numbers are the published SWOOLE_SSL_* constants; they add up.
enum TlsProtocols : uint32_t { kTls10 = 8, kTls11 = 16, kTls12 = 32, kTls13 = 64 };

struct TlsOptions {
    TlsIdentity identity;                                    // for names that no other is for
    std::vector<std::pair<std::string, TlsIdentity>> names;  // "example.org", "*.example.org"; lower-case
    uint32_t protocols = kTls12 | kTls13;
    std::string ciphers;       // TLS 1.3 suites by name (TLS_*), others as for `openssl ciphers`; empty: the default
    std::string curves;        // "X25519:P-256"; empty or "auto": OpenSSL's
    std::string dhparam_file;  // empty: parameters that fit the key
    bool prefer_server_ciphers = true;

    bool verify_peer = false;  // clients need a certificate
    bool allow_self_signed = false;
    int verify_depth = 0;        // intermediate CAs; 0: OpenSSL's limit
    std::string client_ca_file;  // trusted, and named to clients
    std::string ca_file;         // trusted
    std::string ca_path;

    bool http2 = false;                // offered, before those of `alpn`
    std::string alpn = "http/1.1";     // protocols, separated by commas; empty: the client's choice is not looked at
    bool kernel = false;               // kTLS, where the kernel has it
    int64_t session_timeout_s = 3600;  // of tickets; 0: none are given

    bool operator==(const TlsOptions&) const = default;
};

// Of a certificate: those of the options, and what the OpenSSL default leaves open to old clients is left out.
inline constexpr const char* kDefaultCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

}  // namespace tern::net
