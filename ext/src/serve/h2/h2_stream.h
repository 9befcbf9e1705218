// One stream of an HTTP/2 connection: a request, and its answer on the way to the client. Owned by its H2Connection. It
// lives until both have let go of it: the session, when the last frame is sent or the stream is reset, and the
// exchange, when its answer is complete or lost. What happens within the session is noted, and told to the handler
// behind it: no PHP runs within nghttp2.
#pragma once

#include "protocol/http/h2/session.h"
#include "serve/body.h"
#include "serve/exchange.h"
#include "serve/h2/h2_websocket.h"
#include "serve/part_queue.h"

namespace tern::serve {

class H2Connection;

// A stream is in two lists: of all, and of those with news for the handler.
class StreamHook : public ListHook {};
class NewsHook : public ListHook {};

class H2Stream final : public http::h2::StreamEvents, public Responder, public StreamHook, public NewsHook {
public:
    // With an exchange whose head is complete; its reference is the stream's.
    H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept;
    H2Stream(const H2Stream&) = delete;
    H2Stream& operator=(const H2Stream&) = delete;
    ~H2Stream() { drop_parts(); }

    // The request is to be handled, once its body is complete where there is one.
    void accept(bool has_body) noexcept;
    void accept_tunnel() noexcept;
    // It is answered with that status instead.
    void refuse(int status, const char* reason) noexcept;
    // Tells the handler what is new. The stream may be retired then.
    void deliver() noexcept;
    // The connection ends.
    void lose() noexcept;
    void let_go() noexcept;  // the same, and the handler is not told
    void give_up() noexcept;
    // What waits of its answer is not to be sent: the connection ends.
    void drop_answer() noexcept;
    void wind_down() noexcept;
    // Whoever waits for room in the queue goes on, where there is some.
    void note_room() noexcept;
    // What time does to it; when it wants to be asked again: INT64_MAX for never.
    int64_t check_time(int64_t now_ms) noexcept;

    int32_t id() const noexcept { return id_; }
    // Little enough of its answer is queued for more to be written.
    bool has_room() const noexcept;
    // The session has forgotten it, or nothing can be sent: its client gets no answer any more.
    bool is_gone() const noexcept;
    bool done() const noexcept { return closed_ && exchange_ == nullptr && (websocket_ == nullptr || tunnel_over_); }

    // For its WebSocket: h2_websocket.cpp
    void send_on(Bytes head, Slice payload) noexcept;
    void look_again() noexcept;
    void end_tunnel() noexcept;
    void cut_tunnel() noexcept;

    void on_data(Bytes data) override;
    void on_end() override;
    http::h2::Pull on_pull(size_t most) override;
    void on_put(Buffer& out, size_t count) override;
    bool has_to_put(size_t count) const override { return count <= parts_.size(); }
    void on_trailers() override;
    void on_unsendable() override;
    void on_closed(http::h2::ErrorCode code) override;

    uint64_t queued() const override { return parts_.size(); }
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    void gather_body(Exchange& exchange) override;
    void read_on(Exchange& exchange) override;
    Error respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) override;
    Result<WsSession*> upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) override;
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error inform(Exchange& exchange, const http::ResponseHead& head) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;

private:
    // Body: h2_body.cpp
    void begin_body() noexcept;
    bool make_reader(BodyReader::Use use) noexcept;
    BodyStep feed(Bytes data) noexcept;
    BodyStep feed_decoder(Bytes data) noexcept;
    void go_on_reading() noexcept;
    void on_step(const BodyStep& step) noexcept;
    void complete_body() noexcept;
    void open_window() noexcept;
    void await_body() noexcept;
    int64_t body_patience_ms() const noexcept;
    void tell_of_body() noexcept;

    // WebSocket: h2_websocket.cpp
    void serve_tunnel() noexcept;
    void leave_tunnel(const char* why) noexcept;
    void forget_tunnel() noexcept;

    // Answer: h2_stream.cpp
    void dispatch() noexcept;
    bool write_head(http::ResponseHead& head, bool whole) noexcept;
    void fail(int status, const char* reason) noexcept;
    void write_refusal(int status) noexcept;
    void push(BodyPart part) noexcept;
    void note_memory() noexcept;
    void drop_parts() noexcept;
    void note_news() noexcept;
    void tell_of_room() noexcept;
    void complete() noexcept;
    bool end_exchange(AnswerState state) noexcept;
    void drop_exchange() noexcept;
    void cut(http::h2::ErrorCode code) noexcept;
    Error drop_unsendable() noexcept;

    static constexpr int64_t kNever = INT64_MAX;

    H2Connection& connection_;
    Exchange* exchange_;
    std::unique_ptr<BodyReader> reader_;
    std::unique_ptr<H2WebSocket> websocket_;
    PartQueue parts_;
    std::vector<std::pair<std::string, std::string>> trailers_;
    Buffer held_;     // coded bytes of a body that the reader did not come to
    Buffer waiting_;  // and those behind them
    int64_t body_deadline_ms_ = kNever;
    int64_t body_began_ms_ = 0;
    int64_t paused_at_ms_ = 0;
    int64_t moved_at_ms_ = 0;  // when the client took some of the answer
    uint64_t unsent_ = 0;      // memory that the account of the connection has for it
    size_t uncredited_ = 0;    // bytes of the body for which its window did not open again
    const char* refusal_ = nullptr;
    int refused_ = 0;  // the status, to be answered at the next deliver()
    int32_t id_;
    bool closed_ = false;     // the session has forgotten it
    bool ended_ = false;      // the request is complete, as the client sees it
    bool ready_ = false;      // to be dispatched
    bool whole_ = false;      // its body is
    bool arrived_ = false;    // as much of it as there is to be, although the stream may go on
    bool streaming_ = false;  // its handler has it, and the body still arrives
    bool finished_ = false;   // nothing will be added to the answer
    bool has_content_ = true;
    bool waited_on_ = false;  // someone waits for room in the queue
    bool body_news_ = false;
    bool paused_ = false;
    bool tunnel_ = false;       // an extended CONNECT (RFC 8441)
    bool tunnel_over_ = false;  // its WebSocket has ended, and everyone knows
    bool owes_continue_ = false;
};

}  // namespace tern::serve
