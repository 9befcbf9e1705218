// The HTTP/2 session over any bytes. The first bytes choose limits; then commands: bytes of the client as they are, or
// as a frame, and what the server does with its streams. Cut anywhere, the bytes must lead to the same requests, the
// session never asks for more of a body than it was given, and it sends no more than the client allows.
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "h2_windows.h"
#include "protocol/http/h2/session.h"
#include "script.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::fuzz;

namespace {

struct TestStream final : public StreamEvents {
    void on_data(Bytes data) override { got += data.size(); }
    void on_end() override { ended = true; }
    Pull on_pull(size_t most) override {
        promised = std::min(most, left);
        return {promised, promised == left && finished, promised == left && finished && trailers};
    }
    bool on_put(Buffer& out, size_t count) override {
        if (count != promised) std::abort();
        std::memset(out.extend(count), 'x', count);
        left -= count;
        return true;
    }
    void on_trailers() override {
        const Field field{"x-sum", "1"};
        session->send_trailers(id, &field, 1);
    }
    void on_unsendable() override { session->reset(id, ErrorCode::internal_error); }
    void on_closed(ErrorCode) override {
        if (closed) std::abort();
        closed = true;
    }
    Session* session = nullptr;
    int32_t id = 0;
    size_t got = 0, left = 0, promised = 0;
    bool ended = false, finished = true, trailers = false, closed = false, answered = false;
};

class Server final : public SessionEvents {
public:
    explicit Server(const SessionOptions& options) : session(std::make_unique<Session>(options, *this)) {}
    void on_request(int32_t id, RequestReader& reader, bool ends) override {
        auto& stream = streams[id];
        if (stream != nullptr) std::abort();
        stream = std::make_unique<TestStream>();
        stream->session = session.get();
        stream->id = id;
        stream->ended = ends;
        std::string memory(reader.size(), '\0');
        const int status = reader.finish(head, memory.data(), !ends);
        said += std::to_string(id) + ' ' + std::to_string(status) + ' ' + std::string(head.method) + ' ' +
                std::string(head.target) + ' ' + std::to_string(head.field_count) + '\n';
        session->attach(id, *stream);
    }
    bool receive(Bytes bytes, size_t piece) {
        bool goes_on = true;
        while (goes_on && !bytes.empty()) {
            const Bytes part = bytes.substr(0, piece);
            const size_t of_preface = std::min(part.size(), preface_left);
            preface_left -= of_preface;
            windows.receive(part.substr(of_preface));
            goes_on = session->receive(part, 1);
            bytes.remove_prefix(part.size());
        }
        return goes_on;
    }
    void send(size_t most) {
        Buffer out;
        session->send(out, most);
        windows.send(out.view());
        const bool is_well = session->why() == nullptr && !session->wants_to_send();  // an error may wait to be sent
        if (is_well && session->window() != windows.connection()) std::abort();
    }

    RequestHead head;
    std::map<int32_t, std::unique_ptr<TestStream>> streams;
    std::string said;
    std::unique_ptr<Session> session;
    H2Windows windows;
    size_t preface_left = kClientPreface.size();
};

void act(Server& server, unsigned what, TestStream& stream, ScriptReader& script) {
    ResponseHead head;
    switch (what) {
        case 0:
            if (stream.answered || stream.closed) return;
            stream.answered = true;
            stream.left = script.amount();
            stream.finished = (script.byte() & 1) != 0;
            stream.trailers = (script.byte() & 1) != 0;
            head.framing = Framing::chunked;
            return server.session->respond(stream.id, head, {"now", "tern"}, stream.left == 0 && stream.finished);
        case 1:
            stream.left += script.amount();
            stream.finished = true;
            return server.session->resume(stream.id);
        case 2: return server.session->consume(stream.id, std::exchange(stream.got, 0));
        case 3: return server.session->reset(stream.id, ErrorCode::cancel);
        default:
            head.status = 103;
            if (!stream.answered && !stream.closed) server.session->inform(stream.id, head);
    }
}

std::string frame(ScriptReader& script) {
    const unsigned size = script.byte();
    std::string bytes = {0, 0, static_cast<char>(size), static_cast<char>(script.byte() % 18)};
    bytes += {static_cast<char>(script.byte()), 0, 0, 0, static_cast<char>(script.byte() % 8)};
    bytes += script.take(size);
    return bytes;
}

std::string play(Bytes input, size_t piece) {
    ScriptReader script(input);
    SessionOptions options;
    const unsigned how = script.byte();
    if (how & 1) options.concurrent_streams = 2;
    if (how & 2) options.head = {16, 200, 4};
    if (how & 4) options.floods.allowed.fill(5);
    if (how & 8) options.extended_connect = true;
    auto server = std::make_unique<Server>(options);
    if ((how & 16) == 0 && !server->receive(kClientPreface, piece)) std::abort();
    for (int i = 0; i < 200 && !script.over(); ++i) {
        const unsigned what = script.byte() % 12;
        if (what < 4) {
            (void)server->receive(frame(script), piece);
        } else if (what < 5) {
            (void)server->receive(script.take(script.byte()), piece);
        } else if (what < 6) {
            server->send(script.amount());
        } else if (what < 7) {
            script.byte() & 1 ? server->session->announce_shutdown()
                              : server->session->shut_down(ErrorCode::no_error, "x");
        } else if (auto found = server->streams.find(static_cast<int32_t>(script.byte() % 8));
                   found != server->streams.end()) {
            act(*server, what - 7, *found->second, script);
        }
    }
    server->send(SIZE_MAX);
    return server->said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2 || size > 2048) return 0;
    const Bytes input(reinterpret_cast<const char*>(data), size);
    const std::string whole = play(input, SIZE_MAX);
    const std::string pieces = play(input, 1);
    // A flood is found before anything of the same read is obeyed, so that fewer bytes at a time may lead to more.
    if (!pieces.starts_with(whole)) {
        std::fprintf(stderr, "whole:\n%s\npieces:\n%s\n", whole.c_str(), pieces.c_str());
        std::abort();
    }
    return 0;
}
