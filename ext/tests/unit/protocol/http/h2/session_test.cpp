#include "protocol/http/h2/session.h"

#include "protocol/http/h2/session_pair.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

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

TEST_CASE("Session: a head with too many lines is refused, one with far more ends the connection") {
    const auto with_crumbs = [](size_t count) {
        Fields fields = test::ClientSession::get("/");
        fields.insert(fields.end(), count, {"cookie", "a"});
        return fields;
    };
    SessionOptions options;
    options.field_lines = 300;
    ServerPair pair(options);
    (void)pair.client.request(with_crumbs(296));
    (void)pair.client.request(with_crumbs(297));
    (void)pair.client.request(with_crumbs(1196));
    (void)pair.client.request(with_crumbs(1));  // the table of the connection is whole
    pair.talk();
    CHECK(pair.server.asked == std::vector<std::string>{"/", "/ 431", "/ 431", "/"});
    CHECK(pair.going);
    (void)pair.client.request(with_crumbs(1197));
    pair.talk();
    CHECK_FALSE(pair.going);
    CHECK(std::string(pair.server.session.why()) == "a head far beyond http2_max_headers");
    CHECK(pair.client.goaway_error == NGHTTP2_ENHANCE_YOUR_CALM);
    CHECK(pair.server.asked.size() == 4);
}

TEST_CASE("Session: a body whose bytes are lost ends with an error, and others continue") {
    ServerPair pair;
    const int32_t one = pair.ask();
    const int32_t two = pair.ask();
    pair.server.streams[one].lost = true;
    pair.server.answer(one, std::string(2000, 'x'));
    pair.server.answer(two, "whole");
    pair.talk();
    CHECK(pair.client[one].error == NGHTTP2_INTERNAL_ERROR);
    CHECK(pair.client[one].text() == "200 ...");
    CHECK(pair.server.streams[one].closed);
    CHECK(pair.client[two].text() == "200 whole|");
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
