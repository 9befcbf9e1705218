#include <algorithm>

#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/http/coroutine_http_port.h"
#include "php/http/listen_advice.h"
#include "php/http/options/port_options.h"
#include "php/http/port_object.h"
#include "php/http/port_tls.h"
#include "php/http/server_link.h"
#include "php/http/coroutine_http_server_arginfo.h"

namespace tern::php {

namespace {

constexpr const char* kSettings = "settings";

struct HttpServer {
    Error listen(Bytes host, uint16_t port);
    // Opens a port of the process, which accepts; sets `running`. `failure_reason` says what is wrong with the options.
    Error open(PortHost& host);

    std::shared_ptr<net::Listener> listener;
    ServerConfig config;
    OptionMask touched{};
    HttpRoutes routes;
    bool secure = false;
    bool one_by_one = false;
    CoroutineHttpPort* running = nullptr;  // while start() waits; owned by its host
    std::string failure_reason;
};

using Object = Owning<HttpServer>;

HashTable* list_handlers(zend_object* object, zval** table, int* count) {
    zend_get_gc_buffer* buffer = zend_get_gc_buffer_create();
    if (const HttpServer* server = of<Object>(object)->part; server != nullptr) {
        for (const HttpRoutes::Route& route : server->routes.all()) {
            zend_get_gc_buffer_add_zval(buffer, const_cast<zval*>(&route.callable));
        }
    }
    zend_get_gc_buffer_use(buffer, table, count);
    return zend_std_get_properties(object);
}

Result<net::Address> address_of(Bytes host, uint16_t port) {
    constexpr Bytes kUnix = "unix:";
    if (host.starts_with(kUnix)) {
        host.remove_prefix(kUnix.size());
        const size_t slashes = std::min(host.find_first_not_of('/'), host.size());
        return net::Address::unix_path("/" + std::string(host.substr(slashes)));
    }
    const int family = host.find(':') == Bytes::npos ? AF_INET : AF_INET6;
    return net::Address::ip(family, std::string(host), port);
}

Error HttpServer::listen(Bytes host, uint16_t port) {
    if (host == kAdminHost) {
        net::Listener given = server_link() == nullptr ? net::Listener() : server_link()->take_admin_listener();
        if (!given.is_open()) return Error::invalid_params;
        listener = std::make_shared<net::Listener>(std::move(given));
        return Error::ok;
    }
    const Result<net::Address> address = address_of(host, port);
    if (!address.ok()) return address.error();
    Result<net::Listener> opened = net::Listener::open(address.value(), listen_options(config.port, false));
    if (!opened.ok()) return opened.error();
    listener = std::make_shared<net::Listener>(std::move(opened.value()));
    return Error::ok;
}

Error HttpServer::open(PortHost& host) {
    failure_reason.clear();
    serve::TlsMaterial certificates;
    if (!net::make_ticket_secret(certificates.secret)) return last_error();
    const auto options = std::make_unique<PortConfig>(config.port);
    resolve_port(*options, config);
    failure_reason = load_certificates(*options, secure ? TlsUse::stream : TlsUse::as_options_say, certificates);
    if (!failure_reason.empty()) return Error::invalid_params;
    Error error = listener->listen(listen_options(*options, false));
    if (error != Error::ok) return error;
    auto port = std::make_unique<CoroutineHttpPort>(host, listener, routes, *options, config, certificates, one_by_one);
    failure_reason = port->open(*options, error);
    if (error == Error::ok) running = &static_cast<CoroutineHttpPort&>(host.take(std::move(port)));
    return error;
}

// False for options of servers with workers and of other protocols.
bool is_served(const Option& row) noexcept {
    constexpr Bytes kOfServers[] = {
        "max_connection",           "max_wait_time",   "send_timeout",           "max_request_execution_time",
        "heartbeat_check_interval", "slow_request_ms", "request_slowlog_timeout"};
    if (row.scope == OptionScope::server) return std::ranges::find(kOfServers, row.name) != std::end(kOfServers);
    const auto is_in = [&row](size_t first, size_t bytes) { return row.member.offset - first < bytes; };
    if (is_in(offsetof(PortConfig, messages), sizeof(MessageOptions))) return false;
    if (is_in(offsetof(PortConfig, packets.framing), sizeof(protocol::Framing))) return false;
    return Bytes(row.name) != "enable_reuse_port";  // the socket is open already
}

void show_address(zend_object* object, const HttpServer& server, zend_string* host) {
    zend_class_entry* entry = object->ce;
    zend_update_property_str(entry, object, ZEND_STRL("host"), host);
    zend_update_property_long(entry, object, ZEND_STRL("port"), server.listener->address().port());
    zend_update_property_long(entry, object, ZEND_STRL("fd"), server.listener->fd());
    zend_update_property_bool(entry, object, ZEND_STRL("ssl"), server.secure);
}

void clear_error(zend_object* object) {
    zend_update_property_long(object->ce, object, ZEND_STRL("errCode"), 0);
    zend_update_property_string(object->ce, object, ZEND_STRL("errMsg"), "");
}

bool runs_here(const HttpServer& server) noexcept { return server.running != nullptr && server.running->is_here(); }

// False after an Error.
bool may_start(const HttpServer& server) {
    if (server.listener != nullptr && server.running == nullptr) return true;
    zend_throw_error(nullptr, server.listener == nullptr ? "the server does not listen"
                              : runs_here(server)        ? "the server is running already"
                                                         : "the server runs in the process that this one comes from");
    return false;
}

// Serves with an open port until it has left.
void serve_until_left(Coroutines& coroutines, zend_object* object, HttpServer& server, zval* return_value) {
    CoroutineHttpPort& port = *server.running;
    coroutines.loop.hold();
    const coro::Wake wake = port.wait_for_end(coroutines.scheduler);
    coroutines.loop.release();
    if (wake == coro::Wake::canceled) port.cut_off();
    port.close();
    server.running = nullptr;
    if (!after_wait(coroutines, wake, return_value)) {
        if (EG(exception) == nullptr) failure(object, Error::canceled_io, return_value);
        return;
    }
    RETURN_TRUE;
}

}  // namespace

void register_coroutine_http_server(Classes& into) {
    into.coroutine_http_server = register_class_Swoole_Coroutine_Http_Server();
    into.coroutine_http_server->create_object = create_object<Object>;
    handlers<Object>()->get_gc = list_handlers;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Http_Server, __construct) {
    zend_string* host;
    zend_long port = 0;
    bool ssl = false;
    bool reuse_port = false;
    ZEND_PARSE_PARAMETERS_START(1, 4)
    Z_PARAM_PATH_STR(host)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(port)
    Z_PARAM_BOOL(ssl)
    Z_PARAM_BOOL(reuse_port)
    ZEND_PARSE_PARAMETERS_END();
    if (!has_no_part<HttpServer>(ZEND_THIS)) RETURN_THROWS();
    if (port < 0 || port > 65535) {
        zend_argument_value_error(2, "must be between 0 and 65535, " ZEND_LONG_FMT " given", port);
        RETURN_THROWS();
    }
    auto* server = new HttpServer;
    of<Object>(ZEND_THIS)->part = server;
    server->secure = ssl;
    server->config.port.listen.reuse_port = reuse_port;
    server->config.port.serving.http2 = true;
    server->config.port.open_websocket_protocol = true;
    const Error error = server->listen(view(host), static_cast<uint16_t>(port));
    if (error != Error::ok) {
        throw_exception(error, "cannot listen at %s:" ZEND_LONG_FMT ": %s%s", ZSTR_VAL(host), port, describe(error),
                        tern::php::listen_advice(error));
        RETURN_THROWS();
    }
    show_address(Z_OBJ_P(ZEND_THIS), *server, host);
}

ZEND_METHOD(Swoole_Coroutine_Http_Server, set) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    HttpServer* server = part_of<HttpServer>(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (runs_here(*server)) {
        warn("the server is running: options cannot change any more");
        return failure(Z_OBJ_P(ZEND_THIS), Error::wrong_operation, return_value);
    }
    const OptionTargets targets{&server->config, &server->config.port, &server->touched, is_served};
    if (!apply_options(server_options(), settings, targets)) RETURN_THROWS();
    merge_setting(Z_OBJ_P(ZEND_THIS), settings, kSettings);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine_Http_Server, handle) {
    zend_string* pattern;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(pattern)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    HttpServer* server = part_of<HttpServer>(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (ZSTR_LEN(pattern) == 0 || ZSTR_VAL(pattern)[0] != '/') {
        zend_argument_value_error(1, "must begin with \"/\", \"%s\" given", ZSTR_VAL(pattern));
        RETURN_THROWS();
    }
    zval kept;
    keep_callable(callable, cache, &kept);
    zval former = server->routes.put(view(pattern), &kept);
    zval_ptr_dtor(&former);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine_Http_Server, start) {
    ZEND_PARSE_PARAMETERS_NONE();
    HttpServer* server = part_of<HttpServer>(ZEND_THIS);
    Runtime* runtime = server == nullptr ? nullptr : need_runtime();
    if (runtime == nullptr || !must_be_in_coroutine(runtime)) RETURN_THROWS();
    if (!may_start(*server)) RETURN_THROWS();
    PortHost* host = need_port_host(*runtime);
    const Error error = host == nullptr ? Error::no_memory : server->open(*host);
    if (!server->failure_reason.empty()) {
        throw_exception(error, "%s", server->failure_reason.c_str());
        RETURN_THROWS();
    }
    if (error != Error::ok) return failure(Z_OBJ_P(ZEND_THIS), error, return_value);
    clear_error(Z_OBJ_P(ZEND_THIS));
    serve_until_left(*runtime, Z_OBJ_P(ZEND_THIS), *server, return_value);
    bail_if_ended();
}

ZEND_METHOD(Swoole_Coroutine_Http_Server, shutdown) {
    ZEND_PARSE_PARAMETERS_NONE();
    const HttpServer* server = part_of<HttpServer>(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (!runs_here(*server)) {
        failure(Z_OBJ_P(ZEND_THIS), Error::wrong_operation, return_value);
        RETURN_NULL();
    }
    server->running->leave();
    bail_if_ended();
}

ZEND_FUNCTION(Tern_Internal_accept_one_by_one) {
    zval* object;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(object, classes.coroutine_http_server)
    ZEND_PARSE_PARAMETERS_END();
    HttpServer* server = part_of<HttpServer>(object);
    if (server == nullptr) RETURN_THROWS();
    server->one_by_one = true;
}
