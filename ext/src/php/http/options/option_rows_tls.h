// The options of ports with TLS. Files are read by the master at start() and on reload: see docs/tls.md.
#pragma once

#include "php/http/options/option_rows.h"
#include "php/socket/tls_contexts.h"

namespace tern::php::option_rows {

inline const char* check_tls_mode(Bytes, Bytes value) {
    return value.empty() || value == "self-signed" ? nullptr : "be \"self-signed\" or empty";
}

// clang-format off
constexpr Option kTlsRows[] = {
    {"tls", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, tls_mode), 0, 32,
     "\"self-signed\": speak TLS with a certificate for localhost that is made at start(), for development.",
     check_tls_mode},
    {"ssl_cert_file", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.identity.certificate_file), 0, kPathLength,
     "The file with the certificate of a port with SWOOLE_SSL and those of its issuers, in this order, PEM."},
    {"ssl_key_file", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.identity.key_file), 0, kPathLength,
     "The file with the key of the certificate, PEM. Empty: the key is in ssl_cert_file."},
    {"ssl_passphrase", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, tls.identity.passphrase), 0, 1024,
     "The passphrase of the key."},
    {"ssl_sni_certs", "", OptionKind::records, kPort, TERN_MEMBER(PortConfig, ssl_sni_certs), 0, kPathLength,
     "Certificates by host name (`*.example.org` stands for one label): arrays with ssl_cert_file, ssl_key_file, "
     "ssl_passphrase, ssl_stapling_file.", check_sni_name},
    {"ssl_protocols", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, ssl_protocols), 0, 255,
     "The TLS versions, a sum of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2 and TLSv1_3. 0: TLS 1.2 and 1.3. For UDP: TLSv1_2 or "
     "DTLS mean DTLS 1.2, older ones DTLS 1.0. 0: DTLS 1.2."},
    {"ssl_method", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, ssl_method), 0, 16,
     "The only TLS version, as a SWOOLE_TLSv*_METHOD names it, where ssl_protocols is 0. 0: ssl_protocols decides."},
    {"ssl_ciphers", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, tls.ciphers), 0, 4096,
     "The ciphers, as for `openssl ciphers`, and those of TLS 1.3 by name (TLS_*). Empty: ECDHE with AES-GCM or "
     "ChaCha20."},
    {"ssl_ecdh_curve", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, tls.curves), 0, 1024,
     "The groups for key exchange, separated by colons. auto: OpenSSL's default."},
    {"ssl_dhparam", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.dhparam_file), 0, kPathLength,
     "The file with parameters for DHE ciphers, PEM. Empty: parameters that match the key."},
    {"ssl_prefer_server_ciphers", "",
     OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, tls.prefer_server_ciphers), 0, 1,
     "The order of ssl_ciphers decides, not the client's."},
    {"ssl_compress", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, ignored_switch), 0, 1,
     "Accepted, without effect: TLS never compresses, because compression can reveal secrets."},
    {"ssl_verify_peer", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, tls.verify_peer), 0, 1,
     "Clients need a certificate of an authority in ssl_client_cert_file, ssl_cafile or ssl_capath."},
    {"ssl_client_cert_file", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.client_ca_file), 0, kPathLength,
     "The file with authorities of client certificates, which the server names to clients, PEM."},
    {"ssl_cafile", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.ca_file), 0, kPathLength,
     "The file with more authorities of client certificates, PEM."},
    {"ssl_capath", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.ca_path), 0, kPathLength,
     "A directory with authorities of client certificates, as `openssl rehash` makes it."},
    {"ssl_verify_depth", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, tls.verify_depth), 0, 100,
     "The most certificates between a client certificate and a trusted authority. 0: 100."},
    {"ssl_allow_self_signed", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, tls.allow_self_signed), 0, 1,
     "With ssl_verify_peer: also accept self-signed client certificates."},
    {"ssl_stapling_file", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, tls.identity.stapling_file), 0, kPathLength,
     "The file with an OCSP response (DER), which is sent to clients until it expires."},
    {"ssl_session_timeout", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, tls.session_timeout_ms), 0, 7 * kDay,
     "How long clients may resume a session. The keys of the tickets change after the same time. 0: never."},
    {"ssl_ktls", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, tls.kernel), 0, 1,
     "Let the kernel encrypt where it can (kTLS), so files are sent without copying them to the worker."},
    {"ssl_handshake_timeout", "",
     OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, handshakes.handshake_timeout_ms), 0, kDay,
     "How long a handshake may take from the beginning of the connection. 0: no limit."},
    {"ssl_max_handshakes", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, handshakes.handshakes), 0, kNoLimit,
     "The most handshakes at a time in each worker, counted from their first byte. Others wait. 0: no limit."},
    {"ssl_max_handshakes_per_ip", "",
     OptionKind::integer, kPort, TERN_MEMBER(PortConfig, handshakes.handshakes_per_ip), 0, kNoLimit,
     "The same for one address, or one /64 network of IPv6. 0: no limit."},
    {"ssl_handshake_backlog", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, handshakes.backlog), 0, kNoLimit,
     "The most connections of each worker that wait for their handshake, for at most ssl_handshake_timeout. More are "
     "closed. 0: none waits."},
};
// clang-format on

}  // namespace tern::php::option_rows
