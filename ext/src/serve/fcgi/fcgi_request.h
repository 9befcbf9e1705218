// One request on a FastCGI connection, and the Responder of its exchange: it gathers the parameters, passes the body
// on, and turns the handler's calls into records. Its FcgiConnection owns it. It lives until both have released it: the
// exchange, when its response is complete or lost, and the connection, at the end of a turn.
#pragma once

#include "protocol/fastcgi/record.h"
#include "serve/fcgi/fcgi_body.h"
#include "serve/fcgi/fcgi_facts.h"

namespace tern::serve {

class FcgiConnection;

// A request is in the list of its connection, and may be in the one of those that wait for a place.
class FcgiRequestHook : public ListHook {};

class FcgiRequest final : public Responder, public FcgiRequestHook, private Places::Waiter {
public:
    explicit FcgiRequest(FcgiConnection& connection) noexcept;
    FcgiRequest(const FcgiRequest&) = delete;
    FcgiRequest& operator=(const FcgiRequest&) = delete;
    ~FcgiRequest() = default;

    // Takes the reference to the exchange.
    void begin(uint16_t id, const fastcgi::BeginRequest& begun, Exchange& exchange) noexcept;
    uint16_t id() const noexcept { return id_; }
    bool keeps_connection() const noexcept { return keeps_connection_; }

    // What the client sends. Each of these may call the program.
    // An empty piece is the end of that stream.
    void on_parameters(Bytes piece) noexcept;
    void on_input(Bytes piece) noexcept;
    // The client does not want the response any more.
    void on_abort() noexcept;
    // The client sends no more: it has gone, or will only read.
    void on_client_finished() noexcept;

    // True: the request is complete, and dispatch() has to follow.
    bool is_ready() const noexcept { return phase_ == Phase::ready; }
    // Its `input` has ended, which the client need not send for a request without a body.
    void note_input_end() noexcept { input_ended_ = true; }
    bool input_ended() const noexcept { return input_ended_; }
    void dispatch() noexcept;
    bool is_over() const noexcept { return exchange_ == nullptr; }
    // Null: no handler has it, or it is over.
    Exchange* handled_exchange() const noexcept { return phase_ == Phase::handling ? exchange_ : nullptr; }
    // True while the handler has not taken enough of its body.
    bool pauses_input() noexcept { return exchange_ != nullptr && body_.pause(*exchange_); }

    // Notifies the handler of new bytes, and of room in the queue.
    void notify_of_body() noexcept;
    void notify_of_room() noexcept;
    // INT64_MAX: none.
    int64_t deadline_ms() const noexcept;
    // The client has sent nothing until then.
    void on_silence() noexcept;

    // The end of the connection: see serve/connection.h.
    void abort() noexcept;
    void terminate() noexcept;
    void detach() noexcept;

    // See Responder.
    Error inform(Exchange&, const http::ResponseHead&) override { return Error::operation_not_supported; }
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error write_error(Exchange& exchange, Bytes text) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    void read_on(Exchange& exchange) override;
    void gather_body(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    uint64_t queued() const override;
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;

private:
    enum class Phase : uint8_t {
        parameters,
        body,     // gathered before the request is dispatched
        ready,    // to be dispatched
        waiting,  // for a place
        handling,
        over,
    };

    // The request
    void on_parameters_end() noexcept;
    http::HeadLimits head_limits() const noexcept;
    bool make_head() noexcept;
    ConnectionInfo client_info() const noexcept;
    void after_body(const BodyStep& step) noexcept;
    void enter() noexcept;
    void on_place() noexcept override;
    void refuse(int status, const char* reason) noexcept;
    void fail_body(int status, const char* reason) noexcept;

    // The response
    void check(const Exchange& exchange) const noexcept { TERN_CHECK(&exchange == exchange_); }
    void write_head(http::ResponseHead& head, http::Framing wanted, Bytes body = {}) noexcept;
    void append_head(const http::ResponseHead& head, Bytes body) noexcept;
    void write_refusal(int status) noexcept;
    void write_output(Slice bytes) noexcept;
    void write_file(const BodyPart& part) noexcept;
    void complete() noexcept;
    void write_end(fastcgi::EndStatus status) noexcept;
    void abort_exchange() noexcept;
    bool release_exchange(ResponseState state) noexcept;
    ConnectionHost& host() const noexcept;
    FcgiFacts& facts() const noexcept { return *exchange_->fastcgi; }

    FcgiConnection& connection_;
    Exchange* exchange_ = nullptr;
    FcgiBody body_;
    int64_t head_deadline_ms_ = INT64_MAX;
    uint16_t id_ = 0;
    Phase phase_ = Phase::over;
    bool has_role_with_body_ = true;
    bool keeps_connection_ = false;
    bool input_ended_ = false;
    bool has_content_ = true;  // so has the response
    bool waited_on_ = false;   // a coroutine waits for room in the queue
    bool end_notified_ = false;
};

}  // namespace tern::serve
