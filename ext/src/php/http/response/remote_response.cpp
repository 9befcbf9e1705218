#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/clock.h"
#include "base/slice.h"
#include "php/coroutine/program/script.h"
#include "php/http/port_host.h"
#include "php/http/response/responders.h"
#include "php/http/server_link.h"
#include "serve/exchange.h"

namespace tern::php {

namespace {

constexpr int64_t kMostWaitMs = 5000;   // for a worker that does not read
constexpr int64_t kMostBlockedMs = 50;  // how long the master waits for a worker
constexpr size_t kMostFields = 1024;
constexpr size_t kReadBytes = 256 << 10;

// --- the fields as bytes: the two lengths, then the texts. The reason is a field without a name.

void append_field(std::string& into, Bytes name, Bytes value) {
    const uint32_t lengths[] = {static_cast<uint32_t>(name.size()), static_cast<uint32_t>(value.size())};
    into.append(reinterpret_cast<const char*>(lengths), sizeof lengths);
    into.append(name);
    into.append(value);
}

bool take_field(Bytes& from, http::Field& field) noexcept {
    uint32_t lengths[2];
    if (from.size() < sizeof lengths) return false;
    std::memcpy(lengths, from.data(), sizeof lengths);
    from.remove_prefix(sizeof lengths);
    if (from.size() < size_t{lengths[0]} + lengths[1]) return false;
    field = {from.substr(0, lengths[0]), from.substr(lengths[0], lengths[1])};
    from.remove_prefix(size_t{lengths[0]} + lengths[1]);
    return true;
}

std::string pack_fields(Bytes reason, const http::Field* fields, size_t count) {
    std::string packed;
    append_field(packed, {}, reason);
    for (size_t i = 0; i < count; ++i) append_field(packed, fields[i].name, fields[i].value);
    return packed;
}

// --- the sending side

Error send_step(int64_t session_id, worker::ResponseStep step, const http::ResponseHead& head, Bytes body) {
    if (server_link() == nullptr) return Error::wrong_operation;
    const std::string fields = pack_fields(head.reason, head.fields, head.field_count);
    const worker::ResponseStepHead message{session_id, static_cast<uint32_t>(fields.size()),
                                           static_cast<uint16_t>(head.status), step, head.keep_alive};
    return server_link()->messenger().respond(message, fields, body, kMostWaitMs);
}

bool append_file(std::string& into, int file, off_t offset, uint64_t length) {
    const size_t before = into.size();
    into.resize(before + length);
    for (size_t got = 0; got < length;) {
        const ssize_t count = ::pread(file, &into[before + got], std::min<uint64_t>(length - got, kReadBytes),
                                      offset + static_cast<off_t>(got));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        got += static_cast<size_t>(count);
    }
    return true;
}

// --- the worker does not take the message

// A connection of HTTP/1 without TLS, whose client has received nothing since its last bytes arrived here.
bool waits_for_response(ServerLink& server, const Result<shm::SessionInfo>& session) noexcept {
    if (!session.ok()) return false;
    const shm::SessionInfo& info = session.value();
    if (info.last_send_time_us >= info.last_recv_time_us || info.socket_fd < 0) return false;
    const bool is_http1 = info.protocol == static_cast<uint8_t>(shm::Protocol::http1);
    return is_http1 && !server.is_secure(info.origin.listener);
}

// The socket of a connection whose worker has not sent the response for a while. -1: it has, or the socket is not to be
// had.
Fd socket_of_blocked(ServerLink& server, int64_t session_id) noexcept {
    const shm::SessionTable& sessions = server.state().sessions();
    const int64_t until_ms = monotonic_ms() + kMostBlockedMs;
    Result<shm::SessionInfo> session = sessions.read(session_id);
    while (waits_for_response(server, session) && monotonic_ms() < until_ms) {
        (void)::poll(nullptr, 0, 1);
        session = sessions.read(session_id);
    }
    const int slot = session.ok() ? server.state().slot_of(session.value().owner) : -1;
    if (slot < 0 || !waits_for_response(server, session)) return Fd();
    const int number = session.value().socket_fd;
    Result<Fd> socket = server.descriptor_requests().request(static_cast<uint32_t>(slot), number, kMostBlockedMs);
    const Result<shm::SessionInfo> after = sessions.read(session_id);
    const bool is_same = waits_for_response(server, after) && after.value().owner == session.value().owner &&
                         after.value().socket_fd == number;
    return socket.ok() && is_same ? std::move(socket.value()) : Fd();
}

// For the master, after the first step of a response. Null: the worker sends it.
serve::Responder* respond_for_blocked(serve::Exchange& exchange) {
    ServerLink* server = server_link();
    if (server == nullptr || !server->messenger().is_master()) return nullptr;
    Fd socket = socket_of_blocked(*server, exchange.session_id);
    if (!socket.open()) return nullptr;
    serve::Responder* own = make_descriptor_responder(std::move(socket));
    exchange.attach(*own);
    return own;
}

class RemoteResponder final : public serve::Responder {
public:
    Error inform(serve::Exchange&, const http::ResponseHead&) override { return Error::operation_not_supported; }

    Error respond(serve::Exchange& exchange, http::ResponseHead& head, Slice body) override {
        const Error error = send_step(exchange.session_id, worker::ResponseStep::whole, head, body.view());
        if (serve::Responder* own = respond_for_blocked(exchange)) return own->respond(exchange, head, std::move(body));
        return end(exchange, error);
    }

    Error respond_parts(serve::Exchange& exchange, http::ResponseHead& head,
                        std::span<serve::BodyPart> parts) override {
        std::string body;
        for (serve::BodyPart& part : parts) {
            body.append(part.bytes.view());
            if (part.file.open() && !append_file(body, part.file.get(), part.offset, part.length))
                return Error::system_call_fail;
        }
        return respond(exchange, head, copy_of(body));
    }

    Error start(serve::Exchange& exchange, http::ResponseHead& head) override {
        const Error error = send_step(exchange.session_id, worker::ResponseStep::start, head, {});
        if (serve::Responder* own = respond_for_blocked(exchange)) return own->start(exchange, head);
        exchange.begin_pieces();
        return error;
    }

    Error write(serve::Exchange& exchange, Slice piece) override {
        if (piece.empty()) return Error::ok;
        return send_step(exchange.session_id, worker::ResponseStep::piece, {}, piece.view());
    }

    Error finish(serve::Exchange& exchange, const http::Field* trailers, size_t trailer_count) override {
        http::ResponseHead head;
        head.fields = trailers;
        head.field_count = trailer_count;
        return end(exchange, send_step(exchange.session_id, worker::ResponseStep::finish, head, {}));
    }

    void read_on(serve::Exchange&) override {}
    void gather_body(serve::Exchange&) override {}
    void abort(serve::Exchange& exchange) override {
        (void)send_step(exchange.session_id, worker::ResponseStep::abort, {}, {});
        exchange.detach(serve::ResponseState::lost);
    }
    uint64_t queued() const override { return 0; }
    bool must_wait() const override { return false; }
    Error wait_for_room(serve::Exchange&) override { return Error::ok; }

private:
    static Error end(serve::Exchange& exchange, Error error) {
        exchange.detach(error == Error::ok ? serve::ResponseState::complete : serve::ResponseState::lost);
        return error;
    }
};

RemoteResponder remote_responder;  // it has no state

// --- the receiving side

void do_step(serve::Exchange& exchange, const worker::ResponseStepHead& message, http::ResponseHead& head, Bytes body) {
    const bool fresh = exchange.state() == serve::ResponseState::none;
    switch (message.step) {
        case worker::ResponseStep::whole:
            if (fresh) (void)serve::respond(exchange, head, copy_of(body));
            break;
        case worker::ResponseStep::start:
            if (fresh) (void)serve::start(exchange, head);
            break;
        case worker::ResponseStep::piece:
            if (!fresh) (void)serve::write(exchange, copy_of(body));
            break;
        case worker::ResponseStep::finish:
            if (fresh || !serve::write_last(exchange, Slice())) break;
            (void)exchange.responder()->finish(exchange, head.fields, head.field_count);
            break;
        case worker::ResponseStep::abort: exchange.responder()->abort(exchange); break;
    }
}

}  // namespace

serve::Exchange* make_remote_exchange(int64_t session_id) {
    ServerLink* server = server_link();
    Runtime* runtime = server == nullptr ? nullptr : need_runtime();
    PortHost* host = runtime == nullptr ? nullptr : need_port_host(*runtime);
    if (host == nullptr || host->find_connection(session_id) != nullptr) return nullptr;
    if (server->state().sessions().owner_of(session_id) == 0) return nullptr;
    serve::Exchange* exchange = host->exchanges.take();
    exchange->head.method = "GET";
    exchange->head.version = http::Version::http11;
    exchange->session_id = session_id;
    exchange->attach(remote_responder);
    return exchange;
}

void take_response(PortHost& host, const worker::ResponseStepHead& message, Bytes fields, Bytes body) {
    serve::Exchange* exchange = host.find_exchange(message.session_id);
    if (exchange == nullptr || exchange->responder() == nullptr) return;
    std::vector<http::Field> list;
    http::Field field;
    while (list.size() < kMostFields && take_field(fields, field)) list.push_back(field);
    http::ResponseHead head;
    head.status = message.status;
    head.keep_alive = message.keep_alive;
    if (!list.empty()) {
        head.reason = list[0].value;
        head.fields = list.data() + 1;
        head.field_count = list.size() - 1;
    }
    exchange->retain();
    do_step(*exchange, message, head, body);
    exchange->release();
}

}  // namespace tern::php
