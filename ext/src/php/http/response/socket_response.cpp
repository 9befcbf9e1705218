#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "php/coroutine/program/script.h"
#include "php/http/port_host.h"
#include "php/http/response/responders.h"
#include "php/http/server_link.h"
#include "protocol/http/chunked.h"
#include "protocol/http/date.h"
#include "protocol/http/h1_writer.h"
#include "protocol/http/head.h"

namespace tern::php {

namespace {

constexpr int kMostStalledMs = 1000;  // how long a client may receive nothing while the process is blocked

// Calls sendAll(). Nothing is sent where that could not wait, as in a destructor.
Error send_by_object(zend_object* socket, zend_string* text) {
    if (!runtime()->may_suspend()) return Error::wrong_operation;
    zval argument;
    zval sent;
    const auto size = static_cast<zend_long>(ZSTR_LEN(text));
    ZVAL_STR(&argument, text);
    ZVAL_UNDEF(&sent);
    GC_ADDREF(socket);
    zend_call_method_with_1_params(socket, socket->ce, nullptr, "sendall", &sent, &argument);
    const bool whole = Z_TYPE(sent) == IS_LONG && Z_LVAL(sent) == size;
    zval_ptr_dtor(&sent);
    OBJ_RELEASE(socket);
    return whole ? Error::ok : Error::session_closed_by_client;
}

Error send_all(int socket, Bytes bytes) noexcept {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) bytes.remove_prefix(static_cast<size_t>(sent));
        if (sent >= 0 || errno == EINTR) continue;
        pollfd watched{socket, POLLOUT, 0};
        if (errno != EAGAIN || ::poll(&watched, 1, kMostStalledMs) <= 0) return Error::session_closed_by_client;
    }
    return Error::ok;
}

// Empties the buffer, which is on the heap, as the engine may leave this function by a bailout.
zend_string* text_of(Buffer* bytes) {
    zend_string* text = zend_string_init(bytes->data(), bytes->size(), false);
    delete bytes;
    return text;
}

// It deletes itself when the response is over.
class PlainResponder : public serve::Responder {
public:
    Error inform(serve::Exchange&, const http::ResponseHead&) override { return Error::operation_not_supported; }

    Error respond(serve::Exchange& exchange, http::ResponseHead& head, Slice body) override {
        head.content_length = body.size();
        auto* out = new Buffer;
        const bool has_content = http::frame(head, exchange.is_head_request(), http::Framing::length);
        append_response_head(*out, head);
        if (has_content) out->append(body.view());
        return end(exchange, out);
    }

    Error respond_parts(serve::Exchange&, http::ResponseHead&, std::span<serve::BodyPart>) override {
        return Error::operation_not_supported;  // Coroutine\Socket has sendFile()
    }

    Error start(serve::Exchange& exchange, http::ResponseHead& head) override {
        auto* out = new Buffer;
        const bool can_chunk = exchange.head.version != http::Version::http10;
        has_content_ =
            http::frame(head, exchange.is_head_request(), can_chunk ? http::Framing::chunked : http::Framing::close);
        is_chunked_ = has_content_ && can_chunk;
        append_response_head(*out, head);
        exchange.begin_pieces();
        return send(out);
    }

    Error write(serve::Exchange&, Slice piece) override {
        if (piece.empty() || !has_content_) return Error::ok;
        auto* out = new Buffer;
        if (!is_chunked_) {
            out->append(piece.view());
            return send(out);
        }
        char* place = out->extend(http::kMaxChunkHead);
        out->shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        out->append(piece.view());
        out->append(http::kChunkEnd);
        return send(out);
    }

    Error finish(serve::Exchange& exchange, const http::Field* trailers, size_t trailer_count) override {
        if (!is_chunked_) return end(exchange, nullptr);
        auto* out = new Buffer;
        out->append("0\r\n");
        for (size_t i = 0; i < trailer_count; ++i) {
            for (Bytes part : {trailers[i].name, Bytes(": "), trailers[i].value, Bytes("\r\n")}) out->append(part);
        }
        out->append("\r\n");
        return end(exchange, out);
    }

    void read_on(serve::Exchange&) override {}
    void gather_body(serve::Exchange&) override {}
    void abort(serve::Exchange& exchange) override {
        exchange.detach(serve::ResponseState::lost);
        leave();
    }
    uint64_t queued() const override { return 0; }
    bool must_wait() const override { return false; }
    Error wait_for_room(serve::Exchange&) override { return Error::ok; }

protected:
    virtual ~PlainResponder() = default;
    // Takes the buffer, which is on the heap, as the engine may leave this function by a bailout.
    virtual Error send(Buffer* bytes) = 0;
    virtual void leave() = 0;

private:
    // `last`: null if everything is sent.
    Error end(serve::Exchange& exchange, Buffer* last) {
        exchange.detach(serve::ResponseState::complete);
        const Error error = last == nullptr ? Error::ok : send(last);
        leave();
        return error;
    }

    bool has_content_ = true;
    bool is_chunked_ = true;
};

class SocketResponder final : public PlainResponder {
public:
    explicit SocketResponder(zend_object* socket) noexcept : socket_(socket) { GC_ADDREF(socket); }

private:
    Error send(Buffer* bytes) override {
        zend_string* text = text_of(bytes);
        const Error error = send_by_object(socket_, text);
        zend_string_release(text);
        return error;
    }
    void leave() override {
        OBJ_RELEASE(socket_);
        delete this;
    }

    zend_object* socket_;
};

class SessionResponder final : public PlainResponder {
public:
    explicit SessionResponder(int64_t session_id) noexcept : session_id_(session_id) {}

private:
    Error send(Buffer* bytes) override {
        zend_string* text = text_of(bytes);
        const Error error = server_link() != nullptr ? server_link()->send(session_id_, text) : Error::wrong_operation;
        zend_string_release(text);
        return error;
    }
    void leave() override { delete this; }

    int64_t session_id_;
};

class DescriptorResponder final : public PlainResponder {
public:
    explicit DescriptorResponder(Fd socket) noexcept : socket_(std::move(socket)) {}

    Error respond(serve::Exchange& exchange, http::ResponseHead& head, Slice body) override {
        head.keep_alive = false;
        return PlainResponder::respond(exchange, head, std::move(body));
    }
    Error start(serve::Exchange& exchange, http::ResponseHead& head) override {
        head.keep_alive = false;
        return PlainResponder::start(exchange, head);
    }

private:
    Error send(Buffer* bytes) override {
        const Error error = send_all(socket_.get(), bytes->view());
        delete bytes;
        return error;
    }
    // The worker still has its descriptor, so closing this one would not end the connection.
    void leave() override {
        (void)::shutdown(socket_.get(), SHUT_RDWR);
        delete this;
    }

    Fd socket_;
};

template <class MakeResponder>
serve::Exchange* make_exchange(int64_t session_id, const http::RequestHead* request, MakeResponder make_responder) {
    Runtime* runtime = need_runtime();
    PortHost* host = runtime == nullptr ? nullptr : need_port_host(*runtime);
    if (host == nullptr) return nullptr;
    serve::Exchange* exchange = host->exchanges.take();
    exchange->head.method = request != nullptr && request->method == "HEAD" ? "HEAD" : "GET";
    exchange->head.version =
        request != nullptr && request->version == http::Version::http10 ? http::Version::http10 : http::Version::http11;
    exchange->session_id = session_id;
    exchange->attach(*make_responder());
    return exchange;
}

}  // namespace

void append_response_head(Buffer& out, http::ResponseHead& head) noexcept {
    char date[http::kDateBytes];
    http::write_date(date, wall_clock_s());
    http::write_response_head(out, head, http::OwnLines("", Bytes(date, sizeof date)));
}

serve::Responder* make_descriptor_responder(Fd socket) { return new DescriptorResponder(std::move(socket)); }

serve::Exchange* make_socket_exchange(zend_object* socket, const http::RequestHead* request) {
    return make_exchange(0, request, [socket] { return new SocketResponder(socket); });
}

serve::Exchange* make_session_exchange(int64_t session_id, const http::RequestHead* request) {
    return make_exchange(session_id, request, [session_id] { return new SessionResponder(session_id); });
}

}  // namespace tern::php
