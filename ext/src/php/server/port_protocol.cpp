#include "php/server/port_protocol.h"

#include <algorithm>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/server/port_binding.h"

namespace tern::php {

namespace {

constexpr zval kNone{};

bool has_callback(const ServerObject& server, uint32_t index, PortEvent event) {
    return Z_TYPE_P(port_at(server, index)->callback(event)) != IS_UNDEF;
}

bool was_set(const OptionMask& touched, const char* name) {
    const OptionTable& table = server_options();
    return touched.has(static_cast<size_t>(find_option(table, name) - table.rows.data()));
}

bool speaks_http(const PortConfig& config) noexcept {
    return config.open_http_protocol || config.serving.http2 || config.open_websocket_protocol ||
           config.serving.fastcgi;
}

// The protocol of the first port: from its own options, then from the class of the server.
PortProtocol first_protocol(const ServerObject& server) {
    return speaks_http(port_config(server, 0)) ? PortProtocol::http : PortProtocol::packets;
}

// A Server that has no callback but `receive` gets the bytes of whole requests.
bool receives_requests(const ServerObject& server, uint32_t index) {
    const PortConfig& config = port_config(server, index);
    const bool plain = config.open_http_protocol && !config.serving.http2 && !config.open_websocket_protocol &&
                       !instanceof_function(server.std.ce, classes.http_server);
    const auto has = [&](PortEvent event) {
        return has_callback(server, index, event) || has_callback(server, 0, event);
    };
    return plain && has(PortEvent::receive) && !has(PortEvent::request);
}

PortProtocol stream_protocol(const ServerObject& server, uint32_t index) {
    const PortObject& port = *port_at(server, index);
    const PortConfig& own = *port.config;
    if (receives_requests(server, index)) return PortProtocol::packets;
    if (speaks_http(own)) return PortProtocol::http;
    if (was_set(port.touched, "open_http_protocol") || own.messages.end.ways() > 0) return PortProtocol::packets;
    if (index == 0) return first_protocol(server);
    if (has_callback(server, index, PortEvent::request) || has_callback(server, index, PortEvent::message)) {
        return PortProtocol::http;
    }
    if (has_callback(server, index, PortEvent::receive)) return PortProtocol::packets;
    if (called_set(port) && has_callback(server, 0, PortEvent::receive)) return PortProtocol::packets;
    return first_protocol(server);
}

bool refuse(uint32_t index, const char* why) {
    throw_exception(Error::invalid_params, "port %u: %s", index, why);
    return false;
}

bool check_framing(const ServerObject& server, uint32_t index) {
    if (speaks_dtls(server, index)) return true;
    if (port_config(server, index).messages.end.ways() > 1) {
        return refuse(index,
                      "only one of open_eof_check, open_length_check, open_mqtt_protocol and open_redis_protocol");
    }
    return true;
}

protocol::Framing::By way_of(const MessageOptions& options) noexcept {
    using By = protocol::Framing::By;
    if (options.end.length_check) return options.length_func ? By::function : By::length;
    if (options.end.by_mark()) return By::end_mark;
    if (options.end.mqtt) return By::mqtt;
    return options.end.redis ? By::resp : By::nothing;
}

}  // namespace

zend_long port_type(const ServerObject& server, uint32_t index) { return port_type(server.ports[index]); }

bool is_secure(const ServerObject& server, uint32_t index) {
    zval slot;
    zend_object* port = server.ports[index];
    return zend_is_true(zend_read_property(port->ce, port, ZEND_STRL("ssl"), true, &slot));
}

bool takes_datagrams(const ServerObject& server, uint32_t index) { return takes_datagrams(server.ports[index]); }

bool speaks_dtls(const ServerObject& server, uint32_t index) {
    return is_secure(server, index) && takes_datagrams(server, index);
}

PortProtocol port_protocol(const ServerObject& server, uint32_t index) {
    if (speaks_dtls(server, index)) return PortProtocol::packets;
    return takes_datagrams(server, index) ? PortProtocol::datagrams : stream_protocol(server, index);
}

bool keeps_connections(const ServerObject& server, uint32_t index) {
    constexpr int64_t kByConnection[] = {2, 4, 5, 8};  // SWOOLE_DISPATCH_*: FDMOD, IPMOD, UIDMOD, CO_CONN_LB
    const auto has = [&](PortEvent event) { return Z_TYPE_P(port_callback(server, index, event)) != IS_UNDEF; };
    const bool chosen = was_set(server.touched, "dispatch_mode") &&
                        std::ranges::find(kByConnection, server.config->dispatch_mode) != std::end(kByConnection);
    return chosen || has(PortEvent::connect) || has(PortEvent::close);
}

bool check_port(const ServerObject& server, uint32_t index) {
    const PortProtocol protocol = port_protocol(server, index);
    const auto missing = [&](PortEvent event) { return Z_TYPE_P(port_callback(server, index, event)) == IS_UNDEF; };
    if (protocol == PortProtocol::http && missing(PortEvent::request)) {
        const bool websocket = port_config(server, index).open_websocket_protocol;
        if (!websocket) return refuse(index, "there is no callback for the request event");
        if (missing(PortEvent::message)) return refuse(index, "there is no callback for the message event");
    }
    if (protocol == PortProtocol::datagrams && missing(PortEvent::packet)) {
        return refuse(index, "there is no callback for the packet event");
    }
    if (speaks_dtls(server, index) && port_type(server, index) == kSockUnixDgram) {
        return refuse(index, "there is no TLS for unix datagrams");
    }
    if (protocol != PortProtocol::packets) return true;
    if (port_config(server, index).serving.proxy_protocol) return refuse(index, "proxy_protocol is for HTTP");
    if (missing(PortEvent::receive) && !takes_commands(server, index))
        return refuse(index, "there is no callback for the receive event");
    return check_framing(server, index);
}

bool takes_commands(const ServerObject& server, uint32_t index) {
    if (speaks_dtls(server, index)) return false;
    return instanceof_function(server.std.ce, classes.redis_server) && port_config(server, index).messages.end.redis;
}

protocol::Framing port_framing(const ServerObject& server, uint32_t index) {
    const PortConfig& config = port_config(server, index);
    protocol::Framing framing = config.packets.framing;
    // Datagrams have boundaries already, and some are lost.
    framing.by = speaks_dtls(server, index)         ? protocol::Framing::By::nothing
                 : receives_requests(server, index) ? protocol::Framing::By::http
                                                    : way_of(config.messages);
    framing.field = protocol::LengthField::from_letter(config.messages.length_type[0]).value();
    return framing;
}

const zval* length_function(const ServerObject& server, uint32_t index) {
    const zval* own = find_setting(server.ports[index], "package_length_func");
    if (own == nullptr) own = find_setting(const_cast<zend_object*>(&server.std), "package_length_func");
    return own == nullptr ? &kNone : own;
}

}  // namespace tern::php
