#include "serve/fcgi/fcgi_request.h"

#include "base/networks.h"
#include "serve/fcgi/fcgi_connection.h"
#include "serve/origin.h"
#include "serve/refusal.h"

namespace tern::serve {

FcgiRequest::FcgiRequest(FcgiConnection& connection) noexcept : connection_(connection), body_(connection.host()) {}

ConnectionHost& FcgiRequest::host() const noexcept { return connection_.host(); }

// --- The request arrives

void FcgiRequest::begin(uint16_t id, const fastcgi::BeginRequest& begun, Exchange& exchange) noexcept {
    id_ = id;
    keeps_connection_ = begun.keeps_connection;
    has_role_with_body_ = static_cast<fastcgi::Role>(begun.role) == fastcgi::Role::responder;
    exchange_ = &exchange;
    exchange.fastcgi = std::make_unique<FcgiFacts>();
    exchange.fastcgi->parameters.add("FCGI_ROLE", has_role_with_body_ ? "RESPONDER" : "AUTHORIZER");
    exchange.stream_id = id;
    phase_ = Phase::parameters;
    input_ended_ = waited_on_ = end_notified_ = false;
    has_content_ = true;
    head_deadline_ms_ = connection_.context().loop.now_ms() + host().limits().header_timeout_ms;
    connection_.watch_time(head_deadline_ms_);
}

void FcgiRequest::on_parameters(Bytes piece) noexcept {
    if (phase_ != Phase::parameters) return;
    if (piece.empty()) return on_parameters_end();
    if (facts().parameters.size() + piece.size() > head_limits().head_bytes)
        return refuse(431, "the parameters are longer than their limit");
    facts().parameters.append(piece);
}

void FcgiRequest::on_parameters_end() noexcept {
    if (!make_head()) return;
    head_deadline_ms_ = INT64_MAX;
    const http::RequestHead& head = exchange_->head;
    const bool has_body = has_role_with_body_ && !input_ended_ && (head.chunked || head.content_length > 0);
    if (!has_body) {
        phase_ = Phase::ready;
        return;
    }
    phase_ = Phase::body;
    const BodyStep step = body_.begin(*exchange_);
    if (step.state == BodyStep::State::failed) return refuse(step.status, step.reason);
    if (body_.streams()) phase_ = Phase::ready;
    connection_.watch_time(body_.deadline_ms());
}

http::HeadLimits FcgiRequest::head_limits() const noexcept {
    http::HeadLimits limits = host().limits().head;
    if (const uint32_t most = host().options().fastcgi_parameter_bytes; most > 0)
        limits.head_bytes = limits.target_bytes = most;
    return limits;
}

// False: the request was refused.
bool FcgiRequest::make_head() noexcept {
    fastcgi::Parameters& parameters = facts().parameters;
    fastcgi::Refusal refusal{400, "malformed parameters"};
    const bool has_own_limit = host().options().fastcgi_parameter_bytes > 0;
    const auto many = has_own_limit ? fastcgi::ManyFields::left_out : fastcgi::ManyFields::refused;
    if (parameters.parse()) refusal = parameters.make_head(exchange_->head, head_limits(), many);
    if (refusal.status == 0) {
        exchange_->facts.request_bytes = parameters.size();
        host().requests().set_client_info(*exchange_, client_info(), connection_.stream());
        return true;
    }
    refuse(refusal.status, refusal.reason);
    return false;
}

// What the web server says of its client.
ConnectionInfo FcgiRequest::client_info() const noexcept {
    const fastcgi::Parameters& parameters = facts().parameters;
    ConnectionInfo info = connection_.info();
    uint16_t remote_port = 0;
    (void)parse_number(parameters.find(fastcgi::Variable::remote_port), remote_port);
    const Ip ip = parse_ip(parameters.find(fastcgi::Variable::remote_addr));
    if (ip.family != 0) set_ip(info.origin, ip, remote_port);
    uint16_t server_port = 0;
    if (parse_number(parameters.find(fastcgi::Variable::server_port), server_port))
        info.origin.server_port = server_port;
    const Bytes https = parameters.find(fastcgi::Variable::https);
    const bool is_on = !https.empty() && !equals_lower(https, "off");
    info.origin.secure = is_on || parameters.find(fastcgi::Variable::request_scheme) == "https" ? 1 : 0;
    return info;
}

void FcgiRequest::on_input(Bytes piece) noexcept {
    const bool is_end = piece.empty();
    if (is_end) input_ended_ = true;
    if (exchange_ == nullptr || phase_ == Phase::parameters || !body_.arrives()) return;
    after_body(is_end ? body_.end() : body_.feed(*exchange_, piece));
}

void FcgiRequest::after_body(const BodyStep& step) noexcept {
    const bool dispatched = phase_ > Phase::body;
    if (step.state == BodyStep::State::failed) {
        dispatched ? fail_body(step.status, step.reason) : refuse(step.status, step.reason);
    } else if (step.state == BodyStep::State::done && !dispatched) {
        phase_ = Phase::ready;
    }
    if (exchange_ != nullptr) connection_.watch_time(body_.deadline_ms());
}

void FcgiRequest::on_abort() noexcept {
    if (exchange_ == nullptr) return;
    write_end(fastcgi::EndStatus::complete);
    abort_exchange();
    connection_.on_request_over(*this);
}

void FcgiRequest::on_client_finished() noexcept {
    if (exchange_ == nullptr || std::exchange(end_notified_, true)) return;
    // A handler that has the whole request responds yet.
    const bool is_handled = phase_ == Phase::handling && !body_.arrives() && !exchange_->linked();
    is_handled ? host().handler().on_client_gone(*exchange_) : abort();
}

// --- The handler

void FcgiRequest::dispatch() noexcept {
    TERN_CHECK(phase_ == Phase::ready);
    const std::shared_ptr<Places>& places = host().places();
    if (places == nullptr) return enter();
    phase_ = Phase::waiting;
    connection_.release_place();
    if (places->take_or_wait(*this)) on_place();
}

void FcgiRequest::on_place() noexcept {
    facts().place = Place(host().places(), Place::Kind::taken);
    enter();
}

void FcgiRequest::enter() noexcept {
    phase_ = Phase::handling;
    connection_.note_dispatch();
    host().requests().dispatch(*exchange_, *this);
}

void FcgiRequest::notify_of_body() noexcept {
    if (phase_ != Phase::handling || exchange_ == nullptr || !body_.take_news()) return;
    serve::notify_of_body(*exchange_, host().handler());
}

void FcgiRequest::notify_of_room() noexcept {
    if (!std::exchange(waited_on_, false) || exchange_ == nullptr) return;
    Exchange& exchange = *exchange_;
    exchange.retain();
    host().handler().on_drained(exchange);
    exchange.release();
}

// --- A request that cannot be handled

// It gets its response, and what the client still sends of it is dropped.
void FcgiRequest::refuse(int status, const char* reason) noexcept {
    const Bytes path = exchange_ == nullptr ? Bytes() : Bytes(exchange_->head.path);
    host().requests().log_rejection(connection_.info(), status, reason, path);
    write_refusal(status);
    write_end(fastcgi::EndStatus::complete);
    (void)release_exchange(ResponseState::lost);
    connection_.on_request_over(*this);
}

// A handler that has the request already is notified as if the client had left. The client gets the reason.
void FcgiRequest::fail_body(int status, const char* reason) noexcept {
    host().requests().log_rejection(connection_.info(), status, reason, exchange_->head.path);
    exchange_->body.break_off(status);
    if (exchange_->state() == ResponseState::none) write_refusal(status);
    write_end(fastcgi::EndStatus::complete);
    abort_exchange();
    connection_.on_request_over(*this);
}

int64_t FcgiRequest::deadline_ms() const noexcept {
    if (exchange_ == nullptr) return INT64_MAX;
    return phase_ == Phase::parameters ? head_deadline_ms_ : body_.deadline_ms();
}

void FcgiRequest::on_silence() noexcept {
    keeps_connection_ = false;
    if (phase_ == Phase::parameters) return refuse(408, "the parameters took longer than http_header_timeout");
    phase_ > Phase::body ? fail_body(408, kSilentBody) : refuse(408, kSilentBody);
}

// --- The body, for its handler

void FcgiRequest::read_on(Exchange& exchange) {
    check(exchange);
    if (!body_.streams()) return;
    after_body(body_.read_on(exchange));
    connection_.read_on();
}

void FcgiRequest::gather_body(Exchange& exchange) {
    check(exchange);
    const BodyStep step = body_.gather();
    if (step.state == BodyStep::State::failed) return fail_body(step.status, step.reason);
    read_on(exchange);
}

// --- The end of the connection

void FcgiRequest::abort() noexcept {
    if (exchange_ == nullptr) return;
    abort_exchange();
    connection_.on_request_over(*this);
}

void FcgiRequest::terminate() noexcept {
    const bool waits_for_response = exchange_ != nullptr && exchange_->responder() == this;
    if (!waits_for_response || exchange_->state() != ResponseState::none) return;
    http::ResponseHead head = unavailable();
    write_head(head, http::Framing::length);
    write_end(fastcgi::EndStatus::complete);
    (void)release_exchange(ResponseState::complete);
}

void FcgiRequest::detach() noexcept {
    if (exchange_ != nullptr) (void)release_exchange(ResponseState::lost);
}

void FcgiRequest::abort_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (release_exchange(ResponseState::lost)) host().handler().on_client_gone(exchange);
    exchange.release();
}

// True: a handler has seen the exchange.
bool FcgiRequest::release_exchange(ResponseState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    phase_ = Phase::over;
    static_cast<Places::Waiter&>(*this).unlink();
    body_.reset();
    waited_on_ = false;
    return host().requests().end(exchange, state, connection_);
}

}  // namespace tern::serve
