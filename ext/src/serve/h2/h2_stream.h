// One stream of an HTTP/2 connection: a request, and its answer on the way to the client. Owned by its H2Connection. It
// lives until both have released it: the session, when the last frame is sent or the stream is reset, and the exchange,
// when its answer is complete or lost. What happens within the session is noted, and told to the handler behind it: no
// PHP runs within nghttp2.
#pragma once

#include "serve/h2/h2_answer.h"
#include "serve/h2/h2_body.h"
#include "serve/h2/h2_output.h"
#include "serve/h2/h2_websocket.h"

namespace tern::serve {

class H2Connection;

// A stream is in two lists: of all, and of those with news for the handler.
class StreamHook : public ListHook {};
class NewsHook : public ListHook {};

class H2Stream final : public http::h2::StreamEvents, public StreamHook, public NewsHook, private H2StreamLink {
public:
    // With an exchange whose head is complete; its reference is the stream's.
    H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept;
    H2Stream(const H2Stream&) = delete;
    H2Stream& operator=(const H2Stream&) = delete;

    // The request is to be handled, once its body is complete where there is one.
    void accept(bool ends) noexcept { body_.begin(ends); }
    // An extended CONNECT: what follows its head is no body, and waits for upgrade().
    void accept_websocket() noexcept;
    void refuse(int status, const char* reason) noexcept override;
    // Tells the handler what is new. The stream may be released then.
    void deliver() noexcept;
    // Whoever waits for room in the queue goes on, where there is some.
    void note_room() noexcept;
    // What time does to it; when it wants to be asked again: INT64_MAX for never.
    int64_t check_time(int64_t now_ms) noexcept;
    // What waits of its answer is not to be sent: the connection ends.
    void drop_answer() noexcept { output_.drop(); }

    // The connection ends: see serve/connection.h.
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
        answered,  // or lost
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
    bool closed_ = false;  // the session has forgotten it
};

}  // namespace tern::serve
