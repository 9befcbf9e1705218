#include "php/http/page/web_request.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/script.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/state/engine_heap.h"
#include "php/engine/state/outer_code.h"
#include "php/engine/string_slice.h"
#include "php/http/page/page.h"
#include "php/http/page/server_interface.h"
#include "php/http/page/web_parameters.h"
#include "php/http/request/request_owner.h"
#include "php/http/response/response.h"
#include "php/isolation/state/engine_functions.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

constexpr char kWebRequest = 0;
constexpr size_t kPiece = 64 * 1024;  // printed bytes that are sent before the end
constexpr Bytes kContentType = "content-type:";

struct OuterCall {
    zval* callable;
    zval arguments[2];
    uint32_t count;
    const Context* ended;  // null: the page continues
};

void call_outside(void* argument) {
    auto& call = *static_cast<OuterCall*>(argument);
    if (call.ended != nullptr) note_figures(*call.ended);
    zval result;
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, call.callable, &result, call.count, call.arguments);
    zval_ptr_dtor(&result);
    if (zend_object* thrown = std::exchange(EG(exception), nullptr)) log_uncaught(thrown);
}

// A script may have ended with an exception.
void call_out_of_context(OuterCall& call) {
    zend_object* pending = std::exchange(EG(exception), nullptr);
    const zend_op* before = EG(opline_before_exception);
    Context::run_in(nullptr, call_outside, &call);
    EG(exception) = pending;
    EG(opline_before_exception) = before;
}

// A reference on a table of code outside.
void hold(HashTable* table, zval& into) {
    if (table == nullptr) return;
    ZVAL_ARR(&into, table);
    const bool is_immutable = (GC_FLAGS(table) & GC_IMMUTABLE) != 0;
    is_immutable ? (void)(Z_TYPE_INFO(into) = IS_ARRAY) : (void)GC_ADDREF(table);
}

// What a script has in $_SERVER of a web server.
void add_web_parameters(const serve::FcgiFacts& facts, HashTable& into) {
    add_parameters_backwards(facts.parameters, into);
    zval self;
    ZVAL_STR(&self, zend_string_concat2(facts.script_name.data(), facts.script_name.size(), facts.path_info.data(),
                                        facts.path_info.size()));
    zend_hash_str_update(&into, ZEND_STRL("PHP_SELF"), &self);
}

void drop_outer(zend_object& object) {
    zval value;
    ZVAL_OBJ(&value, &object);
    Context::drop_outer(&value);
}

}  // namespace

WebRequest& WebRequest::of_context() {
    take_over_server_interface();
    Context& context = *Context::running();
    context.need(&kWebRequest, [] { return static_cast<OwnPart*>(new WebRequest); });
    return *static_cast<WebRequest*>(context.find(&kWebRequest));
}

WebRequest::~WebRequest() { drop(); }

void WebRequest::forget_callbacks() {
    for (zval* callback : {&on_head_, &on_end_}) {
        Context::drop_outer(callback);
        ZVAL_UNDEF(callback);
    }
}

void WebRequest::forget_variables() {
    passed_on_ = is_over_fastcgi_ = false;
    for (zval* one : {&environment_, &more_}) {
        Context::drop_outer(one);
        ZVAL_UNDEF(one);
    }
    if (Z_TYPE(variables_) == IS_UNDEF) return;
    const OuterCode::Inner inner = OuterCode::enter();
    zval_ptr_dtor(&variables_);
    OuterCode::leave(inner);
    ZVAL_UNDEF(&variables_);
}

void WebRequest::describe_server(const ServerVariables& variables) {
    hold(variables.environment, environment_);
    hold(variables.more, more_);
    is_over_fastcgi_ = variables.is_over_fastcgi;
}

HashTable* WebRequest::server_variables() {
    if (Z_TYPE(environment_) == IS_UNDEF) return nullptr;
    if (!is_over_fastcgi_) return Z_ARRVAL(environment_);
    if (Z_TYPE(variables_) == IS_UNDEF) {
        const OuterCode::Inner inner = OuterCode::enter();
        ZVAL_ARR(&variables_, zend_array_dup(Z_ARRVAL(environment_)));
        if (of_server() != nullptr) add_web_parameters(*of_server()->fastcgi, *Z_ARRVAL(variables_));
        zend_hash_merge(Z_ARRVAL(variables_), Z_ARRVAL(more_), zval_add_ref, false);
        OuterCode::leave(inner);
    }
    return Z_ARRVAL(variables_);
}

void WebRequest::drop() {
    smart_str_free_ex(&printed_, printed_in_process_);
    forget_callbacks();
    forget_variables();
    if (RequestObject* last = std::exchange(request_, nullptr)) drop_outer(last->std);
    if (ResponseObject* last = std::exchange(response_, nullptr)) drop_outer(last->std);
}

void WebRequest::release() {
    drop();
    SG(server_context) = nullptr;
    SG(request_info).no_headers = true;
}

void WebRequest::begin(RequestObject& request, ResponseObject& response, const zval* on_head, const zval* on_end) {
    drop();
    if (on_head != nullptr) ZVAL_COPY(&on_head_, on_head);
    if (on_end != nullptr) ZVAL_COPY(&on_end_, on_end);
    GC_ADDREF(&request.std);
    GC_ADDREF(&response.std);
    request_ = &request;
    response_ = &response;
    head_taken_ = false;
    has_default_type_ = false;
    body_read_ = 0;
    SapiGlobals::clear_head();
    SG(server_context) = this;
    SG(sapi_headers).http_response_code = kOk;
    // What an application prints does not send the head: its response follows.
    SG(request_info).no_headers = !Context::running()->is_like_process();
    SG(request_info).headers_only = request.exchange != nullptr && request.exchange->is_head_request();
    SG(global_request_time) =
        request.exchange == nullptr ? 0 : static_cast<double>(request.exchange->received_us) / 1e6;
    PG(connection_status) = PHP_CONNECTION_NORMAL;
    const bool flushes = PG(implicit_flush) && Context::running()->is_like_process();
    OG(flags) = PHP_OUTPUT_ACTIVATED | (flushes ? PHP_OUTPUT_IMPLICITFLUSH : 0);
}

bool WebRequest::sendable() const noexcept {
    if (response_ == nullptr || response_->exchange == nullptr || response_->ended || response_->detached) return false;
    return runtime() != nullptr && response_->exchange->responder() != nullptr;
}

// PHP ends a script whose client has gone when it prints next.
void WebRequest::note_abort() {
    PG(connection_status) |= PHP_CONNECTION_ABORTED;
    const bool ends = Context::running()->is_like_process() && !PG(ignore_user_abort);
    if (ends && EG(exception) == nullptr && EG(current_execute_data) != nullptr) zend_throw_unwind_exit();
}

void WebRequest::wait_for_client() {
    serve::Exchange& exchange = *response_->exchange;
    if (handler_state(exchange).writer_id != 0) return;
    exchange.retain();  // another coroutine of the script may end the response meanwhile
    zval ignored;
    (void)php::wait_for_client(exchange, &ignored);
    exchange.release();
}

bool WebRequest::send_printed() {
    const OuterCode::Inner inner = OuterCode::enter();
    zend_string* piece = take_printed();
    const bool sent = sendable() && send_piece(*response_, keep(piece));
    zend_string_release(piece);
    OuterCode::leave(inner);
    return sent;
}

void WebRequest::send() {
    if (!send_printed()) return note_abort();
    wait_for_client();
}

void WebRequest::write(Bytes text) {
    if (response_ == nullptr) return;
    if (!sendable()) {
        if (!response_->ended) note_abort();
        return;
    }
    // The response outlives a heap of the script, and what code outside frees would stay in the script's account. What
    // an application prints may become a string of PHP, which is of the heap.
    if (printed_.s == nullptr) printed_in_process_ = Context::running()->is_like_process();
    smart_str_appendl_ex(&printed_, text.data(), text.size(), printed_in_process_);
    if (ZSTR_LEN(printed_.s) >= kPiece) flush();
}

void WebRequest::flush() {
    if (!sendable()) return;
    if (!SG(headers_sent) && printed_.s != nullptr) send_head();
    if (SG(headers_sent) && (printed_.s != nullptr || response_->exchange->state() == serve::ResponseState::none))
        send();
}

// Of an application, whose response may have fields already. From now on header() warns as everywhere.
void WebRequest::send_head() {
    const zval* fields = OBJ_PROP_NUM(&response_->std, static_cast<uint32_t>(ResponseProperty::header));
    if (Z_TYPE_P(fields) == IS_ARRAY && zend_hash_str_exists(Z_ARRVAL_P(fields), ZEND_STRL("Content-Type")))
        SG(sapi_headers).send_default_content_type = 0;
    SG(request_info).no_headers = false;
    (void)sapi_send_headers();
}

void WebRequest::begin_stream() {
    if (!SG(headers_sent)) send_head();
}

void WebRequest::note_field(Bytes line) noexcept {
    if (!equals_lower(line.substr(0, kContentType.size()), kContentType)) return;
    has_default_type_ = SG(sapi_headers).send_default_content_type;
}

void WebRequest::take_head(const sapi_headers_struct& head) {
    if (!sendable() || head_taken_ || response_->exchange->state() != serve::ResponseState::none) return;
    head_taken_ = true;
    const OuterCode::Inner inner = OuterCode::enter();
    put_head(head, *response_, Context::running()->is_like_process());
    OuterCode::leave(inner);
    if (Z_TYPE(on_head_) != IS_UNDEF) call_on_head();
}

void WebRequest::call_on_head() {
    OuterCall call{&on_head_, {}, 2, nullptr};
    ZVAL_LONG(&call.arguments[0], response_->status == 0 ? kOk : response_->status);
    ZVAL_BOOL(&call.arguments[1], has_default_type_);
    call_out_of_context(call);
}

void WebRequest::call_on_end() {
    OuterCall call{&on_end_, {}, 1, Context::running()};
    ZVAL_LONG(&call.arguments[0], SG(sapi_headers).http_response_code);
    call_out_of_context(call);
}

// With its spare room: to give that back costs more than the memory is worth.
zend_string* WebRequest::take_printed() {
    if (printed_.s == nullptr) return ZSTR_EMPTY_ALLOC();
    smart_str_0(&printed_);
    return std::exchange(printed_, {}).s;
}

size_t WebRequest::read_body(char* into, size_t most) {
    if (request_ == nullptr || request_->exchange == nullptr) return 0;
    serve::RequestBody& body = request_->exchange->body;
    if (body.form() != nullptr || body_read_ >= body.size()) return 0;
    const size_t count = std::min<uint64_t>(most, body.size() - body_read_);
    if (body.read(into, body_read_, count) != Error::ok) return 0;
    body_read_ += count;
    return count;
}

bool log_to_web_server(serve::Exchange& exchange, Bytes prefix, Bytes message) {
    serve::FcgiFacts* facts = exchange.fastcgi.get();
    if (facts == nullptr || !facts->takes_log || exchange.responder() == nullptr || runtime() == nullptr) return false;
    smart_str text{};
    if (facts->has_logged) smart_str_appends(&text, "; ");
    if (!prefix.empty()) smart_str_appendl(&text, prefix.data(), prefix.size());
    smart_str_appendl(&text, message.data(), message.size());
    smart_str_0(&text);
    const bool sent = exchange.responder()->write_error(exchange, view(text.s)) == Error::ok;
    facts->has_logged = facts->has_logged || sent;
    smart_str_free(&text);
    return sent;
}

bool is_of_pool(const serve::Exchange& exchange) noexcept {
    return exchange.fastcgi != nullptr && exchange.fastcgi->style == fastcgi::HeadStyle::as_is;
}

void log_to_master(const char* level, Bytes message) {
    dprintf(STDERR_FILENO, "%s%.*s\n", level, static_cast<int>(message.size()), message.data());
}

bool WebRequest::log(const char* message) {
    const bool is_there = request_ != nullptr && request_->exchange != nullptr;
    if (!is_there) return false;
    const bool is_sent = log_to_web_server(*request_->exchange, "PHP message: ", Bytes(message));
    if (!is_sent && !is_of_pool(*request_->exchange)) return false;
    log_to_master("NOTICE: PHP message: ", Bytes(message));
    return true;
}

char* WebRequest::variable(Bytes name) {
    const serve::Exchange* exchange = of_server();
    if (exchange == nullptr || exchange->fastcgi == nullptr) return nullptr;
    if (exchange->fastcgi->parameters.find(name).data() == nullptr) return nullptr;
    HashTable* variables = passed_variables();
    if (variables == nullptr) return nullptr;
    zval* value = zend_symtable_str_find(variables, name.data(), name.size());
    return value != nullptr && Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : nullptr;
}

// As with php-fpm: shutdown functions have no time limit, and run where the server was started.
void WebRequest::note_end() noexcept {
    if (Context::running()->is_like_process()) leave_own_directory();
    const serve::Exchange* exchange = of_server();
    if (exchange == nullptr || exchange->fastcgi == nullptr) return;
    exchange->fastcgi->is_ending = true;
    if (exchange->fastcgi->child != nullptr) exchange->fastcgi->child->note_stage(shm::ChildStage::ending);
}

void WebRequest::end_page() {
    const bool is_noted = !Context::running()->is_terminated();  // php-fpm logs no request whose process it has ended
    if (is_noted && Z_TYPE(on_end_) != IS_UNDEF) call_on_end();
    finish();
    forget_callbacks();
}

void WebRequest::finish() {
    if (response_ == nullptr) return;
    if (sendable()) {
        const OuterCode::Inner inner = OuterCode::enter();
        zend_string* rest = take_printed();
        (void)end_response(*response_, ZSTR_LEN(rest) == 0 ? nullptr : rest);
        zend_string_release(rest);
        OuterCode::leave(inner);
    }
    if (ResponseObject* last = std::exchange(response_, nullptr)) drop_outer(last->std);
}

}  // namespace tern::php
