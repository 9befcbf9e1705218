// One request and its response, for any HTTP version. The reference count is shared: the connection has a reference
// until the response is complete, and the handler while it keeps the Request or Response. The handler reaches the
// connection only through Responder; `responder() == nullptr` means that there is none any more.
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/list.h"
#include "base/result.h"
#include "base/slice.h"
#include "net/block.h"
#include "net/shared_fd.h"
#include "net/tls_facts.h"
#include "serve/body.h"
#include "serve/compression.h"
#include "serve/fcgi/fcgi_facts.h"
#include "serve/telemetry/request_account.h"
#include "shm/session_table.h"

namespace tern::serve {

class Exchange;
class Trace;
class WsSession;
struct WsStart;

// A part of a response's body: bytes, or a range of a file if one is open.
struct BodyPart {
    Slice bytes;
    net::SharedFd file;
    off_t offset = 0;
    uint64_t length = 0;  // of the range of the file
};

// The connection's side. Only wait_for_room() waits. Nothing may be called once the response is complete.
class Responder {
public:
    // Sends an interim response (102 to 199) at once. It must precede the response itself. Not for HTTP/1.0 clients,
    // and not while must_wait().
    virtual Error inform(Exchange& exchange, const http::ResponseHead& head) = 0;
    // Sends the whole response.
    virtual Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) = 0;
    // The same with a body of files or of several parts. The sum of their lengths becomes head.content_length.
    Error respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) {
        BodyPart part{{}, std::move(file), offset, head.content_length};
        return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
    }
    virtual Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) = 0;
    // A response in pieces: start, any number of writes, finish.
    virtual Error start(Exchange& exchange, http::ResponseHead& head) = 0;
    virtual Error write(Exchange& exchange, Slice piece) = 0;
    virtual Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) = 0;
    // Text for the log of the client, which is a web server: FastCGI only.
    virtual Error write_error(Exchange&, Bytes) { return Error::operation_not_supported; }
    // For a body that is still arriving: its handler has taken some, or waits for more.
    virtual void read_on(Exchange& exchange) = 0;
    // The handler wants the whole body. That may refuse the body, and so the exchange.
    virtual void gather_body(Exchange& exchange) = 0;
    // Ends the connection (or stream) before the response is complete.
    virtual void abort(Exchange& exchange) = 0;

    // The exchange becomes a WebSocket; `head` is its response. serve::upgrade() calls it after all checks.
    virtual Result<WsSession*> upgrade(Exchange&, http::ResponseHead&, const WsStart&) {
        return Error::operation_not_supported;
    }

    // Bytes that wait to be sent to the client.
    virtual uint64_t queued() const = 0;
    virtual bool must_wait() const = 0;  // more is queued than the high watermark
    // For handlers that cannot be suspended: blocks the whole process until the queue has fallen to the low watermark.
    // Meanwhile no other handler is called. If the client receives nothing for send_timeout, the response is aborted:
    // timed_out.
    virtual Error wait_for_room(Exchange& exchange) = 0;

protected:
    ~Responder() = default;
};

enum class ResponseState : uint8_t {
    none,       // nothing was sent
    streaming,  // the head was sent
    complete,
    lost,  // the connection ended first, or abort()
};

// Data for the access log, collected by the connection.
struct ExchangeFacts {
    int status = 0;                            // of the final head; 0: none was sent
    uint64_t body_bytes = 0;                   // of the response, without framing
    uint64_t request_bytes = 0;                // as received; 0: the head is not complete
    int64_t began_us = 0;                      // monotonic: when the head was complete, or its first bytes came
    int64_t turn_us = 0;                       // monotonic: the turn of the loop in which the head was complete
    int64_t dispatched_us = 0;                 // monotonic: the turn in which it was first offered to a handler
    int64_t ended_us = 0;                      // monotonic: when the response was complete or lost
    std::vector<std::string> response_fields;  // the fields that the log format needs
};

class ExchangePool;
class RequestHandler;

// It is a list hook for the time when it waits for admission.
class Exchange : public ListHook {
public:
    http::RequestHead head;
    RequestBody body;
    shm::SessionOrigin origin;  // of the client, possibly as a trusted proxy reports it
    Bytes forwarded_host;       // the host that a trusted proxy reports; points into the head
    int64_t session_id = 0;
    int32_t stream_id = 0;     // HTTP/2
    int64_t received_us = 0;   // wall clock
    bool detached = false;     // by Response::detach(): the program may respond with bytes of its own
    bool reports_end = false;  // the handler wants on_over()
    ExchangeFacts facts;
    RequestAccount* account = nullptr;         // a reference; null: accounts are not kept, or it is not handled yet
    Compression* compression = nullptr;        // of the port; null: responses are sent as they are
    std::shared_ptr<const net::TlsFacts> tls;  // of its connection; null: no TLS
    Trace* trace = nullptr;                    // null: it is not traced; valid until the response is over, see Tracer
    std::unique_ptr<CodedStream> coded;        // a response in pieces that is being compressed
    std::unique_ptr<FcgiFacts> fastcgi;        // null: the request did not come over FastCGI

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) recycle();
    }

    // What the handler keeps for this request. The handler alone knows the type; a new request has zero bytes.
    template <class State>
    State& handler_state() noexcept {
        static_assert(sizeof(State) <= kHandlerStateSize);
        static_assert(alignof(State) <= alignof(void*));
        static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_destructible_v<State>);
        return *std::launder(reinterpret_cast<State*>(handler_state_));
    }
    template <class State>
    const State& handler_state() const noexcept {
        return const_cast<Exchange*>(this)->handler_state<State>();
    }

    // Null when the response is complete or the connection has ended.
    Responder* responder() noexcept { return responder_; }
    ResponseState state() const noexcept { return state_; }
    // Keeps the block that `head` points into.
    void hold(net::Block& block) noexcept {
        net::BlockPool::retain(block);
        block_ = &block;
    }

    bool is_head_request() const noexcept { return head.method == "HEAD"; }

    // For connections. attach(): the request can be handled now. begin_pieces(): the head of a response in pieces was
    // sent. detach(): the response is complete or lost.
    void attach(Responder& responder) noexcept { responder_ = &responder; }
    void begin_pieces() noexcept { state_ = ResponseState::streaming; }
    void detach(ResponseState state) noexcept {
        responder_ = nullptr;
        state_ = state;
    }

    // The handler has returned.
    void note_handled() noexcept {
        if (fastcgi != nullptr) fastcgi->place.release();
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

    static constexpr size_t kHandlerStateSize = 48;

    alignas(void*) std::byte handler_state_[kHandlerStateSize] = {};
    ExchangePool& pool_;
    net::Block* block_ = nullptr;  // the bytes of head
    Responder* responder_ = nullptr;
    RequestHandler* handler_ = nullptr;  // of the port that it arrived at, as admission is shared by all ports
    uint32_t references_ = 0;
    ResponseState state_ = ResponseState::none;
};

// Reuses exchanges, which are large and short-lived.
class ExchangePool {
public:
    ExchangePool() = default;
    ExchangePool(const ExchangePool&) = delete;
    ExchangePool& operator=(const ExchangePool&) = delete;
    ~ExchangePool();

    // Returns it with one reference.
    Exchange* take() noexcept;
    // The number of exchanges that were taken and are still referenced.
    size_t in_use() const noexcept { return in_use_; }

private:
    friend class Exchange;
    static constexpr size_t kKept = 256;
    std::vector<Exchange*> free_;
    size_t in_use_ = 0;
};

// Handles requests. Ports call it on the loop. Its functions may run PHP code, and return when that suspends.
class RequestHandler {
public:
    // The request of `exchange` is complete, except for a streaming body. The handler retains the exchange to keep it
    // after this call.
    virtual void on_request(Exchange& exchange) = 0;
    // The client has gone, or the queue has fallen below the low watermark: waiting coroutines must check again. Called
    // only for exchanges that on_request() has seen. If there is still a responder, the client has only ended its own
    // direction, and a response will still be sent. Then on_client_gone() is called again when the connection is lost.
    virtual void on_client_gone(Exchange& exchange) = 0;
    virtual void on_drained(Exchange& exchange) = 0;
    // The response of an exchange with `reports_end` is complete or lost, see state(). No PHP code may run in this
    // call.
    virtual void on_over(Exchange&) {}
    // The response is complete or lost, and its account is about to be read and closed. No PHP code may run in this
    // call.
    virtual void on_account_due(Exchange&) {}
    // More of the body has arrived, or its end; or the rest will not arrive: see RequestBody.
    virtual void on_body(Exchange& exchange) = 0;
    virtual void on_connect(int64_t session_id) = 0;
    // on_close() follows. The session is still in the table.
    virtual void before_close(int64_t) noexcept {}
    virtual void on_close(int64_t session_id) = 0;

protected:
    ~RequestHandler() = default;
};

// The functions by which a handler responds. They call Responder, and compress the body where the port and the client
// want that (serve/compression.h). Call them only while the exchange has a responder.

Error respond(Exchange& exchange, http::ResponseHead& head, Slice body);
Error start(Exchange& exchange, http::ResponseHead& head);
// The client can decode the written bytes as soon as they arrive.
Error write(Exchange& exchange, Slice piece);
// Writes the last piece, which may be empty; Responder::finish() must follow. False: the client has gone.
bool write_last(Exchange& exchange, Slice piece);

}  // namespace tern::serve
