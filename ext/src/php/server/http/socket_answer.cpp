#include "php/server/http/socket_answer.h"

#include "base/clock.h"
#include "php/runtime/script.h"
#include "php/server/port_host.h"
#include "protocol/http/chunked.h"
#include "protocol/http/content.h"
#include "protocol/http/date.h"
#include "protocol/http/h1_writer.h"

namespace tern::php {

namespace {

// Calls sendAll(). The text is released. Nothing is sent where sendAll() could not wait, as in a destructor.
Error send_text(zend_object* socket, zend_string* text) {
    if (!runtime()->may_suspend()) {
        zend_string_release(text);
        return Error::wrong_operation;
    }
    zval argument;
    zval sent;
    const auto size = static_cast<zend_long>(ZSTR_LEN(text));
    ZVAL_STR(&argument, text);
    ZVAL_UNDEF(&sent);
    GC_ADDREF(socket);
    zend_call_method_with_1_params(socket, socket->ce, nullptr, "sendall", &sent, &argument);
    const bool whole = Z_TYPE(sent) == IS_LONG && Z_LVAL(sent) == size;
    zval_ptr_dtor(&sent);
    zval_ptr_dtor(&argument);
    OBJ_RELEASE(socket);
    return whole ? Error::ok : Error::session_closed_by_client;
}

// Empties the buffer, which is on the heap, as the engine may leave this function by a bailout.
zend_string* text_of(Buffer* bytes) {
    zend_string* text = zend_string_init(bytes->data(), bytes->size(), false);
    delete bytes;
    return text;
}

void append_head(Buffer& out, http::ResponseHead& head) noexcept {
    char date[http::kDateBytes];
    http::write_date(date, wall_clock_s());
    http::write_response_head(out, head, http::OwnLines("", Bytes(date, sizeof date)));
}

// It deletes itself when the answer is over.
class SocketResponder final : public serve::Responder {
public:
    explicit SocketResponder(zend_object* socket) noexcept : socket_(socket) { GC_ADDREF(socket); }

    Error inform(serve::Exchange&, const http::ResponseHead&) override { return Error::operation_not_supported; }

    Error respond(serve::Exchange& exchange, http::ResponseHead& head, Slice body) override {
        head.content_length = body.size();
        auto* out = new Buffer;
        const bool has_content = http::frame(head, false, http::Framing::length);
        append_head(*out, head);
        if (has_content) out->append(body.view());
        return end(exchange, out);
    }

    Error respond_file(serve::Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) override {
        serve::BodyPart part{{}, std::move(file), offset, head.content_length};
        return respond_parts(exchange, head, std::span<serve::BodyPart>(&part, 1));
    }

    Error respond_parts(serve::Exchange&, http::ResponseHead&, std::span<serve::BodyPart>) override {
        return Error::operation_not_supported;  // Coroutine\Socket has sendFile()
    }

    Error start(serve::Exchange& exchange, http::ResponseHead& head) override {
        auto* out = new Buffer;
        (void)http::frame(head, false, http::Framing::chunked);
        append_head(*out, head);
        exchange.begin_pieces();
        return send_text(socket_, text_of(out));
    }

    Error write(serve::Exchange&, Slice piece) override {
        if (piece.empty()) return Error::ok;
        auto* out = new Buffer;
        char* place = out->extend(http::kMaxChunkHead);
        out->shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        out->append(piece.view());
        out->append(http::kChunkEnd);
        return send_text(socket_, text_of(out));
    }

    Error finish(serve::Exchange& exchange, const http::Field* trailers, size_t trailer_count) override {
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
        exchange.detach(serve::AnswerState::lost);
        leave();
    }
    uint64_t queued() const override { return 0; }
    bool must_wait() const override { return false; }
    Error wait_for_room(serve::Exchange&) override { return Error::ok; }

private:
    Error end(serve::Exchange& exchange, Buffer* bytes) {
        exchange.detach(serve::AnswerState::complete);
        const Error error = send_text(socket_, text_of(bytes));
        leave();
        return error;
    }

    void leave() {
        OBJ_RELEASE(socket_);
        delete this;
    }

    zend_object* socket_;
};

}  // namespace

serve::Exchange* make_socket_exchange(zend_object* socket) {
    Runtime* runtime = need_runtime();
    PortHost* host = runtime == nullptr ? nullptr : need_port_host(*runtime);
    if (host == nullptr) return nullptr;
    serve::Exchange* exchange = host->exchanges.take();
    exchange->head.method = "GET";
    exchange->head.version = http::Version::http11;
    exchange->session_id = 0;
    exchange->attach(*new SocketResponder(socket));
    return exchange;
}

}  // namespace tern::php
