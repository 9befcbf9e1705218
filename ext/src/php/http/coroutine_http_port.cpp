#include "php/http/coroutine_http_port.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

#include "php/coroutine/program/process_runtime.h"
#include "php/http/options/port_options.h"
#include "php/http/port_tls.h"
#include "php/http/response/response.h"

namespace tern::php {

// The port belongs to no server.
constexpr uint16_t kNoIndex = UINT16_MAX;

// --- requests

void RouteDispatch::on_request(serve::Exchange& exchange) {
    host_.context.counters.dispatch_count.increment();
    start(exchange);
}

void RouteDispatch::call(serve::Exchange& exchange, zval* arguments) {
    ++handling_;
    const HttpRoutes::Route* route = routes_.find(exchange.head.path);
    if (route == nullptr) return send_failure(exchange, 404, {});
    // A copy, since the program may replace the handler meanwhile.
    ProgramCallback callback = route->callback;
    zval kept;
    ZVAL_COPY(&kept, &route->callable);
    callback.call(2, arguments);
    zval_ptr_dtor(&kept);
}

void RouteDispatch::on_handled() {
    if (--handling_ > 0) return;
    if (!idle_.pending()) host_.context.loop.defer(idle_);
    host_.free_when_idle();
}

// --- the port

CoroutineHttpPort::CoroutineHttpPort(PortHost& host, std::shared_ptr<const net::Listener> listener,
                                     const HttpRoutes& routes, const PortConfig& config, const ServerConfig& server,
                                     const serve::TlsMaterial& certificates, bool one_by_one) noexcept
    : host_(host),
      listener_(std::move(listener)),
      emptied_([](void* self) { static_cast<CoroutineHttpPort*>(self)->on_empty(); }, this),
      dispatch_(host, config, server, routes, emptied_),
      access_error_(access_file_.open(config.access_log)),
      files_(port_files(host.context, config)),
      compression_(port_compression(config)),
      tls_(handshake_limiter(host.context, config, certificates)),
      access_log_(port_access_log(host.context, access_file_, config)),
      timeout_([](void* self) { static_cast<CoroutineHttpPort*>(self)->on_timeout(); }, this),
      port_(host.context, options(config, server, one_by_one), *listener_, dispatch_, host.admission, host.exchanges),
      timeout_ms_(server.master.max_wait_time_ms) {
    host_.add(port_);
    if (access_log_ != nullptr) access_log_->follow_renames();
}

CoroutineHttpPort::~CoroutineHttpPort() { host_.remove(port_); }

serve::PortOptions CoroutineHttpPort::options(const PortConfig& config, const ServerConfig& server, bool one_by_one) {
    serve::PortOptions made =
        port_options(config, {files_.get(), access_log_.get(), compression_.get(), tls_.get(), nullptr});
    made.index = kNoIndex;
    made.max_connections = static_cast<uint64_t>(server.max_connection);
    made.one_by_one = one_by_one;
    made.emptied = &emptied_;
    return made;
}

std::string CoroutineHttpPort::open(const PortConfig& config, Error& error) {
    error = access_error_;
    if (error != Error::ok) return "access_log " + config.access_log + " cannot be opened: " + describe(error);
    if (config.enable_static_handler) {
        error = files_ == nullptr ? Error::invalid_params : files_->open();
        if (error != Error::ok)
            return "document_root \"" + config.files.root.path + "\" cannot be opened: " + describe(error);
    }
    error = port_.open();
    return {};
}

void CoroutineHttpPort::leave() noexcept {
    if (std::exchange(leaving_, true)) return;
    host_.context.loop.start_timer(timeout_, timeout_ms_);
    port_.drain(nullptr);
    if (port_.empty() && !emptied_.pending()) host_.context.loop.defer(emptied_);
}

void CoroutineHttpPort::on_timeout() noexcept {
    host_.context.log.print(LogLevel::warning, "max_wait_time is over: %zu connections are cut",
                            port_.session_ids().size());
    cut_off();
}

void CoroutineHttpPort::on_empty() noexcept {
    if (!port_.empty() || runtime()->bailed) return;
    if (leaving_) {
        (void)starter_.wake_one(runtime()->scheduler);
    } else if (port_.options().one_by_one && !dispatch_.handles()) {
        port_.accept_next();
    }
}

void CoroutineHttpPort::cut_off() noexcept {
    leave();
    host_.cuts_off = true;
    // Iterates by id: aborting one connection may run a handler that closes any other.
    for (int64_t id : port_.session_ids()) {
        if (serve::Connection* one = port_.find(id)) one->abort();
    }
}

void CoroutineHttpPort::close() noexcept {
    timeout_.stop();
    if (access_log_ != nullptr) access_log_->flush();
    closed_ = true;
    host_.free_when_idle();
}

void CoroutineHttpPort::leave_in_child(int nothing) noexcept { (void)dup3(nothing, listener_->fd(), O_CLOEXEC); }

HttpRoutes::~HttpRoutes() {
    for (Route& route : routes_) zval_ptr_dtor(&route.callable);
}

zval HttpRoutes::put(Bytes pattern, const zval* callable) {
    Route fresh{std::string(pattern), *callable, ProgramCallback(callable)};
    (void)fresh.callback.prepare();  // the caller has checked that it is callable
    const auto same = std::ranges::find(routes_, pattern, &Route::pattern);
    if (same != routes_.end()) {
        const zval former = same->callable;
        *same = std::move(fresh);
        return former;
    }
    const auto shorter = [pattern](const Route& one) { return one.pattern.size() < pattern.size(); };
    routes_.insert(std::ranges::find_if(routes_, shorter), std::move(fresh));
    return zval{};
}

const HttpRoutes::Route* HttpRoutes::find(Bytes path) const noexcept {
    for (const Route& route : routes_) {
        if (path.starts_with(route.pattern)) return &route;
    }
    return nullptr;
}

}  // namespace tern::php
