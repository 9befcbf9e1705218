// The settings of Swoole\Coroutine\Socket::setProtocol(): how bytes are divided into messages, and the TLS options.
#pragma once

#include <string>

#include "net/tls_options.h"
#include "php/engine/options/options.h"
#include "protocol/framing.h"

namespace tern::php {

struct SocketOptions {
    protocol::Framing framing;
    std::string package_length_type = "N";
    bool open_length_check = false;
    bool open_eof_check = false;
    bool open_eof_split = false;
    bool open_mqtt_protocol = false;
    bool open_fastcgi_protocol = false;

    net::TlsOptions tls;
    std::string ssl_host_name;
    std::vector<TextRecord> ssl_sni_certs;
    int64_t ssl_protocols = 0;
    int64_t ssl_method = 0;
    bool open_ssl = false;
    bool ignored_switch = false;
    bool ssl_disable_compression = true;

    SocketOptions() {
        framing.end_mark = "\r\n";
        tls.alpn.clear();
    }
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
