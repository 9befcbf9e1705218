// A server's session and a client that talks to it.
#pragma once

#include <memory>

#include "protocol/http/h2/nghttp2_client.h"
#include "protocol/http/h2/session.h"

namespace tern::http::h2::test {

class TestStream final : public StreamEvents {
public:
    void on_data(Bytes data) override { got += data; }
    void on_end() override { ended = true; }
    Pull on_pull(size_t most) override {
        Pull pull;
        pull.bytes = std::min(most, body.size());
        pull.end = finished && pull.bytes == body.size();
        pull.trailers_next = pull.end && trailers;
        return pull;
    }
    bool on_put(Buffer& out, size_t count) override {
        out.append(Bytes(body).substr(0, count));
        body.erase(0, count);
        return !lost;
    }
    void on_trailers() override {
        const Field field{"X-Sum", "1"};
        session->send_trailers(id, &field, 1);
    }
    void on_unsendable() override { session->reset(id, ErrorCode::internal_error); }
    void on_closed(ErrorCode code) override {
        closed = true;
        error = code;
    }

    Session* session = nullptr;
    int32_t id = 0;
    std::string got;
    std::string body;
    bool ended = false;
    bool finished = true;
    bool trailers = false;
    bool lost = false;  // its bytes, when they are sent
    bool closed = false;
    ErrorCode error = ErrorCode::no_error;
};

// A server that keeps its requests.
class Server final : public SessionEvents {
public:
    explicit Server(const SessionOptions& options = {}) : session(options, *this) {}
    void on_request(int32_t id, RequestReader& reader, bool ends) override {
        TestStream& stream = streams[id];
        stream.session = &session;
        stream.id = id;
        stream.ended = ends;
        std::string memory(reader.size(), '\0');
        auto head = std::make_unique<RequestHead>();
        const int status = reader.finish(*head, memory.data(), !ends);
        asked.push_back(std::string(head->path) + (status == 0 ? "" : " " + std::to_string(status)));
        session.attach(id, stream);
    }
    void on_ping_ack() override { ++ping_answers; }
    void answer(int32_t id, const std::string& body, bool finished = true) {
        streams[id].body = body;
        streams[id].finished = finished;
        ResponseHead head;
        head.content_length = body.size();
        if (!finished || streams[id].trailers) head.framing = Framing::chunked;
        session.respond(id, head, {"now", "tern"}, body.empty() && finished);
    }

    Session session;
    std::map<int32_t, TestStream> streams;
    std::vector<std::string> asked;
    int ping_answers = 0;
};

struct ServerPair {
    // `window`: of each stream of the client, where windows open only by open().
    explicit ServerPair(const SessionOptions& options = {}) : server(options) {}
    explicit ServerPair(uint32_t window) : client(window, false) {}
    // Until nobody has anything to say.
    void talk() {
        for (int i = 0; i < 1000; ++i) {
            const std::string said = client.out();
            Buffer answered;
            if (!said.empty()) going = server.session.receive(said, 1);
            server.session.send(answered, SIZE_MAX);
            client.in(answered.view());
            if (said.empty() && answered.empty()) return;
        }
    }
    int32_t ask() {
        const int32_t id = client.request(test::ClientSession::get("/"));
        talk();
        return id;
    }
    // Many small bodies. Returns the first stream whose body is not complete; 0: all are.
    int32_t take_small(int count) {
        for (int i = 0; i < count; ++i) {
            const int32_t id = ask();
            server.answer(id, std::string(1000, 'x'));
            talk();
            if (!client[id].ended) return id;
        }
        return 0;
    }
    void open(int32_t id, int32_t by) {
        REQUIRE(nghttp2_submit_window_update(client.handle(), 0, id, by) == 0);
        talk();
    }
    Server server;
    test::ClientSession client;
    bool going = true;
};

}  // namespace tern::http::h2::test
