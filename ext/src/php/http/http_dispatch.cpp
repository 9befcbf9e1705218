#include "php/http/http_dispatch.h"

#include <vector>

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/trace_scope.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/globals.h"
#include "php/engine/state/own_state.h"
#include "php/http/port_host.h"
#include "php/http/request/request_body.h"
#include "php/http/response/response.h"

namespace tern::php {

namespace {

constexpr size_t kMostTraceBytes = 8 * 1024;  // copied when it is sent: see Stream::kCopyLimit

constexpr const char* kOwnLimit = "its own time limit";

void log_overdue(const serve::Exchange& exchange, const char* limit) noexcept {
    TERN_G(log)->print(LogLevel::warning, "a request took longer than %s: %.*s %.*s", limit,
                       static_cast<int>(exchange.head.method.size()), exchange.head.method.data(),
                       static_cast<int>(exchange.head.path.size()), exchange.head.path.data());
}

// Sends the text of the exception if display_errors is on.
void respond_with_exception(serve::Exchange& exchange, zend_object* exception) {
    if (PG(display_errors) != PHP_DISPLAY_ERRORS_STDOUT || exception->ce->__tostring == nullptr)
        return send_failure(exchange, 500, {});
    zval text;
    ZVAL_UNDEF(&text);
    zend_object* pending = EG(exception);
    EG(exception) = nullptr;
    zend_call_known_instance_method_with_0_params(exception->ce->__tostring, exception, &text);
    if (EG(exception) != nullptr) zend_clear_exception();
    EG(exception) = pending;
    Bytes shown = Z_TYPE(text) == IS_STRING ? view(Z_STR(text)).substr(0, kMostTraceBytes) : Bytes();
    send_failure(exchange, 500, shown);
    zval_ptr_dtor(&text);
}

// exit() ends the request: a string argument is the rest of the body.
void respond_with_exit(ResponseObject& response, zend_object* exit) {
    if (response.ended || response.detached || response.exchange->responder() == nullptr) return;
    zval slot;
    ZVAL_NULL(&slot);
    zval* status = &slot;
    if (exit->ce == classes.exit_exception) {
        status = zend_read_property(classes.exit_exception, exit, ZEND_STRL("status"), true, &slot);
    }
    end_response(response, Z_TYPE_P(status) == IS_STRING ? Z_STR_P(status) : nullptr);
}

// The response of a port that serves WebSockets only. 426 would say it better, but 400 is what the API has published.
void ask_for_upgrade(serve::Exchange& exchange) {
    constexpr http::Field kFields[] = {
        {"Content-Type", "text/plain"}, {"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
    http::ResponseHead head;
    head.status = 400;
    head.fields = kFields;
    head.field_count = exchange.head.version == http::Version::http2 ? 1 : std::size(kFields);
    (void)exchange.responder()->respond(exchange, head, Slice("This port speaks WebSocket.\n"));
}

TraceScope* trace_of(serve::Exchange& exchange) noexcept {
    exchange.trace->retain();
    return new TraceScope(*exchange.trace, exchange.trace->root_span());
}

// True if the program or php.ini enables it explicitly. PHP's default (off) does not count: a program made for servers
// that finish every request may not release what it borrowed when a wait throws (docs/internals.md).
bool cancels_on_disconnect(const serve::Exchange& exchange) noexcept {
    if (PG(ignore_user_abort)) return false;
    if (handler_state(exchange).handles_abort) return true;
    const auto* entry =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("ignore_user_abort")));
    return (entry != nullptr && entry->modified) || cfg_get_entry(ZEND_STRL("ignore_user_abort")) != nullptr;
}

// A page of a classic site: it continues, and PHP ends it when it prints, unless it ignores that.
bool ends_by_itself(const Fiber& handler) noexcept {
    const OwnState* state = handler.own_state();
    return state != nullptr && state->contains_fatal_errors();
}

// Also of the coroutines that the page has started.
void end_waits_of(const OwnState& state) {
    std::vector<int64_t> ids;
    runtime()->scheduler.each([&](const coro::Coroutine& one) {
        if (static_cast<const Fiber&>(one).own_state() == &state && one.suspended()) ids.push_back(one.id());
    });
    for (int64_t id : ids) {
        if (coro::Coroutine* one = runtime()->scheduler.find(id)) (void)exit_wait(*runtime(), *one);
    }
}

// As under php-fpm, which ends the process: without a response, and no code of the page runs any more.
void end_overdue_page(Fiber& page, serve::Exchange& exchange) {
    HandlerState& state = handler_state(exchange);
    const serve::FcgiFacts& facts = *exchange.fastcgi;
    const bool has_responded = exchange.responder() == nullptr && !state.client_gone;
    if ((has_responded || facts.is_ending) && !facts.limits_to_end) return;  // it continues
    state.is_overdue = true;
    exchange.retain();
    if (exchange.responder() != nullptr) exchange.responder()->abort(exchange);
    page.own_state()->terminate();
    end_waits_of(*page.own_state());
    if (runtime()->current() == &page) zend_throw_unwind_exit();  // it computes
    exchange.release();
}

}  // namespace

HttpDispatch::HttpDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server,
                           const HttpEvents& events) noexcept
    : host_(host),
      websockets_(host, config, server, events.websocket),
      limit_(events.limit),
      request_(events.request),
      options_(config.request),
      in_coroutines_(server.enable_coroutine),
      time_limit_ms_(server.max_request_execution_time_ms),
      tracker_(RequestTracker::make(host, config, server)) {}

void HttpDispatch::on_request(serve::Exchange& exchange) {
    limit_->count();
    const bool is_handshake = websockets_.wants(exchange);
    if (is_handshake && websockets_.is_quiet()) return (void)websockets_.upgrade(exchange, {}, false);
    if (!is_handshake && !request_.exists()) return ask_for_upgrade(exchange);
    handler_state(exchange).is_handshake = is_handshake;
    start(exchange);
}

void HttpDispatch::start(serve::Exchange& exchange) {
    Coroutines& coroutines = *php::coroutines();
    handler_state(exchange).owner = this;
    if (!in_coroutines_) return start_outside(coroutines, exchange);
    if (!Fiber::spawn(coroutines, {run_request, bailed, overdue, true}, &exchange)) send_failure(exchange, 503, {});
}

void HttpDispatch::start_outside(Coroutines& coroutines, serve::Exchange& exchange) {
    const Entry entry = enter_outside(coroutines, run_request, &exchange);
    if (entry == Entry::refused) return send_failure(exchange, 503, {});
    coroutines.coroutine_clock.end_outside();
    if (coroutines.outer_trace != nullptr) [[unlikely]]
        set_trace(coroutines, nullptr);
    if (entry == Entry::bailed) bailed(&exchange);
}

const serve::Exchange* HttpDispatch::exchange_of(const Fiber& fiber) noexcept {
    return static_cast<const serve::Exchange*>(fiber.argument_of(run_request));
}

void HttpDispatch::run_request(void* argument) {
    auto* exchange = static_cast<serve::Exchange*>(argument);
    static_cast<HttpDispatch*>(owner_of(*exchange))->handle(*exchange);
}

void HttpDispatch::handle(serve::Exchange& exchange) {
    exchange.retain();
    if (tracker_ != nullptr) tracker_->open(exchange);
    if (exchange.trace != nullptr) [[unlikely]]
        set_trace(*runtime(), trace_of(exchange));
    Fiber* const fiber = runtime()->current();
    if (fiber != nullptr) handler_state(exchange).handler_id = fiber->id();
    if (fiber != nullptr && time_limit_ms_ > 0) fiber->limit_time(time_limit_ms_);
    const uint32_t forks = TERN_G(forks);
    zval arguments[2];
    make_request(exchange, options_, &arguments[0]);
    make_response(exchange, &arguments[1]);
    if (handler_state(exchange).is_handshake) [[unlikely]] {
        websockets_.handshake(exchange, &arguments[0], &arguments[1]);
    } else {
        call(exchange, arguments);
    }
    if (TERN_G(forks) != forks) end_fork();  // the parent answers the request
    if (EG(exception) != nullptr) end_with_exception(exchange, &arguments[1]);
    handler_state(exchange).handler_id = 0;
    drop_request(&arguments[0]);
    drop_response(&arguments[1]);
    guard::tidy();  // while the exchange still exists: PHP code may run once more
    if (fiber != nullptr) fiber->drop_argument();
    exchange.note_handled();
    exchange.release();
    on_handled();
}

// Runs no PHP code and uses no Zend.
void HttpDispatch::bailed(void* argument) { send_failure(*static_cast<serve::Exchange*>(argument), 500, {}); }

void HttpDispatch::overdue(Fiber& fiber, void* argument) {
    auto* exchange = static_cast<serve::Exchange*>(argument);
    if (handler_state(*exchange).handler_id != fiber.id()) return;
    if (exchange->fastcgi != nullptr && ends_by_itself(fiber)) return end_overdue_page(fiber, *exchange);
    const auto* self = static_cast<HttpDispatch*>(owner_of(*exchange));
    // Of a limit that the program has set itself the log tells only if nothing catches the exception.
    if (self->time_limit_ms_ > 0) {
        log_overdue(*exchange, "request_timeout (max_request_execution_time)");
    } else if (!fiber.suspended()) {
        log_overdue(*exchange, kOwnLimit);
    }
    // The program may catch the exception and answer. A coroutine that waits for nothing is not interrupted.
    if (!fiber.suspended() || !cancel_with(*runtime(), fiber, classes.timeout_exception))
        send_failure(*exchange, 504, {});
}

void HttpDispatch::end_with_exception(serve::Exchange& exchange, zval* response) {
    zend_object* exception = EG(exception);
    if (is_exit(exception)) {
        GC_ADDREF(exception);
        zend_clear_exception();
        respond_with_exit(*of<ResponseObject>(response), exception);
        OBJ_RELEASE(exception);
        return;
    }
    const bool overdue = is_cancellation(exception, classes.timeout_exception);
    const bool ended_from_outside = overdue || is_cancellation(exception, classes.canceled_exception) ||
                                    instanceof_function(exception->ce, classes.body_exception);
    const bool client_gone = handler_state(exchange).client_gone;
    if (overdue && !client_gone) {
        zend_clear_exception();
        if (time_limit_ms_ <= 0) log_overdue(exchange, kOwnLimit);
        return send_failure(exchange, 504, {});
    }
    if (ended_from_outside && (exchange.responder() == nullptr || client_gone)) {
        zend_clear_exception();
        if (exchange.responder() != nullptr) exchange.responder()->abort(exchange);
        return;
    }
    GC_ADDREF(exception);
    zend_clear_exception();
    respond_with_exception(exchange,
                           exception);  // may end the connection: close is called, which cannot with a pending one
    log_uncaught(exception);
}

void HttpDispatch::on_client_gone(serve::Exchange& exchange) {
    Coroutines& coroutines = *php::coroutines();
    handler_state(exchange).client_gone = true;
    if (coroutines.bailed) return;
    exchange.retain();
    host_.abort_calls.take(exchange, true);
    host_.abort_calls.run();
    if (!coroutines.bailed) {
        const auto* handler = static_cast<Fiber*>(coroutines.scheduler.find(handler_state(exchange).handler_id));
        const bool is_page = handler != nullptr && ends_by_itself(*handler);
        end_waits(exchange, host_.cuts_off || (!is_page && cancels_on_disconnect(exchange)));
    }
    exchange.release();
}

void HttpDispatch::end_waits(serve::Exchange& exchange, bool handler_too) {
    Coroutines& coroutines = *php::coroutines();
    wake_writer(exchange);
    if (coroutines.bailed) return;
    wake_body_reader(coroutines, exchange);
    const int64_t handler_id = handler_state(exchange).handler_id;
    if (coroutines.bailed || handler_id == 0 || !handler_too) return;
    coro::Coroutine* handler = coroutines.scheduler.find(handler_id);
    if (handler != nullptr && handler->suspended()) (void)cancel_with(coroutines, *handler, classes.canceled_exception);
}

void HttpDispatch::on_drained(serve::Exchange& exchange) {
    exchange.retain();
    wake_writer(exchange);
    exchange.release();
}

void HttpDispatch::on_over(serve::Exchange& exchange) {
    host_.abort_calls.take(exchange, exchange.state() == serve::ResponseState::lost);
}

void HttpDispatch::on_account_due(serve::Exchange& exchange) { RequestTracker::due(exchange); }

void HttpDispatch::on_body(serve::Exchange& exchange) {
    if (!coroutines()->bailed) wake_body_reader(*runtime(), exchange);
}

}  // namespace tern::php
