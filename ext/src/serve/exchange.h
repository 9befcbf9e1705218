// One request and its answer, whatever HTTP version carries them. Shared by reference count between the connection,
// until the answer is complete, and the handler, for as long as it keeps the Request or Response. The handler talks to
// the connection through Responder only, and learns through `responder() == nullptr` that there is none any more.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/list.h"
#include "base/result.h"
#include "base/slice.h"
#include "net/block.h"
#include "net/shared_fd.h"
#include "net/tls_facts.h"
#include "serve/body.h"
#include "serve/compression.h"
#include "serve/telemetry/request_account.h"
#include "shm/session_table.h"

namespace tern::serve {

class Exchange;
class Trace;
class WsSession;
struct WsStart;

// Part of an answer's body: bytes, or those of a file where one is open.
struct BodyPart {
    Slice bytes;
    net::SharedFd file;
    off_t offset = 0;
    uint64_t length = 0;  // of the file's
};

// The connection's side. None of these waits but wait_for_room(); none may be called once the answer is complete.
class Responder {
public:
    // An interim answer, 102 to 199, sent at once: before the answer itself, not to clients of HTTP/1.0, and not while
    // must_wait().
    virtual Error inform(Exchange& exchange, const http::ResponseHead& head) = 0;
    // The whole answer.
    virtual Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) = 0;
    // The same with a body of files, or of several parts, whose lengths make head.content_length.
    virtual Error respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) = 0;
    virtual Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) = 0;
    // An answer in pieces: start, any number of writes, finish.
    virtual Error start(Exchange& exchange, http::ResponseHead& head) = 0;
    virtual Error write(Exchange& exchange, Slice piece) = 0;
    virtual Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) = 0;
    // Of a body that still arrives: its handler has taken some, or waits for more.
    virtual void read_on(Exchange& exchange) = 0;
    // The handler wants the body whole. It may be refused for that, and the exchange with it.
    virtual void gather_body(Exchange& exchange) = 0;
    // Gives up: the client sees the connection end before the answer does.
    virtual void abort(Exchange& exchange) = 0;

    // The exchange becomes a WebSocket; `head` is its answer. Called by serve::upgrade(), which has checked everything.
    virtual Result<WsSession*> upgrade(Exchange&, http::ResponseHead&, const WsStart&) {
        return Error::operation_not_supported;
    }

    // Bytes that wait for the client to take them.
    virtual uint64_t queued() const = 0;
    virtual bool must_wait() const = 0;  // more is queued than the high watermark
    // For handlers that no coroutine can be suspended in: holds the whole process until the queue has fallen to the low
    // watermark. No other handler is called meanwhile. An answer whose client takes nothing for send_timeout is
    // aborted: timed_out.
    virtual Error wait_for_room(Exchange& exchange) = 0;

protected:
    ~Responder() = default;
};

enum class AnswerState : uint8_t {
    none,       // nothing was sent
    streaming,  // the head went out
    complete,
    lost,  // the connection ended first, or abort()
};

// What the access log tells of it, collected by the connection.
struct ExchangeFacts {
    int status = 0;                          // of the final head; 0: none was sent
    uint64_t body_bytes = 0;                 // of the answer, without framing
    uint64_t request_bytes = 0;              // as received; 0: the head is not complete
    int64_t began_us = 0;                    // monotonic: when the head was complete, or its first bytes came
    int64_t turn_us = 0;                     // monotonic: the turn of the loop in which the head was complete
    int64_t dispatched_us = 0;               // and that in which it was first offered to a handler
    int64_t ended_us = 0;                    // monotonic: when the answer was complete or lost
    std::vector<std::string> answer_fields;  // that the log wants
};

class ExchangePool;
class RequestHandler;

// In a list while it waits for admission.
class Exchange : public ListHook {
public:
    http::RequestHead head;
    RequestBody body;
    shm::SessionOrigin origin;  // of the client, where proxies are trusted that tell of it
    Bytes forwarded_host;       // what a trusted proxy was asked for; lies in the head
    int64_t session_id = 0;
    int32_t stream_id = 0;            // HTTP/2
    int64_t received_us = 0;          // wall clock
    int64_t handler_id = 0;           // the handler's own: which coroutine works on it
    int64_t writer_id = 0;            // and which one waits for the client to take more
    int64_t reader_id = 0;            // or for more of the body
    RequestHandler* owner = nullptr;  // that handles it
    // The handler's: who wants to know when the client goes. While there is one, on_over() is called.
    void* abort_calls = nullptr;
    bool client_gone = false;
    bool hears_abort = false;  // its handler is cancelled when the client goes
    ExchangeFacts facts;
    RequestAccount* account = nullptr;         // a reference; null: nobody keeps one, or it is not handled yet
    Compression* compression = nullptr;        // of the port; null: answers are sent as they are
    std::shared_ptr<const net::TlsFacts> tls;  // of its connection; null: in clear
    Trace* trace = nullptr;                    // null: it is not traced; until it is over, see Tracer
    std::unique_ptr<CodedStream> coded;        // an answer in pieces that is being compressed

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) recycle();
    }

    // Null when the answer is complete or the connection is gone.
    Responder* responder() noexcept { return responder_; }
    AnswerState state() const noexcept { return state_; }
    // Keeps the block that `head` points into.
    void hold(net::Block& block) noexcept {
        net::BlockPool::retain(block);
        block_ = &block;
    }

    bool is_head_request() const noexcept { return head.method == "HEAD"; }

    // For connections: the request is complete enough to be handled; the head of an answer in pieces went out; the
    // answer is complete or lost.
    void attach(Responder& responder) noexcept { responder_ = &responder; }
    void begin_pieces() noexcept { state_ = AnswerState::streaming; }
    void detach(AnswerState state) noexcept {
        responder_ = nullptr;
        state_ = state;
    }

    void close_account() noexcept {
        account->close();
        std::exchange(account, nullptr)->release();
    }

private:
    friend class ExchangePool;
    friend class RequestEntry;
    explicit Exchange(ExchangePool& pool) noexcept : pool_(pool) {}
    void recycle() noexcept;

    ExchangePool& pool_;
    net::Block* block_ = nullptr;  // the bytes of head
    Responder* responder_ = nullptr;
    RequestHandler* handler_ = nullptr;  // of the port that it came through; admission is common to all ports
    uint32_t references_ = 0;
    AnswerState state_ = AnswerState::none;
};

// Exchanges are large and short-lived: they are used again.
class ExchangePool {
public:
    ExchangePool() = default;
    ExchangePool(const ExchangePool&) = delete;
    ExchangePool& operator=(const ExchangePool&) = delete;
    ~ExchangePool();

    // With one reference.
    Exchange* take() noexcept;
    // That were taken, and somebody has.
    size_t in_use() const noexcept { return in_use_; }

private:
    friend class Exchange;
    static constexpr size_t kKept = 256;
    std::vector<Exchange*> free_;
    size_t in_use_ = 0;
};

// Who answers. Called by ports on the loop; both may run PHP code and must return when that suspends.
class RequestHandler {
public:
    // `exchange` is complete as to the request, except for a body that streams. The handler retains it if it keeps it
    // beyond this call.
    virtual void on_request(Exchange& exchange) = 0;
    // The client has gone, or what is queued has fallen below the low watermark: whoever waits on it looks again. Only
    // for exchanges that on_request() has seen. Gone may be told with a responder still there: then the client has only
    // ended its direction, told once, and an answer will still be sent; it is told again when the connection is lost.
    virtual void on_client_gone(Exchange& exchange) = 0;
    virtual void on_drained(Exchange& exchange) = 0;
    // The answer of an exchange with abort_calls is complete or lost, by its state(). No PHP may run within.
    virtual void on_over(Exchange&) {}
    // Its answer is complete or lost, its account is about to be read and closed. No PHP may run within.
    virtual void on_account_due(Exchange&) {}
    // More of the body has arrived, or its end; or it will not come any more: see RequestBody.
    virtual void on_body(Exchange& exchange) = 0;
    virtual void on_connect(int64_t session_id) = 0;
    virtual void on_close(int64_t session_id) = 0;

protected:
    ~RequestHandler() = default;
};

}  // namespace tern::serve
