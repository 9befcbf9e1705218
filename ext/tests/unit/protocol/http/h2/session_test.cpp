#include "protocol/http/h2/session.h"

#include "protocol/http/h2/nghttp2_client.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

namespace {

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
    void on_put(Buffer& out, size_t count) override {
        out.append(Bytes(body).substr(0, count));
        body.erase(0, count);
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

std::string number(uint32_t value) {
    std::string bytes;
    for (int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(value >> shift));
    return bytes;
}

constexpr uint32_t kLargestWindow = 0x7fffffff;

// The type, stream and flags of each frame.
std::vector<std::string> frames_of(Bytes bytes) {
    std::vector<std::string> frames;
    while (!bytes.empty()) {
        const auto at = [&](size_t i) { return static_cast<unsigned>(static_cast<uint8_t>(bytes[i])); };
        frames.push_back(std::to_string(at(3)) + ' ' + std::to_string(at(8)) + ' ' + std::to_string(at(4)));
        bytes.remove_prefix(9 + (at(0) << 16 | at(1) << 8 | at(2)));
    }
    return frames;
}

}  // namespace

TEST_CASE("Session: a request and its answer") {
    ServerPair pair;
    const int32_t id = pair.client.request(test::ClientSession::get("/a"));
    pair.talk();
    REQUIRE(pair.server.asked == std::vector<std::string>{"/a"});
    pair.server.answer(id, "hello");
    pair.talk();
    CHECK(pair.client[id].text() == "200 hello|");
    CHECK(pair.client[id].fields ==
          Fields{{"server", "tern"}, {"date", "now"}, {"content-type", "text/html"}, {"content-length", "5"}});
    CHECK(pair.server.streams[id].closed);
    CHECK_FALSE(pair.server.session.wants_to_send());
}

TEST_CASE("Session: the client is told of the limits") {
    SessionOptions options;
    options.concurrent_streams = 7;
    options.head.head_bytes = 9999;
    ServerPair pair(options);
    pair.talk();
    CHECK(pair.client.settings[NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS] == 7);
    CHECK(pair.client.settings[NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE] == 9999);
    CHECK(pair.client.settings[NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES] == 1);
    CHECK(pair.client.settings.count(NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL) == 0);
    CHECK(pair.server.session.has_greeted());
}

TEST_CASE("Session: fields are made lower-case, and those of HTTP/1 are dropped") {
    ServerPair pair;
    const int32_t id = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    const Field fields[] = {{"X-Some", " y "},       {"Connection", "close"}, {"Transfer-Encoding", "chunked"},
                            {"Keep-Alive", "x"},     {"Upgrade", "x"},        {"Content-Length", "77"},
                            {"Content-Type", "a/b"}, {"Server", "mine"},      {"Date", "then"}};
    ResponseHead head;
    head.fields = fields;
    head.field_count = std::size(fields);
    pair.server.session.respond(id, head, {"now", "tern"}, true);
    pair.talk();
    CHECK(pair.client[id].fields ==
          Fields{
              {"x-some", "y"}, {"content-type", "a/b"}, {"server", "mine"}, {"date", "then"}, {"content-length", "0"}});
}

TEST_CASE("Session: an interim answer, pieces and trailers") {
    ServerPair pair;
    const int32_t id = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    const Field link{"Link", "</a>"};
    ResponseHead hint;
    hint.status = 103;
    hint.fields = &link;
    hint.field_count = 1;
    pair.server.session.inform(id, hint);
    pair.server.streams[id].trailers = true;
    pair.server.answer(id, "one", false);
    pair.talk();
    CHECK(pair.client[id].interim == "103");
    CHECK(pair.client[id].text() == "200 one...");
    pair.server.streams[id].body = "two";
    pair.server.streams[id].finished = true;
    pair.server.session.resume(id);
    pair.talk();
    CHECK(pair.client[id].text() == "200 onetwo|");
    CHECK(pair.client[id].trailers == Fields{{"x-sum", "1"}});
}

TEST_CASE("Session: a head of several frames, and one that no client takes") {
    ServerPair pair;
    const int32_t one = pair.client.request(test::ClientSession::get("/"));
    const int32_t two = pair.client.request(test::ClientSession::get("/"));
    const int32_t three = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    std::string values[6];
    Field fields[6];
    Fields expected;
    for (int i = 0; i < 6; ++i) {
        values[i] = std::string(9000, static_cast<char>('0' + i));
        fields[i] = {"x-large", values[i]};
        expected.emplace_back("x-large", values[i]);
    }
    ResponseHead head;
    head.fields = fields;
    head.field_count = std::size(fields);
    head.framing = Framing::none;
    pair.server.session.respond(one, head, {"now", ""}, true);
    const std::string endless(2 << 20, 'x');
    const Field too_much{"x", endless};
    head.fields = &too_much;
    head.field_count = 1;
    pair.server.session.respond(two, head, {"now", ""}, true);
    pair.server.answer(three, "small");
    pair.talk();
    expected.insert(expected.begin(), {"date", "now"});
    CHECK(pair.client[one].fields == expected);
    CHECK(pair.client[one].text() == "200 |");
    CHECK(pair.client[two].error == NGHTTP2_INTERNAL_ERROR);
    CHECK(pair.client[three].text() == "200 small|");
}

TEST_CASE("Session: answers to streams that are gone, and a client without a table of fields") {
    ServerPair pair;
    const int32_t one = pair.client.request(test::ClientSession::get("/"));
    const int32_t two = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    const Field field{"X-Some", "value"};
    ResponseHead head;
    head.fields = &field;
    head.field_count = 1;
    for (const int32_t id : {one, two}) {
        pair.server.session.respond(id, head, {"now", "tern"}, true);
    }
    pair.client.reset(one);  // its head waits
    CHECK(pair.server.session.receive(pair.client.out(), 1));
    pair.talk();
    CHECK(pair.client[two].field("x-some") == "value");
    for (const uint32_t size : {0U, 4096U, 100U}) {
        const nghttp2_settings_entry entry{NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, size};
        REQUIRE(nghttp2_submit_settings(pair.client.handle(), 0, &entry, 1) == 0);
        for (int i = 0; i < 3; ++i) {
            const int32_t id = pair.client.request(test::ClientSession::get("/"));
            pair.talk();
            pair.server.session.respond(id, head, {"now", "tern"}, true);
            pair.talk();
            CHECK(pair.client[id].field("x-some") == "value");
            CHECK(pair.client[id].field("server") == "tern");
        }
    }
}

TEST_CASE("Session: a small body is sent with its head") {
    ServerPair pair;
    const int32_t small = pair.client.request(test::ClientSession::get("/"));
    const int32_t large = pair.client.request(test::ClientSession::get("/"));
    const int32_t incomplete = pair.client.request(test::ClientSession::get("/"));
    const int32_t unfinished = pair.client.request(test::ClientSession::post("/"), "x", false);
    pair.talk();
    pair.server.answer(large, std::string(1025, 'x'));
    pair.server.answer(incomplete, "one", false);
    pair.server.answer(small, std::string(1024, 'x'));
    pair.server.answer(unfinished, "enough");
    Buffer out;
    pair.server.session.send(out, SIZE_MAX);
    CHECK(frames_of(out.view()) ==
          std::vector<std::string>{"1 3 4", "1 5 4", "1 1 4", "0 1 1", "1 7 4", "0 7 1", "3 7 0", "0 3 1", "0 5 0"});
    pair.client.in(out.view());
    CHECK(pair.client[small].body.size() == 1024);
    CHECK(pair.server.streams[small].closed);
    CHECK_FALSE(pair.server.streams[large].body.size() > 0);
    pair.talk();
    CHECK(pair.server.streams[unfinished].closed);
}

TEST_CASE("Session: a response without data, and one with trailers only") {
    ServerPair pair;
    const int32_t empty = pair.ask();
    ResponseHead head;
    head.framing = Framing::chunked;
    pair.server.session.respond(empty, head, {"now", "tern"}, false);
    const int32_t trailers = pair.ask();
    pair.server.streams[trailers].trailers = true;
    pair.server.session.respond(trailers, head, {"now", "tern"}, false);
    pair.talk();
    CHECK(pair.client[empty].text() == "200 |");
    CHECK(pair.client[trailers].text() == "200 |");
    CHECK(pair.client[trailers].field("x-sum") == "1");
}

TEST_CASE("Session: small bodies and large ones share the window of the connection") {
    ServerPair pair(1 << 20);
    CHECK(pair.take_small(30) == 0);
    CHECK(pair.server.session.window() == 35'535);
    const int32_t large = pair.ask();
    pair.server.answer(large, std::string(100'000, 'x'));
    pair.talk();
    CHECK(pair.client[large].body.size() == 35'535);
    CHECK(pair.server.session.window() == 0);
    CHECK(pair.server.session.is_blocked(large));
    const int32_t small = pair.take_small(1);
    CHECK(pair.client[small].text() == "200 ...");
    pair.open(0, 10'000);
    CHECK(pair.client[large].body.size() == 45'535);
    pair.open(0, 1'000'000);
    CHECK(pair.client[large].body.size() == 100'000);
    CHECK(pair.client[small].body.size() == 1000);
    CHECK(pair.take_small(500) == 0);
    CHECK(pair.take_small(1000) != 0);
    CHECK(pair.client.goaways == 0);
}

TEST_CASE("Session: the window of the connection has no room left for small bodies") {
    ServerPair pair(1 << 20);
    const int32_t last = pair.take_small(100);
    CHECK(last == 65 * 2 + 1);
    CHECK(pair.client[last].body.size() == 535);
    CHECK(pair.server.session.is_blocked(last));
    pair.open(0, 465);
    CHECK(pair.client[last].text() == "200 " + std::string(1000, 'x') + "|");
    CHECK(pair.server.session.window() == 0);
}

TEST_CASE("Session: a small body waits for the window of its stream") {
    ServerPair pair(0);
    const int32_t id = pair.ask();
    pair.server.answer(id, "three");
    pair.talk();
    CHECK(pair.client[id].text() == "200 ...");
    pair.open(id, 1);
    CHECK(pair.client[id].text() == "200 t...");
    pair.open(id, 4);
    CHECK(pair.client[id].text() == "200 three|");
}

TEST_CASE("Session: the window of a stream shrinks before its response is sent") {
    ServerPair pair(1000);
    const int32_t id = pair.ask();
    pair.server.answer(id, "three");
    CHECK(pair.server.session.receive(frame(4, 0, 0, std::string("\0\4", 2) + number(3)), 1));
    Buffer out;
    pair.server.session.send(out, SIZE_MAX);
    CHECK(frames_of(out.view()) == std::vector<std::string>{"4 0 1", "1 1 4", "0 1 0"});
    CHECK(pair.server.streams[id].body == "ee");
}

TEST_CASE("Session: WINDOW_UPDATE of the connection counts once, cut anywhere") {
    for (const uint32_t increment : {1U, 1999U, 2000U, 2001U, kLargestWindow - 63'535}) {
        const std::string bytes = frame(8, 0, 0, number(increment)) + frame(6, 0, 0, "pingping");
        for (size_t cut = 0; cut <= bytes.size(); ++cut) {
            ServerPair pair(1 << 20);
            CHECK(pair.take_small(2) == 0);
            REQUIRE(pair.server.session.window() == 63'535);
            CHECK(pair.server.session.receive(Bytes(bytes).substr(0, cut), 1));
            CHECK(pair.server.session.receive(Bytes(bytes).substr(cut), 1));
            CHECK(pair.server.session.window() == 63'535 + int64_t{increment});
            pair.talk();
            CHECK(pair.client.goaways == 0);
        }
    }
}

TEST_CASE("Session: the largest window, and one beyond it") {
    ServerPair pair(1 << 20);
    pair.open(0, static_cast<int32_t>(kLargestWindow - 65'535));
    for (int i = 0; i < 10; ++i) {
        CHECK(pair.take_small(7) == 0);
        CHECK(pair.server.session.window() == kLargestWindow - 7000);
        pair.open(0, 7000);
        CHECK(pair.server.session.window() == kLargestWindow);
    }
    CHECK(pair.take_small(7) == 0);
    CHECK(pair.client.goaways == 0);
    (void)pair.server.session.receive(frame(8, 0, 0, number(7001)), 1);
    pair.talk();
    CHECK(pair.client.goaway_error == NGHTTP2_FLOW_CONTROL_ERROR);
}

TEST_CASE("Session: WINDOW_UPDATE of the connection that is an error stays one") {
    const std::string block = frame(1, 1, 3, "");
    const std::pair<std::string, uint32_t> cases[] = {
        {frame(8, 0, 0, number(0)), NGHTTP2_PROTOCOL_ERROR},
        {frame(8, 0, 0, "123"), NGHTTP2_FRAME_SIZE_ERROR},
        {frame(8, 0, 0, number(1) + "5"), NGHTTP2_FRAME_SIZE_ERROR},
        {block + frame(8, 0, 0, number(1)), NGHTTP2_PROTOCOL_ERROR},
    };
    for (const auto& [bytes, error] : cases) {
        ServerPair pair;
        CHECK(pair.take_small(1) == 0);
        (void)pair.server.session.receive(bytes, 1);
        pair.talk();
        CHECK(pair.client.goaway_error == error);
    }
}

TEST_CASE("Session: what has begun to be sent keeps its place in the window") {
    ServerPair pair(1 << 20);
    CHECK(pair.take_small(30) == 0);
    const int32_t large = pair.ask();
    const int32_t small = pair.ask();
    pair.server.answer(large, std::string(100'000, 'x'));
    Buffer out;
    pair.server.session.send(out, 20'000);  // nghttp2 has made the head of the next frame
    pair.server.answer(small, std::string(1000, 'x'));
    pair.server.session.send(out, SIZE_MAX);
    pair.client.in(out.view());
    CHECK(pair.client[large].body.size() + pair.client[small].body.size() == 35'535);
    pair.talk();
    CHECK(pair.client.goaways == 0);
}

TEST_CASE("Session: a body's window opens when it is consumed") {
    ServerPair pair;
    const int32_t id = pair.client.request(test::ClientSession::post("/"), std::string(200'000, 'x'));
    pair.talk();
    CHECK(pair.server.streams[id].got.size() == 65535);
    CHECK_FALSE(pair.server.streams[id].ended);
    // Another stream is not held up.
    const int32_t other = pair.client.request(test::ClientSession::post("/b"), std::string(1000, 'x'));
    pair.talk();
    CHECK(pair.server.streams[other].ended);
    while (!pair.server.streams[id].ended) {
        const size_t before = pair.server.streams[id].got.size();
        pair.server.session.consume(id, before);
        pair.talk();
        REQUIRE(pair.server.streams[id].got.size() > before);
    }
    CHECK(pair.server.streams[id].got.size() == 200'000);
}

TEST_CASE("Session: the rest of a request behind its answer is refused") {
    ServerPair pair;
    const int32_t id = pair.client.request(test::ClientSession::post("/"), "x", false);
    pair.talk();
    pair.server.answer(id, "enough");
    pair.talk();
    CHECK(pair.client[id].text() == "200 enough|");
    CHECK(pair.client[id].closed);
    CHECK(pair.client[id].error == NGHTTP2_NO_ERROR);
}

TEST_CASE("Session: send() keeps to its room") {
    ServerPair pair;
    nghttp2_session_set_local_window_size(pair.client.handle(), 0, 0, 10 << 20);
    for (int i = 0; i < 10; ++i) {
        const int32_t id = pair.client.request(test::ClientSession::get("/"));
        pair.talk();
        pair.server.answer(id, std::string(60'000, 'x'));
    }
    Buffer out;
    pair.server.session.send(out, 40'000);
    CHECK(out.size() >= 40'000);
    CHECK(out.size() <= 40'000 + 16384 + 9 + 1000);
    pair.client.in(out.view());
    pair.talk();
    for (const auto& [id, answer] : pair.client.answers) CHECK(answer.body.size() == 60'000);
}

TEST_CASE("Session: urgent answers go first, incremental ones take turns") {
    ServerPair pair;
    nghttp2_session_set_local_window_size(pair.client.handle(), 0, 0, 10 << 20);
    const auto ask = [&](const char* priority) {
        Fields fields = test::ClientSession::get("/");
        fields.emplace_back("priority", priority);
        return pair.client.request(fields);
    };
    const int32_t late = ask("u=7");
    const int32_t urgent = ask("u=0");
    const int32_t one = ask("u=3, i");
    const int32_t two = ask("u=3, i");
    pair.talk();
    for (int32_t id : {late, one, two, urgent}) pair.server.answer(id, std::string(50'000, 'x'));
    pair.talk();
    REQUIRE(pair.client.order.size() > 5);
    CHECK(pair.client.order.front() == urgent);
    CHECK(pair.client.order.back() == late);
    CHECK(pair.client.order[1] != pair.client.order[2]);
    CHECK(pair.client.order[3] == pair.client.order[1]);
}

TEST_CASE("Session: PRIORITY_UPDATE is heard") {
    ServerPair pair;
    nghttp2_session_set_local_window_size(pair.client.handle(), 0, 0, 10 << 20);
    const int32_t one = pair.client.request(test::ClientSession::get("/"));
    const int32_t two = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    const std::string payload = std::string("\0\0\0", 3) + static_cast<char>(two) + "u=0";
    CHECK(pair.server.session.receive(frame(16, 0, 0, payload), 1));
    for (int32_t id : {one, two}) pair.server.answer(id, std::string(50'000, 'x'));
    pair.talk();
    CHECK(pair.client.order == std::vector<int32_t>{two, one});
}

TEST_CASE("Session: malformed requests reset their stream") {
    const Fields cases[] = {
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", ""}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {"connection", "close"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {"te", "gzip"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {"x", "a\nb"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {"x", "a"}, {":path", "/"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {":other", "a"}},
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/"}, {"content-length", "1"}},
    };
    for (const Fields& fields : cases) {
        ServerPair pair;
        const int32_t id = pair.client.request(fields);
        pair.talk();
        CHECK(pair.server.asked.empty());
        CHECK(pair.client[id].closed);
        CHECK(pair.client[id].error == NGHTTP2_PROTOCOL_ERROR);
        CHECK(pair.going);
    }
}

TEST_CASE("Session: floods end it") {
    ServerPair pair;
    pair.talk();
    for (int i = 0; i < 700; ++i) pair.client.ping();
    pair.talk();
    CHECK_FALSE(pair.going);
    CHECK(pair.server.session.flooded());
    CHECK(pair.server.session.flood() == Flood::pings);
    CHECK(pair.client.goaway_error == NGHTTP2_ENHANCE_YOUR_CALM);
    CHECK(pair.client.ping_answers == 0);
    CHECK(pair.server.session.over());
}

TEST_CASE("Session: streams that we have to reset are resets, too") {
    SessionOptions options;
    options.floods[Flood::resets] = 20;
    ServerPair pair(options);
    for (int i = 0; i < 30; ++i) {
        const int32_t id = pair.client.request(test::ClientSession::get("/"));
        pair.talk();
        // A window beyond 2^31-1: a stream error (RFC 9113 6.9.1).
        if (pair.going) pair.going = pair.server.session.receive(frame(8, 0, id, "\x7f\xff\xff\xff"), 1);
    }
    pair.talk();
    CHECK(pair.server.session.flooded());
    CHECK(pair.server.session.flood() == Flood::resets);
}

TEST_CASE("Session: a head far beyond the limit ends it") {
    SessionOptions options;
    options.head.head_bytes = 16 * 1024;
    ServerPair pair(options);
    Fields fields = test::ClientSession::get("/");
    for (int i = 0; i < 40; ++i) fields.emplace_back("x", std::string(2000, 'a'));  // few bytes, once compressed
    pair.client.request(fields);
    pair.talk();
    CHECK_FALSE(pair.going);
    CHECK(pair.server.asked.empty());
}

TEST_CASE("Session: what is no preface ends it") {
    Server server;
    CHECK_FALSE(server.session.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1));
    CHECK(server.session.why() != nullptr);
}

TEST_CASE("Session: the end in two steps") {
    ServerPair pair;
    const int32_t one = pair.client.request(test::ClientSession::get("/"));
    pair.talk();
    pair.server.session.announce_shutdown();
    pair.talk();
    CHECK(pair.client.goaways == 1);
    CHECK(pair.server.ping_answers == 1);
    pair.server.session.shut_down(ErrorCode::no_error, "bye");
    pair.talk();
    CHECK(pair.client.goaways == 2);
    CHECK(pair.client.goaway_data == "bye");
    CHECK_FALSE(pair.server.session.over());
    pair.server.answer(one, "last");
    pair.talk();
    CHECK(pair.client[one].text() == "200 last|");
    CHECK(pair.server.session.over());
}

TEST_CASE("Session: bytes may be cut anywhere") {
    test::ClientSession client;
    const int32_t id = client.request(test::ClientSession::post("/p", {{"cookie", "a=b"}}), "body");
    const std::string said = client.out();
    for (size_t cut = 1; cut < said.size(); ++cut) {
        Server server;
        CHECK(server.session.receive(Bytes(said).substr(0, cut), 1));
        CHECK(server.session.receive(Bytes(said).substr(cut), 1));
        Buffer out;
        server.session.send(out, SIZE_MAX);
        REQUIRE(server.asked.size() == 1);
        CHECK(server.streams[id].ended);
    }
}
