// One stream of an HTTP/2 connection: a request, and its response on the way to the client. It is the Responder of its
// request: it turns the handler's calls into calls of the session and output. Its H2Connection owns it. It
// lives until both have released it: the session, when the last frame is sent or the stream is reset, and the exchange,
// when its response is complete or lost. Events within the session are only noted, and reported to the handler later,
// so that no PHP code runs within nghttp2.
#pragma once

#include "serve/h2/h2_body.h"
#include "serve/h2/h2_output.h"
#include "serve/h2/h2_websocket.h"

namespace tern::serve {

class H2Connection;

// A stream is in two lists: all streams, and those with news for the handler.
class StreamHook : public ListHook {};
class NewsHook : public ListHook {};

class H2Stream final : public http::h2::StreamEvents, public Responder, public StreamHook, public NewsHook {
public:
    // The head of the exchange is complete. The stream takes its reference.
    // Its memory is one of the pooled blocks of the port.
    static H2Stream& make(H2Connection& connection, int32_t id, Exchange& exchange) noexcept;
    static void destroy(H2Stream& stream) noexcept;
    H2Stream(const H2Stream&) = delete;
    H2Stream& operator=(const H2Stream&) = delete;

    // The request will be handled, after its body is complete if there is one.
    void accept(bool ends) noexcept {
        body_.begin(*exchange_, ends);
        after_body();
    }
    // An extended CONNECT: the data after its head is no body, and is kept for upgrade().
    void accept_websocket() noexcept;
    // The request is answered with that status. The first reason is kept.
    void refuse(int status, const char* reason) noexcept;
    // Notifies the handler of all news. That may release the stream.
    void deliver() noexcept;
    // Wakes the coroutine that waits for room in the queue, if there is room.
    void note_room() noexcept;
    // Handles deadlines. Returns the time of the next one; INT64_MAX: none.
    int64_t check_time(int64_t now_ms) noexcept;
    // Drops the unsent output, as the connection ends.
    void drop_response() noexcept { output_.drop(); }

    // The end of the connection: see serve/connection.h.
    void abort() noexcept;
    void drain() noexcept;
    void terminate() noexcept;
    void detach() noexcept;

    int32_t id() const noexcept { return id_; }
    // True: the queue is short enough to write more.
    bool has_room() const noexcept;
    // True: the session has ended the stream, or nothing can be sent, so the client gets no response any more.
    bool is_gone() const noexcept;
    bool done() const noexcept { return closed_ && exchange_ == nullptr && !is_websocket(); }

    void on_data(Bytes data) override;
    void on_end() override;
    http::h2::Pull on_pull(size_t most) override { return output_.pull(most); }
    bool on_put(Buffer& out, size_t count) override;
    bool has_to_put(size_t count) const override { return count <= output_.queued(); }
    void on_trailers() override;
    void on_unsendable() override;
    void on_closed(http::h2::ErrorCode code) override;

    // See Responder.
    uint64_t queued() const override;
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    void gather_body(Exchange& exchange) override;
    void read_on(Exchange& exchange) override;
    Result<WsSession*> upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) override;
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error inform(Exchange& exchange, const http::ResponseHead& head) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;

    // For its WebSocket.
    http::h2::Session& session() noexcept;
    ConnectionHost& host() noexcept;
    // True: the session has ended the stream, and nothing can be sent.
    bool closed() const noexcept { return closed_; }
    // For callbacks of nghttp2: schedules deliver() for later.
    void note_news() noexcept;
    // Sends frames at the end of the turn, or now.
    void send_soon() noexcept;
    void send_now() noexcept;

private:
    H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept;
    ~H2Stream() = default;

    enum class Request : uint8_t {
        arriving,
        ready,  // to be dispatched
        dispatched,
        refused,   // to be answered with refusal_
        complete,  // its response is queued, or lost
    };

    void make_ready() noexcept;
    void after_body() noexcept;
    void write_refusal(int status) noexcept;
    bool write_head(http::ResponseHead& head, bool whole) noexcept;
    void submit_head(const http::ResponseHead& head, bool ends) noexcept;
    void push(BodyPart&& part) noexcept;
    void complete() noexcept;
    Error drop_unsendable() noexcept;
    void check(const Exchange& exchange) const noexcept { TERN_CHECK(&exchange == exchange_); }
    bool is_websocket() const noexcept { return websocket_ != nullptr && websocket_->is_open(); }
    void dispatch() noexcept;
    void fail(int status, const char* reason) noexcept;
    void notify_of_room() noexcept;
    bool release_exchange(ResponseState state) noexcept;
    void abort_exchange() noexcept;
    void reset(http::h2::ErrorCode code) noexcept;

    static constexpr int64_t kNever = INT64_MAX;

    H2Connection& connection_;
    Exchange* exchange_;
    H2Output output_;
    H2Body body_;
    std::unique_ptr<H2WebSocket> websocket_;
    const char* refusal_ = nullptr;
    int refusal_status_ = 0;
    int32_t id_;
    Request request_ = Request::arriving;
    bool closed_ = false;  // the session has ended the stream
    bool has_content_ = true;
    bool waited_on_ = false;  // a coroutine waits for room in the queue
};

}  // namespace tern::serve
