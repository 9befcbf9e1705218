// The settings of Swoole\Coroutine\Socket::setProtocol(): how bytes are divided into messages, and the TLS options.
#pragma once

#include <string>

#include "net/tls_options.h"
#include "php/engine/options/options.h"
#include "protocol/framing.h"

namespace tern::php {

struct SocketOptions {
    bool open_length_check = false;
    bool open_eof_check = false;
    bool open_eof_split = false;
    bool open_mqtt_protocol = false;
    bool open_fastcgi_protocol = false;
    std::string package_length_type = "N";
    int64_t package_length_offset = 0;
    int64_t package_body_offset = 0;
    std::string package_eof = "\r\n";
    int64_t package_max_length = 2 << 20;

    bool open_ssl = false;
    std::string ssl_host_name;
    std::string ssl_cert_file;
    std::string ssl_key_file;
    std::string ssl_passphrase;
    std::vector<TextRecord> ssl_sni_certs;
    int64_t ssl_protocols = 0;
    int64_t ssl_method = 0;
    std::string ssl_ciphers;
    std::string ssl_ecdh_curve;
    std::string ssl_dhparam;
    std::string ssl_alpn;
    bool ssl_verify_peer = false;
    bool ssl_allow_self_signed = false;
    int64_t ssl_verify_depth = 0;
    std::string ssl_client_cert_file;
    std::string ssl_cafile;
    std::string ssl_capath;
    bool ssl_compress = false;
    bool ssl_disable_compression = true;
};

struct SocketProtocol {
    SocketOptions options;
    OptionMask touched;
    protocol::Framing framing;
    protocol::FrameScanner scanner;
    std::string failure_reason;  // why TLS could not begin; it outlives the calls that convert it
    zval length_function;        // undefined: none
};

// Copies `old`; null: makes the default.
SocketProtocol* copy_of(const SocketProtocol* old);

// For a handshake. Certificates are verified as the option says; also those of servers if authorities were given.
net::TlsOptions tls_options_of(const SocketProtocol& protocol, bool is_server);

}  // namespace tern::php
