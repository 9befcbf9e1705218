// One stream of an HTTP/2 connection: a request, and its answer on the way to the client. Its H2Connection owns it. It
// lives until both have released it: the session, when the last frame is sent or the stream is reset, and the exchange,
// when its answer is complete or lost. Events within the session are only noted, and reported to the handler later, so
// that no PHP code runs within nghttp2.
#pragma once

#include "serve/h2/h2_answer.h"
#include "serve/h2/h2_body.h"
#include "serve/h2/h2_output.h"
#include "serve/h2/h2_websocket.h"

namespace tern::serve {

class H2Connection;

// A stream is in two lists: all streams, and those with news for the handler.
class StreamHook : public ListHook {};
class NewsHook : public ListHook {};

class H2Stream final : public http::h2::StreamEvents, public StreamHook, public NewsHook, private H2StreamLink {
public:
    // The head of the exchange is complete. The stream takes its reference.
    H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept;
    H2Stream(const H2Stream&) = delete;
    H2Stream& operator=(const H2Stream&) = delete;

    // The request will be handled, after its body is complete if there is one.
    void accept(bool ends) noexcept { body_.begin(ends); }
    // An extended CONNECT: the data after its head is no body, and is kept for upgrade().
    void accept_websocket() noexcept;
    void refuse(int status, const char* reason) noexcept override;
    // Notifies the handler of all news. That may release the stream.
    void deliver() noexcept;
    // Wakes the coroutine that waits for room in the queue, if there is room.
    void note_room() noexcept;
    // Handles deadlines. Returns the time of the next one; INT64_MAX: none.
    int64_t check_time(int64_t now_ms) noexcept;
    // Drops the unsent output, as the connection ends.
    void drop_answer() noexcept { output_.drop(); }

    // The end of the connection: see serve/connection.h.
    void abort() noexcept;
    void drain() noexcept;
    void terminate() noexcept;
    void detach() noexcept;

    int32_t id() const noexcept override { return id_; }
    const H2Answer& answer() const noexcept { return answer_; }
    bool done() const noexcept { return closed_ && exchange_ == nullptr && !is_websocket(); }

    void on_data(Bytes data) override;
    void on_end() override;
    http::h2::Pull on_pull(size_t most) override { return output_.pull(most); }
    void on_put(Buffer& out, size_t count) override;
    bool has_to_put(size_t count) const override { return count <= output_.queued(); }
    void on_trailers() override;
    void on_unsendable() override;
    void on_closed(http::h2::ErrorCode code) override;

private:
    friend class H2Answer;
    enum class Request : uint8_t {
        arriving,
        ready,  // to be dispatched
        dispatched,
        refused,   // to be answered with refusal_
        answered,  // or its answer is lost
    };

    // See H2StreamLink.
    Exchange* exchange() const noexcept override { return exchange_; }
    http::h2::Session& session() noexcept override;
    ConnectionHost& host() noexcept override;
    bool closed() const noexcept override { return closed_; }
    void note_news() noexcept override;
    void send_soon() noexcept override;
    void send_now() noexcept override;
    void make_ready() noexcept override;
    void watch_time(int64_t deadline_ms) noexcept override;

    bool is_websocket() const noexcept { return websocket_ != nullptr && websocket_->is_open(); }
    void dispatch() noexcept;
    void fail(int status, const char* reason) noexcept;
    void notify_of_room() noexcept;
    bool release_exchange(AnswerState state) noexcept;
    void abort_exchange() noexcept;
    void reset(http::h2::ErrorCode code) noexcept;

    static constexpr int64_t kNever = INT64_MAX;

    H2Connection& connection_;
    Exchange* exchange_;
    H2Output output_;
    H2Body body_;
    H2Answer answer_;
    std::unique_ptr<H2WebSocket> websocket_;
    const char* refusal_ = nullptr;
    int refusal_status_ = 0;
    int32_t id_;
    Request request_ = Request::arriving;
    bool closed_ = false;  // the session has ended the stream
};

}  // namespace tern::serve
