// A handler that answers as a script tells it, and writes down what it has answered.
#pragma once

#include <functional>
#include <memory>

#include "script.h"
#include "serve/port.h"

namespace tern::fuzz {

using serve::Exchange;
using serve::ResponseState;

enum class Manner : unsigned {
    whole,
    large,
    file,
    pieces,
    streams,
    closes,
    bodiless,
    later,
    never,
    aborts,
    hangs_up,
    kManners
};

// What is done with a body that streams.
enum class BodyUse : unsigned { take, gather, ignore, kBodyUses };

class Handler final : public serve::RequestHandler {
public:
    using Clients = std::vector<std::unique_ptr<Client>>;
    Handler(Clients& clients, std::function<void(int64_t)> its_hang_up)
        : hang_up(std::move(its_hang_up)), clients_(clients) {}
    ~Handler() { forget_all(); }
    void on_request(Exchange& exchange) override;
    void on_client_gone(Exchange&) override {}
    void on_drained(Exchange& exchange) override { stream(exchange); }
    void on_body(Exchange& exchange) override;
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}

    void answer(Exchange& exchange, Manner manner);
    // Takes what has come of a body that streams.
    static void take(Exchange& exchange, size_t most);
    void stream(Exchange& exchange);
    void begin(Exchange& exchange, int status, bool keep_alive);
    void write(Exchange& exchange, size_t size);
    void finish(Exchange& exchange);
    void respond(Exchange& exchange, size_t size, int status, bool keep_alive);
    void respond_file(Exchange& exchange);
    void abort(Exchange& exchange);
    void forget_all();
    // The script plays with what was kept for later.
    void act(ScriptReader& script);

    std::function<void(int64_t)> hang_up;     // closes the connection of that session
    std::function<bool(Exchange&)> upgrades;  // takes a request that wants to become something else, or not
    Manner manner = Manner::whole;
    size_t most_ahead = serve::BodyWindow::kFull + net::Block::kSize;  // bytes of a body that the handler has not taken
    size_t size = 10;
    BodyUse body_use = BodyUse::take;
    std::vector<Exchange*> kept;

private:
    Answer& open_answer(Exchange& exchange, int status);
    Answer& answer_of(Exchange& exchange);
    Client& client_of(const Exchange& exchange) { return *clients_[exchange.origin.remote_port]; }

    Clients& clients_;
    uint64_t numbers_ = 0;
};

inline Answer& Handler::open_answer(Exchange& exchange, int status) {
    Transcript& transcript = client_of(exchange).transcript;
    Answer answer;
    answer.number = exchange.handler_state<uint64_t>();
    answer.bodiless = exchange.is_head_request() || status == 204 || status == 304;
    transcript.answers.push_back(answer);
    return transcript.answers.back();
}

inline Answer& Handler::answer_of(Exchange& exchange) { return client_of(exchange).transcript.answers.back(); }

inline void Handler::on_request(Exchange& exchange) {
    exchange.handler_state<uint64_t>() = ++numbers_;
    Client& client = client_of(exchange);
    ++client.requests_seen;
    if (exchange.responder() == nullptr) fail("no responder", exchange.head.raw);
    if (exchange.head.upgrade && upgrades && upgrades(exchange)) return;
    if (exchange.body.in_window() && body_use == BodyUse::gather) exchange.responder()->gather_body(exchange);
    if (exchange.body.in_window() && body_use == BodyUse::take) take(exchange, size + 1);
    std::string body(exchange.body.size(), '\0');
    if (exchange.body.read(body.data(), 0, body.size()) != Error::ok)
        fail("the body cannot be read", exchange.head.raw);
    if (exchange.responder() != nullptr) answer(exchange, manner);
}

inline void Handler::take(Exchange& exchange, size_t most) {
    std::string piece(std::min<uint64_t>(most, exchange.body.available()), '\0');
    if (exchange.body.take(piece.data(), piece.size()) != Error::ok)
        fail("the body cannot be taken", exchange.head.raw);
    if (exchange.responder() != nullptr) exchange.responder()->read_on(exchange);
}

inline void Handler::on_body(Exchange& exchange) {
    const serve::RequestBody& body = exchange.body;
    if (body.in_window() && body.window()->view().size() > most_ahead)
        fail("more of the body than the window holds", exchange.head.raw);
    if (exchange.responder() == nullptr && body.arriving()) fail("a body without a connection", exchange.head.raw);
    if (body.in_window() && body_use == BodyUse::take) take(exchange, size * 10 + 1);
}

struct NumberField {
    explicit NumberField(const Exchange& exchange)
        : text(std::to_string(exchange.handler_state<uint64_t>())), field{"X-N", text} {}
    std::string text;
    http::Field field;
};

inline void Handler::respond(Exchange& exchange, size_t size_of_body, int status, bool keep_alive) {
    if (!keep_alive) client_of(exchange).countable = false;
    Answer& answer = open_answer(exchange, status);
    answer.body.assign(size_of_body, static_cast<char>('a' + answer.number % 26));
    answer.complete = true;
    NumberField number(exchange);
    http::ResponseHead head;
    head.status = status;
    head.fields = &number.field;
    head.field_count = 1;
    head.keep_alive = keep_alive;
    auto* text = new std::string(answer.body);
    (void)exchange.responder()->respond(
        exchange, head, Slice(*text, text, [](void* owner) { delete static_cast<std::string*>(owner); }));
}

inline void Handler::respond_file(Exchange& exchange) {
    Answer& answer = open_answer(exchange, 200);
    answer.body.assign(size, 'f');
    answer.complete = true;
    if (size > file_bytes) client_of(exchange).excused = true;
    NumberField number(exchange);
    http::ResponseHead head;
    head.fields = &number.field;
    head.field_count = 1;
    head.content_length = size;
    (void)exchange.responder()->respond_file(exchange, head, Fd(Kernel::kFile), 0);
}

inline void Handler::begin(Exchange& exchange, int status, bool keep_alive) {
    if (!keep_alive) client_of(exchange).countable = false;
    Answer& answer = open_answer(exchange, status);
    answer.plain_to_end = exchange.head.version == http::Version::http10 && !answer.bodiless;
    NumberField number(exchange);
    http::ResponseHead head;
    head.status = status;
    head.fields = &number.field;
    head.field_count = 1;
    head.keep_alive = keep_alive;
    (void)exchange.responder()->start(exchange, head);
}

inline void Handler::write(Exchange& exchange, size_t size_of_piece) {
    if (exchange.responder() == nullptr) return;
    Answer& answer = answer_of(exchange);
    auto* text = new std::string(size_of_piece, static_cast<char>('A' + answer.body.size() % 26));
    answer.body += *text;
    (void)exchange.responder()->write(exchange,
                                      Slice(*text, text, [](void* owner) { delete static_cast<std::string*>(owner); }));
}

inline void Handler::finish(Exchange& exchange) {
    if (exchange.responder() == nullptr) return;
    answer_of(exchange).complete = true;
    http::Field trailer{"X-T", "1"};
    (void)exchange.responder()->finish(exchange, &trailer, numbers_ % 2);
}

// Writes until told to wait, goes on when drained, ends after some.
inline void Handler::stream(Exchange& exchange) {
    while (exchange.responder() != nullptr && exchange.state() == ResponseState::streaming) {
        if (answer_of(exchange).body.size() > 60'000) return finish(exchange);
        write(exchange, size + 1000);
        if (exchange.responder() != nullptr && exchange.responder()->must_wait()) return;
    }
}

inline void Handler::abort(Exchange& exchange) {
    client_of(exchange).excused = true;
    exchange.responder()->abort(exchange);
}

inline void Handler::answer(Exchange& exchange, Manner how) {
    switch (how) {
        case Manner::large: return respond(exchange, size * 5, 200, true);
        case Manner::file: return respond_file(exchange);
        case Manner::pieces:
            begin(exchange, 200, true);
            for (int i = 0; i < 3; ++i) write(exchange, size);
            return finish(exchange);
        case Manner::streams: begin(exchange, 200, size % 2 == 0); return stream(exchange);
        case Manner::closes: return respond(exchange, size, 200, false);
        case Manner::bodiless: return respond(exchange, size, size % 2 == 0 ? 204 : 304, true);
        case Manner::later:
            exchange.retain();
            kept.push_back(&exchange);
            return;
        case Manner::never: client_of(exchange).excused = true; return;
        case Manner::aborts: return abort(exchange);
        case Manner::hangs_up:
            client_of(exchange).excused = true;
            hang_up(exchange.session_id);
            return;
        default: return respond(exchange, size, 200, true);
    }
}

inline void Handler::act(ScriptReader& script) {
    size_t index = script.byte();
    unsigned what = script.byte();
    if (kept.empty()) return;
    Exchange& exchange = *kept[index % kept.size()];
    if (exchange.responder() != nullptr && exchange.body.in_window() && (what & 0x60) != 0) {
        if ((what & 0x40) == 0) return take(exchange, what * 300);
        if (!exchange.body.taken()) return exchange.responder()->gather_body(exchange);
    }
    bool open = exchange.responder() != nullptr;
    if (open && exchange.state() == ResponseState::none) {
        if (what % 8 == 0) return begin(exchange, what & 8 ? 204 : 200, (what & 16) == 0);
        if (what % 8 < 6) answer(exchange, static_cast<Manner>(what % 8));
    } else if (open) {
        if (what % 8 < 5) return write(exchange, size);
        if (what % 8 < 7) finish(exchange);
    }
    if (exchange.responder() != nullptr) abort(exchange);
    kept.erase(kept.begin() + static_cast<ptrdiff_t>(index % kept.size()));
    exchange.release();
}

inline void Handler::forget_all() {
    for (Exchange* exchange : kept) exchange->release();
    kept.clear();
}

}  // namespace tern::fuzz
