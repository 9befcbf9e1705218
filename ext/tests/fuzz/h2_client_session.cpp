// The client's HTTP/2 session over any bytes of a server. The first byte chooses limits; then commands: bytes of the
// server as they are, or as a frame, and what the client does with its streams. Cut anywhere, the bytes must lead to
// the same responses, and the session never asks for more of a body than it was given.
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "protocol/http/h2/client_session.h"
#include "script.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::fuzz;

namespace {

struct TestStream final : public ClientStreamEvents {
    explicit TestStream(std::string& all) : said(all) {}
    void say(const std::string& what) {
        if (closed) std::abort();
        said += std::to_string(id) + ' ' + what + '\n';
    }
    void on_status(int status) override {
        if (status < 200 || status > 999 || has_head) std::abort();
        say("status " + std::to_string(status));
    }
    void on_field(Bytes name, Bytes value) override { say(std::string(name) + ": " + std::string(value)); }
    void on_head(bool ends) override {
        has_head = true;
        say(ends ? "whole" : "head");
    }
    void on_data(Bytes data) override {
        if (!has_head || ended) std::abort();
        got += data.size();
        body += data;
    }
    void on_end() override {
        if (!has_head || ended) std::abort();
        ended = true;
        say("end after " + body);
    }
    Pull on_pull(size_t most) override {
        promised = std::min(most, left);
        return {promised, promised == left && finished};
    }
    void on_put(Buffer& out, size_t count) override {
        if (count != promised) std::abort();
        std::memset(out.extend(count), 'x', count);
        left -= count;
    }
    void on_closed(ErrorCode code) override {
        say("closed " + std::to_string(static_cast<unsigned>(code)));
        closed = true;
    }
    std::string& said;
    std::string body;
    int32_t id = 0;
    size_t got = 0, left = 0, promised = 0;
    bool finished = true, has_head = false, ended = false, closed = false;
};

class Client final : public ClientSessionEvents {
public:
    explicit Client(const ClientOptions& options) : session(std::make_unique<ClientSession>(options, *this)) {}
    void on_go_away(int32_t last, ErrorCode code, Bytes data) override {
        said += "goaway " + std::to_string(last) + ' ' + std::to_string(static_cast<unsigned>(code)) + ' ' +
                std::string(data) + '\n';
    }
    void on_not_sent(int32_t id, ErrorCode) override {
        if (streams.at(id)->closed) std::abort();
        streams.at(id)->closed = true;
    }
    void request(ScriptReader& script) {
        auto made = std::make_unique<TestStream>(said);
        const unsigned how = script.byte();
        made->left = (how & 1) != 0 ? script.amount() : 0;
        made->finished = (how & 2) != 0;
        FieldList fields;
        fields.add(":method", (how & 4) != 0 ? "HEAD" : "POST");
        fields.add(":scheme", "http");
        fields.add(":authority", "x");
        fields.add(":path", "/");
        const int32_t id = session->request(fields, made->left > 0 || !made->finished, *made);
        if (id < 0) std::abort();
        made->id = id;
        streams[id] = std::move(made);
    }
    bool receive(Bytes bytes, size_t piece) {
        bool goes_on = true;
        while (goes_on && !bytes.empty()) {
            goes_on = session->receive(bytes.substr(0, piece));
            bytes.remove_prefix(std::min(piece, bytes.size()));
        }
        return goes_on;
    }
    void send(size_t most) {
        Buffer out;
        session->send(out, most);
    }

    std::string said;
    std::map<int32_t, std::unique_ptr<TestStream>> streams;
    std::unique_ptr<ClientSession> session;
};

void act(Client& client, unsigned what, TestStream& stream, ScriptReader& script) {
    switch (what) {
        case 0:
            if (stream.closed || stream.finished) return;
            stream.left += script.amount();
            stream.finished = (script.byte() & 1) != 0;
            return client.session->resume(stream.id);
        case 1: return client.session->consume(stream.id, std::exchange(stream.got, 0));
        default: return client.session->reset(stream.id, ErrorCode::cancel);
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
    ClientOptions options;
    const unsigned how = script.byte();
    if ((how & 1) != 0) options.head_bytes = 200;
    if ((how & 2) != 0) options.stream_window_bytes = 20;
    if ((how & 4) != 0) options.header_table_bytes = 0;
    Client client(options);
    if ((how & 8) == 0 && !client.receive(std::string("\0\0\0\4\0\0\0\0\0", 9), piece)) std::abort();
    for (int i = 0; i < 200 && !script.over(); ++i) {
        const unsigned what = script.byte() % 12;
        if (what < 4) {
            (void)client.receive(frame(script), piece);
        } else if (what < 5) {
            (void)client.receive(script.take(script.byte()), piece);
        } else if (what < 6) {
            client.send(script.amount());
        } else if (what < 8) {
            client.request(script);
        } else if (what < 9) {
            (script.byte() & 1) != 0 ? client.session->ping() : client.session->go_away(ErrorCode::no_error, "x");
        } else if (auto found = client.streams.find(static_cast<int32_t>(script.byte() % 8));
                   found != client.streams.end()) {
            act(client, what - 9, *found->second, script);
        }
    }
    client.send(SIZE_MAX);
    return client.said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2 || size > 2048) return 0;
    const Bytes input(reinterpret_cast<const char*>(data), size);
    const std::string whole = play(input, SIZE_MAX);
    const std::string pieces = play(input, 1);
    if (whole != pieces) {
        std::fprintf(stderr, "whole:\n%s\npieces:\n%s\n", whole.c_str(), pieces.c_str());
        std::abort();
    }
    return 0;
}
