#include "protocol/http/h2/client_session.h"

#include <algorithm>
#include <map>

#include "protocol/http/h2/nghttp2_client.h"
#include "protocol/http/h2/session.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using test::frame;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

class Response final : public ClientStreamEvents {
public:
    void on_status(int code) override { status += std::to_string(code); }
    void on_field(Bytes name, Bytes value) override { fields.emplace_back(name, value); }
    void on_head(bool ends) override { said += ends ? "head-only " : "head "; }
    void on_data(Bytes data) override {
        body += data;
        if (eager) session->consume(id, data.size());
    }
    void on_end() override { said += "end "; }
    Pull on_pull(size_t most) override {
        const size_t bytes = std::min(most, request.size());
        return {bytes, finished && bytes == request.size()};
    }
    void on_put(Buffer& out, size_t count) override {
        out.append(Bytes(request).substr(0, count));
        request.erase(0, count);
    }
    void on_closed(ErrorCode code) override {
        closed = true;
        error = code;
    }

    std::string field(const std::string& name) const {
        for (const auto& [one, value] : fields) {
            if (one == name) return value;
        }
        return "-";
    }

    ClientSession* session = nullptr;
    int32_t id = 0;
    std::string status, said, body, request;
    Fields fields;
    bool finished = true, closed = false, eager = true;
    ErrorCode error = ErrorCode::no_error;
};

class Client final : public ClientSessionEvents {
public:
    explicit Client(const ClientOptions& options = {}) : session(options, *this) {}
    void on_go_away(int32_t last, ErrorCode code, Bytes data) override {
        went_away += std::to_string(last) + " " + std::to_string(static_cast<int>(code)) + " " + std::string(data);
    }
    void on_not_sent(int32_t id, ErrorCode code) override {
        not_sent += std::to_string(id) + " " + std::to_string(static_cast<int>(code));
    }

    Response& request(const Fields& fields, const std::string& body = "", bool finished = true) {
        auto made = std::make_unique<Response>();
        made->session = &session;
        made->request = body;
        made->finished = finished;
        FieldList list;
        for (const auto& [name, value] : fields) list.add(name, value);
        const int32_t id = session.request(list, !body.empty() || !finished, *made);
        REQUIRE(id > 0);
        made->id = id;
        return *(responses[id] = std::move(made));
    }
    Response& get(const std::string& path) { return request(head("GET", path)); }
    static Fields head(const std::string& method, const std::string& path) {
        return {{":method", method}, {":scheme", "http"}, {":authority", "x"}, {":path", path}};
    }
    std::string out() {
        Buffer frames;
        session.send(frames, SIZE_MAX);
        return std::string(frames.view());
    }

    ClientSession session;
    std::map<int32_t, std::unique_ptr<Response>> responses;
    std::string went_away;
    std::string not_sent;
};

// What a request of the other side asked for, and how it is answered.
class Answer final : public StreamEvents {
public:
    void on_data(Bytes data) override {
        got += data;
        if (eager) session->consume(id, data.size());
    }
    void on_end() override { ended = true; }
    Pull on_pull(size_t most) override {
        Pull pull{std::min(most, body.size())};
        pull.end = pull.bytes == body.size();
        pull.trailers_next = pull.end && trailers;
        return pull;
    }
    bool on_put(Buffer& out, size_t count) override {
        out.append(Bytes(body).substr(0, count));
        body.erase(0, count);
        return true;
    }
    void on_trailers() override {
        const Field field{"grpc-status", "0"};
        session->send_trailers(id, &field, 1);
    }
    void on_unsendable() override {}
    void on_closed(ErrorCode) override { closed = true; }

    Session* session = nullptr;
    int32_t id = 0;
    std::string path, got, body;
    bool ended = false, closed = false, trailers = false, eager = true;
};

class AnsweringServer final : public SessionEvents {
public:
    explicit AnsweringServer(const SessionOptions& options = {}) : session(options, *this) {}
    void on_request(int32_t id, RequestReader& reader, bool ends) override {
        auto& made = answers[id] = std::make_unique<Answer>();
        made->session = &session;
        made->id = id;
        made->ended = ends;
        std::string memory(reader.size(), '\0');
        RequestHead head;
        CHECK(reader.finish(head, memory.data(), !ends) == 0);
        made->path = head.target;
        session.attach(id, *made);
    }
    void answer(int32_t id, const std::string& body, bool trailers = false) {
        answers[id]->body = body;
        answers[id]->trailers = trailers;
        ResponseHead head;
        head.content_length = body.size();
        if (trailers) head.framing = Framing::chunked;
        session.respond(id, head, {"now", "tern"}, body.empty() && !trailers);
    }
    std::string out() {
        Buffer frames;
        session.send(frames, SIZE_MAX);
        return std::string(frames.view());
    }

    Session session;
    std::map<int32_t, std::unique_ptr<Answer>> answers;
};

struct ClientPair {
    explicit ClientPair(const ClientOptions& client_options = {}, const SessionOptions& server_options = {},
                        size_t cut = 0)
        : client(client_options), server(server_options), piece(cut == 0 ? SIZE_MAX : cut) {}
    // Until neither side has anything to send. Input is divided into pieces.
    void talk() {
        for (;;) {
            const std::string asked = client.out();
            for (size_t at = 0; at < asked.size(); at += std::min(piece, asked.size() - at)) {
                (void)server.session.receive(Bytes(asked).substr(at, piece), 1);
            }
            const std::string answered = server.out();
            for (size_t at = 0; at < answered.size(); at += std::min(piece, answered.size() - at)) {
                goes_on = client.session.receive(Bytes(answered).substr(at, piece));
            }
            if (asked.empty() && answered.empty()) return;
        }
    }
    Client client;
    AnsweringServer server;
    size_t piece;
    bool goes_on = true;
};

std::string settings_frame() { return frame(4, 0, 0, ""); }
// One field that is in no table.
std::string literal(const std::string& name, const std::string& value) {
    return '\0' + std::string(1, static_cast<char>(name.size())) + name + static_cast<char>(value.size()) + value;
}
const std::string kStatus200(1, static_cast<char>(0x88));

// A client with one request, and what a server sends that a test writes byte by byte.
struct Scripted {
    explicit Scripted(const ClientOptions& options = {}) : client(options), response(client.get("/")) {
        (void)client.out();
        CHECK(client.session.receive(settings_frame()));
    }
    bool receive(const std::string& bytes) {
        const bool goes_on = client.session.receive(bytes);
        sent += client.out();
        return goes_on;
    }
    // The error code of the RST_STREAM that was sent; -1: none.
    int reset() const {
        const size_t at = sent.find(std::string("\0\0\4\3\0\0\0\0\1", 9));
        return at == std::string::npos ? -1 : sent[at + 12];
    }
    Client client;
    Response& response;
    std::string sent;
};

}  // namespace

TEST_CASE("ClientSession: requests and responses, with every division of the bytes") {
    for (const size_t cut : {size_t{0}, size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{9}, size_t{64}}) {
        ClientPair pair({}, {}, cut);
        Response& one = pair.client.get("/one?a=1");
        Response& two = pair.client.request(Client::head("POST", "/two"), "hello");
        pair.talk();
        REQUIRE(pair.server.answers.size() == 2);
        CHECK(pair.server.answers[one.id]->path == "/one?a=1");
        CHECK(pair.server.answers[two.id]->got == "hello");
        CHECK(pair.server.answers[two.id]->ended);
        pair.server.answer(two.id, "second");
        pair.server.answer(one.id, "");
        pair.talk();
        CHECK(one.status == "200");
        CHECK(one.said == "head-only end ");
        CHECK(two.body == "second");
        CHECK(two.field("content-length") == "6");
        CHECK(two.said == "head end ");
        CHECK(one.closed);
        CHECK(two.closed);
        CHECK(two.error == ErrorCode::no_error);
        CHECK(pair.goes_on);
    }
}

TEST_CASE("ClientSession: trailers come after the body") {
    ClientPair pair;
    Response& response = pair.client.get("/");
    pair.talk();
    pair.server.answer(response.id, "body", true);
    pair.talk();
    CHECK(response.body == "body");
    CHECK(response.fields.back() == std::pair<std::string, std::string>{"grpc-status", "0"});
    CHECK(response.said == "head end ");
}

TEST_CASE("ClientSession: a body larger than all windows, both ways") {
    ClientOptions options;
    options.stream_window_bytes = 1000;
    ClientPair pair(options);
    const std::string large(300'000, 'x');
    Response& response = pair.client.request(Client::head("POST", "/"), large);
    pair.talk();
    CHECK(pair.server.answers[response.id]->got == large);
    pair.server.answer(response.id, large);
    pair.talk();
    CHECK(response.body == large);
}

TEST_CASE("ClientSession: a response that is not read uses no more than its window, and holds up no other") {
    ClientOptions options;
    options.stream_window_bytes = 20'000;
    options.connection_window_bytes = 65535;
    ClientPair pair(options);
    Response& unread = pair.client.get("/unread");
    unread.eager = false;
    Response& other = pair.client.get("/other");
    pair.talk();
    pair.server.answer(unread.id, std::string(100'000, 'u'));
    pair.server.answer(other.id, std::string(200'000, 'o'));
    pair.talk();
    CHECK(unread.body.size() == 20'000);
    CHECK(other.body.size() == 200'000);
    pair.client.session.consume(unread.id, 20'000);
    pair.talk();
    CHECK(unread.body.size() == 40'000);
}

TEST_CASE("ClientSession: a request body that grows") {
    ClientPair pair;
    Response& response = pair.client.request(Client::head("POST", "/"), "one ", false);
    pair.talk();
    CHECK(pair.server.answers[response.id]->got == "one ");
    CHECK_FALSE(pair.server.answers[response.id]->ended);
    response.request = "two";
    response.finished = true;
    pair.client.session.resume(response.id);
    pair.talk();
    CHECK(pair.server.answers[response.id]->got == "one two");
    CHECK(pair.server.answers[response.id]->ended);
    CHECK(pair.client.session.has_sent_all(response.id));
}

TEST_CASE("ClientSession: requests above the server's limit wait for their turn") {
    SessionOptions limits;
    limits.concurrent_streams = 2;
    ClientPair pair({}, limits);
    pair.talk();
    for (int i = 0; i < 5; ++i) pair.client.get("/" + std::to_string(i));
    pair.talk();
    CHECK(pair.server.answers.size() == 2);
    for (int32_t id = 1; id <= 9; id += 2) {
        pair.server.answer(id, "ok");
        pair.talk();
    }
    CHECK(pair.client.responses[9]->body == "ok");
    CHECK(pair.client.session.setting_of_server(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) == 2);
}

TEST_CASE("ClientSession: GOAWAY refuses the streams that the server has not accepted") {
    ClientPair pair;
    Response& accepted = pair.client.get("/");
    pair.talk();
    Response& late = pair.client.get("/late");
    (void)pair.client.out();  // lost on its way
    pair.server.session.shut_down(ErrorCode::no_error, "bye");
    pair.talk();
    CHECK(pair.client.went_away == "1 0 bye");
    CHECK(late.closed);
    CHECK(late.error == ErrorCode::refused_stream);
    const Response& never = pair.client.get("/never");
    pair.talk();
    CHECK(pair.client.not_sent == "5 7");
    CHECK_FALSE(never.closed);
    pair.server.answer(accepted.id, "done");
    pair.talk();
    CHECK(accepted.body == "done");
    CHECK(pair.client.session.over());
}

TEST_CASE("ClientSession: either side resets a stream") {
    ClientPair pair;
    Response& one = pair.client.get("/1");
    Response& two = pair.client.get("/2");
    pair.talk();
    pair.server.session.reset(one.id, ErrorCode::enhance_your_calm);
    pair.client.session.reset(two.id, ErrorCode::cancel);
    pair.talk();
    CHECK(one.error == ErrorCode::enhance_your_calm);
    CHECK(pair.server.answers[two.id]->closed);
}

TEST_CASE("ClientSession: the server may not push") {
    Scripted server;
    const std::string promise = std::string("\0\0\0\2", 4) + "\x82\x87\x84" + literal(":authority", "x");
    CHECK_FALSE(server.receive(frame(5, 4, 1, promise)));
    CHECK(server.client.session.why() == std::string("PUSH_PROMISE"));
}

TEST_CASE("ClientSession: interim answers are skipped, but not endlessly") {
    Scripted server;
    const std::string interim = frame(1, 4, 1, literal(":status", "103") + literal("link", "x"));
    CHECK(server.receive(interim + interim + frame(1, 5, 1, kStatus200)));
    CHECK(server.response.status == "200");
    CHECK(server.response.fields.empty());
    CHECK(server.response.said == "head-only end ");

    Scripted endless;
    bool goes_on = true;
    for (int i = 0; i < 200 && goes_on; ++i) goes_on = endless.receive(interim);
    CHECK_FALSE(goes_on);
}

TEST_CASE("ClientSession: a head has a limit") {
    ClientOptions options;
    options.head_bytes = 500;
    Scripted large(options);
    CHECK(large.receive(frame(1, 5, 1,
                              kStatus200 + literal("a", std::string(100, 'a')) + literal("b", std::string(100, 'b')) +
                                  literal("c", std::string(100, 'c')) + literal("d", std::string(100, 'd')))));
    CHECK(large.response.closed);
    CHECK(large.response.error == ErrorCode::internal_error);
    CHECK(large.reset() == 2);
}

TEST_CASE("ClientSession: malformed responses reset their stream") {
    const std::string heads[] = {
        literal("a", "b"),                                     // no status
        literal(":status", "99x"),                             // no number
        literal(":status", "051"),                             // below 100
        kStatus200 + kStatus200,                               // two
        kStatus200 + literal("A", "b"),                        // an upper-case name
        kStatus200 + literal("a", "b\r\nc: d"),                // response splitting
        kStatus200 + literal("connection", "close"),           // a field of HTTP/1
        kStatus200 + literal("transfer-encoding", "chunked"),  // of HTTP/1, too
        kStatus200 + literal("content-length", "5"),           // a length without a body
        kStatus200 + literal("content-length", "0") + literal("content-length", "1"),
    };
    for (const std::string& head : heads) {
        CAPTURE(head);
        Scripted server;
        CHECK(server.receive(frame(1, 5, 1, head)));
        CHECK(server.reset() > 0);
        CHECK(server.response.closed);
        CHECK(server.response.error != ErrorCode::no_error);
    }
}

TEST_CASE("ClientSession: a body of another length than the head has said resets its stream") {
    for (const char* body : {"four", "sixsix"}) {
        Scripted server;
        CHECK(server.receive(frame(1, 4, 1, kStatus200 + literal("content-length", "5")) + frame(0, 1, 1, body)));
        CHECK(server.response.closed);
        CHECK(server.response.error == ErrorCode::protocol_error);
        CHECK(server.response.said == "head ");
    }
}

TEST_CASE("ClientSession: floods end the connection") {
    const std::string ping = frame(6, 0, 0, "12345678");
    const std::string floods[] = {ping, settings_frame()};
    for (const std::string& one : floods) {
        Scripted server;
        std::string many;
        for (int i = 0; i < 2000; ++i) many += one;
        CHECK_FALSE(server.client.session.receive(many));
    }
    Scripted server;
    std::string head = frame(1, 0, 1, kStatus200);
    for (int i = 0; i < 2000; ++i) head += frame(9, 0, 1, literal("a", "b"));
    CHECK_FALSE(server.client.session.receive(head));
}

TEST_CASE("ClientSession: what is no HTTP/2 ends the connection") {
    Client client;
    client.get("/");
    (void)client.out();
    (void)client.session.receive("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    (void)client.out();
    CHECK(client.session.over());
    CHECK(client.session.why() != nullptr);
}

TEST_CASE("ClientSession: a head that cannot be decoded ends the connection, and the GOAWAY of a program does not") {
    Scripted server;
    server.client.session.go_away(ErrorCode::enhance_your_calm, "x");
    CHECK(server.receive(frame(6, 0, 0, "12345678")));
    CHECK(server.client.session.why() == nullptr);
    (void)server.receive(frame(1, 5, 1, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));
    CHECK(server.client.session.why() != nullptr);
    CHECK_FALSE(server.receive(frame(6, 0, 0, "12345678")));
}

TEST_CASE("ClientSession: the server is told of the settings") {
    ClientOptions options;
    options.header_table_bytes = 100;
    options.stream_window_bytes = 12345;
    options.frame_bytes = 20'000;
    options.head_bytes = 999;
    Client client(options);
    const std::string said = client.out();
    for (const std::string& one :
         {std::string("\0\1\0\0\0\x64", 6), std::string("\0\2\0\0\0\0", 6), std::string("\0\4\0\0\x30\x39", 6),
          std::string("\0\5\0\0\x4e\x20", 6), std::string("\0\6\0\0\3\xe7", 6)}) {
        CHECK(said.find(one) != std::string::npos);
    }
}
