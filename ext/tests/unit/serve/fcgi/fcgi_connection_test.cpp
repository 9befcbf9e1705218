#include "serve/fcgi/fcgi_connection.h"

#include "serve/fcgi/fcgi_rig.h"
#include "serve/watched.h"

using namespace tern;
using namespace tern::fastcgi::test;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

std::string body_of(const Replies& replies, uint16_t id = 1) {
    const auto found = replies.of.find(id);
    return replies.broken || found == replies.of.end() || found->second.ends != 1 ? "?" : found->second.body();
}

// With parameters in several records.
std::string large_request(uint16_t id, Variables variables) {
    variables.insert({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "/a"}});
    Buffer out;
    fastcgi::write_stream(out, fastcgi::RecordType::parameters, id, pairs(variables));
    return begin(id, true) + std::string(out.view()) + record(fastcgi::RecordType::parameters, id, {}) + input(id, {});
}

}  // namespace

TEST_CASE("fastcgi connection: answers requests and keeps the connection") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    for (int i = 0; i < 3; ++i) {
        const Replies replies = talk(rig, client, get(1, "/a?x"));
        CHECK(body_of(replies) == "/a");
        CHECK(replies.of.at(1).head() == "Content-Type: text/html\r\nContent-Length: 2\r\n");
        CHECK(replies.of.at(1).status == 0);
    }
    CHECK(!client.ended());
    CHECK(rig.counters.request_count.get() == 3);
    CHECK(rig.counters.response_count.get() == 3);
    CHECK(rig.counters.concurrency.get() == 0);
    CHECK(rig.counters.protocol_num[static_cast<size_t>(shm::Protocol::fastcgi)].get() == 1);
}

TEST_CASE("fastcgi connection: ends after the response if the web server wants that") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    CHECK(body_of(talk(rig, client, get(1, "/a", false))) == "/a");
    (void)client.take();
    CHECK(client.ended());
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("fastcgi connection: a new one has its request, and is watched only if its handler waits") {
    Rig rig(speaking_fastcgi());
    bool waits = false;
    int fd = -1;
    rig.handler.request = [&](Exchange& exchange) {
        fd = rig.port->find(exchange.session_id)->fd();
        CHECK(!is_watched(fd));
        waits ? rig.handler.keep(exchange) : (void)answer(exchange, "now");
    };
    Client client = rig.arrive(get(1, "/a", false));
    CHECK(body_of(Replies(client.take())) == "now");
    CHECK(client.ended());
    CHECK(rig.counters.connection_num.get() == 0);
    waits = true;
    Client waiting = rig.arrive(get(1, "/a", false));
    CHECK(is_watched(fd));
    rig.handler.answer_next("later");
    CHECK(body_of(Replies(waiting.take())) == "later");
    CHECK(waiting.ended());
}

TEST_CASE("fastcgi connection: the same byte by byte") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    rig.handler.request = [](Exchange& exchange) {
        (void)answer(exchange, exchange.body.size() == 0 ? Bytes("none") : exchange.body.in_memory());
    };
    std::string got;
    for (char byte : get(1, "/a") + post(2, "/b", "hello")) got += rig.ask(client, Bytes(&byte, 1));
    const Replies replies(got);
    CHECK(body_of(replies, 1) == "none");
    CHECK(body_of(replies, 2) == "hello");
}

TEST_CASE("fastcgi connection: the request that a handler sees") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    rig.handler.request = [](Exchange& exchange) {
        CHECK(exchange.origin.remote_port == 4321);
        CHECK(ip_text(exchange.origin) == "192.0.2.7");
        CHECK(exchange.origin.server_port == 443);
        CHECK(exchange.origin.secure == 1);
        CHECK(exchange.head.find("user-agent") == "x");
        CHECK(exchange.fastcgi->parameters.find("SCRIPT_FILENAME") == "/srv/a.php");
        (void)answer(exchange, "seen");
    };
    const Variables variables = {{"REMOTE_ADDR", "192.0.2.7"}, {"REMOTE_PORT", "4321"},
                                 {"SERVER_PORT", "443"},       {"HTTPS", "on"},
                                 {"HTTP_USER_AGENT", "x"},     {"SCRIPT_FILENAME", "/srv/a.php"}};
    CHECK(body_of(talk(rig, client, begin(1, true) + parameters(1, variables) + input(1, {}))) == "seen");
}

TEST_CASE("fastcgi connection: a request without a body is handled before the end of its input") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    CHECK(body_of(talk(rig, client, begin(1, true) + parameters(1, {}))) == "/a");
    CHECK(talk(rig, client, input(1, {})).of.empty());
    CHECK(body_of(talk(rig, client, get(1, "/b"))) == "/b");
}

TEST_CASE("fastcgi connection: several requests at a time") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get(1, "/1") + begin(2, true) + get(3, "/3")).empty());
    CHECK(rig.handler.requests == 2);
    CHECK(rig.ask(client, parameters(2, {{"REQUEST_URI", "/2"}})).empty());
    Exchange* first = rig.handler.take_next();
    rig.handler.answer_next("three");
    rig.turn();
    CHECK(body_of(Replies(client.take()), 3) == "three");
    rig.handler.answer_next("two");
    (void)answer(*first, "one");
    first->release();
    rig.turn();
    const Replies replies(client.take());
    CHECK(body_of(replies, 1) == "one");
    CHECK(body_of(replies, 2) == "two");
}

TEST_CASE("fastcgi connection: a body of known and of unknown length") {
    RigOptions options = speaking_fastcgi();
    options.port.limits.body_bytes = 100'000;
    options.port.limits.body_memory_bytes = 10'000;
    Rig rig(options);
    Client client = rig.connect();
    rig.handler.request = [](Exchange& exchange) {
        (void)answer(exchange, exchange.body.in_file() ? "file" : exchange.body.in_memory());
    };
    CHECK(body_of(talk(rig, client, post(1, "/a", "hello"))) == "hello");
    CHECK(body_of(talk(rig, client, post(1, "/a", std::string(60'000, 'x')))) == "file");
    const std::string open = begin(1, true) + parameters(1, {{"REQUEST_METHOD", "PUT"}});
    CHECK(body_of(talk(rig, client, open + input(1, "ab") + input(1, "cd") + input(1, {}))) == "abcd");
    CHECK(body_of(talk(rig, client, open + input(1, {}))).empty());
    // As with php-fpm the end of the input is the end of the body.
    const std::string longer =
        begin(1, true) + parameters(1, {{"REQUEST_METHOD", "POST"}, {"CONTENT_LENGTH", "90000"}});
    CHECK(body_of(talk(rig, client, longer + input(1, "abc") + input(1, {}))) == "abc");
    CHECK(body_of(talk(rig, client, longer + input(1, {}))).empty());
}

TEST_CASE("fastcgi connection: a body that is too long is refused, and the connection stays") {
    RigOptions options = speaking_fastcgi();
    options.port.limits.body_bytes = 1000;
    Rig rig(options);
    Client client = rig.connect();
    const auto ask = [&](const std::string& length, const std::string& body) {
        const Variables variables = {{"REQUEST_METHOD", "POST"}, {"CONTENT_LENGTH", length}};
        const Replies replies =
            talk(rig, client, begin(1, true) + parameters(1, variables) + input(1, body) + input(1, {}));
        return replies.of.at(1).head().substr(0, 11);
    };
    CHECK(ask("1001", std::string(1001, 'x')) == "Status: 413");
    CHECK(ask("", std::string(1001, 'x')) == "Status: 413");
    CHECK(ask("4", "longer") == "Content-Typ");
    CHECK(rig.handler.requests == 1);
    CHECK(body_of(talk(rig, client, get(1, "/a"))) == "/a");
}

TEST_CASE("fastcgi connection: a body that streams, read while it arrives") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    const Variables variables = {{"REQUEST_METHOD", "POST"}, {"REQUEST_URI", "/s"}, {"CONTENT_LENGTH", "200000"}};
    client.send(begin(1, true) + parameters(1, variables));
    rig.turn();
    REQUIRE(rig.handler.kept.size() == 1);
    Exchange& exchange = *rig.handler.kept[0];
    std::string sent;
    for (int i = 0; i < 4; ++i) sent += input(1, std::string(50'000, static_cast<char>('a' + i)));
    std::string taken;
    rig.handler.body = [&](Exchange& of) {
        std::string some(of.body.available(), '\0');
        CHECK(of.body.take(some.data(), some.size()) == Error::ok);
        taken += some;
        if (of.body.arriving()) of.responder()->read_on(of);
    };
    for (size_t at = 0; at < sent.size(); at += 20'000) {
        client.send(Bytes(sent).substr(at, 20'000));
        rig.turn();
    }
    CHECK(taken.size() == 200'000);
    CHECK(taken.substr(149'999, 2) == "cd");
    CHECK(!exchange.body.arriving());
    rig.handler.answer_next("done");
    rig.turn();
    CHECK(body_of(Replies(client.take())) == "done");
}

TEST_CASE("fastcgi connection: a body that streams ends before CONTENT_LENGTH") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    const Variables variables = {{"REQUEST_METHOD", "POST"}, {"REQUEST_URI", "/s"}, {"CONTENT_LENGTH", "200000"}};
    client.send(begin(1, true) + parameters(1, variables) + input(1, "abc") + input(1, {}));
    rig.turn();
    REQUIRE(rig.handler.kept.size() == 1);
    Exchange& exchange = *rig.handler.kept[0];
    CHECK(!exchange.body.arriving());
    std::string taken(exchange.body.available(), '\0');
    CHECK(exchange.body.take(taken.data(), taken.size()) == Error::ok);
    CHECK(taken == "abc");
    rig.handler.answer_next("done");
    rig.turn();
    CHECK(body_of(Replies(client.take())) == "done");
}

TEST_CASE("fastcgi connection: a handler that takes nothing of a body stops the input") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    const Variables variables = {{"REQUEST_METHOD", "POST"}, {"REQUEST_URI", "/s"}, {"CONTENT_LENGTH", "130000"}};
    client.send(begin(1, true) + parameters(1, variables));
    rig.turn();
    Exchange& exchange = *rig.handler.kept[0];
    const std::string sent = input(1, std::string(65'000, 'x')) + input(1, std::string(65'000, 'x')) + input(1, {});
    client.send(sent);
    rig.turn(20);
    CHECK(exchange.body.available() < 90'000);
    rig.pass_ms(100'000);  // no deadline runs meanwhile
    std::string taken;
    while (taken.size() < 130'000 && exchange.body.available() > 0) {
        std::string some(exchange.body.available(), '\0');
        CHECK(exchange.body.take(some.data(), some.size()) == Error::ok);
        taken += some;
        if (exchange.body.arriving()) exchange.responder()->read_on(exchange);
        rig.turn(20);
    }
    CHECK(taken.size() == 130'000);
    rig.handler.answer_next("done");
    rig.turn();
    CHECK(body_of(Replies(client.take())) == "done");
}

TEST_CASE("fastcgi connection: values, unknown types, unknown roles") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    const std::string asked = pair("FCGI_MPXS_CONNS", "") + pair("FCGI_MAX_REQS", "") + pair("X", "");
    const Replies replies = talk(rig, client,
                                 record(fastcgi::RecordType::get_values, 0, asked) +
                                     record(static_cast<fastcgi::RecordType>(99), 0, "?") + begin(4, true, 3));
    CHECK(!replies.broken);
    CHECK(replies.values == std::map<std::string, std::string>{{"FCGI_MPXS_CONNS", "1"}, {"FCGI_MAX_REQS", "128"}});
    CHECK(replies.unknown_types == "c");
    CHECK(replies.of.at(4).status == static_cast<int>(fastcgi::EndStatus::unknown_role));
    CHECK(body_of(talk(rig, client, begin(1, true, 2) + parameters(1, {{"REQUEST_METHOD", "POST"}}))) == "/a");
}

TEST_CASE("fastcgi connection: too many requests at a time") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    for (uint16_t id = 1; id <= FcgiConnection::kMostRequests; ++id) client.send(begin(id, true));
    rig.turn();
    const Replies replies = talk(rig, client, begin(1000, true));
    CHECK(replies.of.at(1000).status == static_cast<int>(fastcgi::EndStatus::overloaded));
    CHECK(rig.exchanges.in_use() == FcgiConnection::kMostRequests);
}

TEST_CASE("fastcgi connection: what breaks a connection") {
    const std::string twice = begin(1, true) + begin(1, true);
    std::string version = begin(1, true);
    version[0] = 2;
    const std::string without_number = begin(0, true);
    const std::string values = record(fastcgi::RecordType::get_values, 0, Bytes("\x90\0\0", 3));
    for (const std::string& bytes : {twice, version, without_number, values}) {
        Rig rig(speaking_fastcgi());
        Client client = rig.connect();
        CHECK(rig.ask(client, bytes).empty());
        CHECK(client.ended());
        client.leave();
        rig.turn();
    }
}

TEST_CASE("fastcgi connection: malformed and endless parameters get a response, and the connection stays") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    const std::string malformed = begin(1, true) + record(fastcgi::RecordType::parameters, 1, Bytes("\x05\x05x", 3)) +
                                  record(fastcgi::RecordType::parameters, 1, {}) + input(1, {});
    CHECK(talk(rig, client, malformed).of.at(1).head().starts_with("Status: 400 Bad Request\r\n"));
    const std::string some = record(fastcgi::RecordType::parameters, 1, pair("X", std::string(40'000, 'x')));
    const Replies replies = talk(rig, client, begin(1, true) + some + some + some);
    CHECK(replies.of.at(1).head().starts_with("Status: 431 "));
    CHECK(body_of(talk(rig, client, get(1, "/a"))) == "/a");
    CHECK(rig.handler.requests == 1);
}

TEST_CASE("fastcgi connection: records of requests that are not in progress are dropped") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    const std::string stray = input(5, "x") + parameters(6, {}) + record(fastcgi::RecordType::abort_request, 7, {}) +
                              record(fastcgi::RecordType::output, 8, "x");
    CHECK(rig.ask(client, stray).empty());
    CHECK(body_of(talk(rig, client, get(1, "/a"))) == "/a");
}

TEST_CASE("fastcgi connection: an aborted request") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get(1, "/a")).empty());
    const Replies replies = talk(rig, client, record(fastcgi::RecordType::abort_request, 1, {}));
    CHECK(replies.of.at(1).ends == 1);
    CHECK(rig.handler.gone_count == 1);
    CHECK(rig.handler.kept[0]->responder() == nullptr);
    rig.handler.forget_all();
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "next"); };
    CHECK(body_of(talk(rig, client, get(1, "/b"))) == "next");
}

TEST_CASE("fastcgi connection: the client leaves") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get(1, "/a") + begin(2, true)).empty());
    client.leave();
    rig.turn();
    CHECK(rig.handler.gone_count >= 1);
    CHECK(rig.exchanges.in_use() == 1);
}

TEST_CASE("fastcgi connection: a client that only reads gets its response") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get(1, "/a")).empty());
    client.finish_sending();
    rig.turn();
    CHECK(rig.handler.gone_count == 1);
    rig.handler.answer_next("late");
    rig.turn();
    CHECK(body_of(Replies(client.take())) == "late");
    CHECK(client.ended());
}

TEST_CASE("fastcgi connection: silent clients") {
    Rig rig(speaking_fastcgi());
    Client idle = rig.connect();
    Client of_parameters = rig.connect();
    Client of_body = rig.connect();
    of_parameters.send(begin(1, true) + record(fastcgi::RecordType::parameters, 1, "x"));
    of_body.send(Bytes(post(1, "/a", "hello")).substr(0, post(1, "/a", "hello").size() - 12));
    rig.turn();
    rig.pass_ms(20'001);
    CHECK(Replies(of_parameters.take()).of.at(1).head().starts_with("Status: 408 "));
    CHECK(of_parameters.ended());
    rig.pass_ms(10'000);
    CHECK(Replies(of_body.take()).of.at(1).head().starts_with("Status: 408 "));
    CHECK(of_body.ended());
    rig.pass_ms(45'001);
    (void)idle.take();
    CHECK(idle.ended());
}

TEST_CASE("fastcgi connection: text for the web server's log") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    rig.handler.request = [](Exchange& exchange) {
        CHECK(exchange.responder()->write_error(exchange, "PHP message: x") == Error::ok);
        (void)answer(exchange, "body");
    };
    const Replies replies = talk(rig, client, get(1, "/a"));
    CHECK(replies.of.at(1).error == "PHP message: x");
    CHECK(body_of(replies) == "body");
}

TEST_CASE("fastcgi connection: a response in pieces, and one that is broken off") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    bool finishes = true;
    rig.handler.request = [&](Exchange& exchange) {
        http::ResponseHead head;
        REQUIRE(start(exchange, head) == Error::ok);
        CHECK(write(exchange, Slice(Bytes("one "))) == Error::ok);
        CHECK(write(exchange, Slice(Bytes("two"))) == Error::ok);
        finishes ? (void)exchange.responder()->finish(exchange, nullptr, 0) : exchange.responder()->abort(exchange);
    };
    const Replies replies = talk(rig, client, get(1, "/a"));
    CHECK(body_of(replies) == "one two");
    CHECK(replies.of.at(1).head() == "Content-Type: text/html\r\n");
    finishes = false;
    const Replies broken = talk(rig, client, get(1, "/a"));
    CHECK(broken.of.at(1).ends == 0);
    CHECK(client.ended());
}

TEST_CASE("fastcgi connection: large bodies, and heads beyond a record") {
    Rig rig(speaking_fastcgi());
    Client client = rig.connect();
    const std::string body(1'000'000, 'b');
    const std::string value(90'000, 'v');
    const http::Field field{"X-Large", value};
    rig.handler.request = [&](Exchange& exchange) {
        http::ResponseHead head;
        head.fields = &field;
        head.field_count = 1;
        (void)exchange.responder()->respond(exchange, head, copy_of(body));
    };
    client.send(get(1, "/a"));
    std::string got;
    for (int i = 0; i < 1000 && got.size() < 1'090'000; ++i) {
        rig.turn(1);
        got += client.take();
    }
    rig.turn();
    got += client.take();
    const Replies replies(got);
    CHECK(body_of(replies) == body);
    CHECK(replies.of.at(1).head().find(value) != std::string::npos);
}

TEST_CASE("fastcgi connection: leaving") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client busy = rig.connect();
    Client idle = rig.connect();
    CHECK(rig.ask(busy, get(1, "/a")).empty());
    rig.port->drain(nullptr);
    rig.turn();
    rig.handler.answer_next("last");
    rig.turn();
    CHECK(body_of(Replies(busy.take())) == "last");
    CHECK(busy.ended());
    rig.pass_ms(1001);
    (void)idle.take();
    CHECK(idle.ended());
}

TEST_CASE("fastcgi connection: no more PHP runs") {
    Rig rig(speaking_fastcgi());
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, get(1, "/a") + begin(2, true)).empty());
    rig.port->terminate();
    const Replies replies(client.take());
    CHECK(replies.of.at(1).head().starts_with("Status: 503 "));
    CHECK(client.ended());
}

TEST_CASE("fastcgi connection: messages that follow each other are one record") {
    Rig rig(speaking_fastcgi());
    rig.handler.request = [](Exchange& exchange) {
        for (Bytes text : {"one", "; two", "; three"})
            CHECK(exchange.responder()->write_error(exchange, text) == Error::ok);
        http::ResponseHead head;
        REQUIRE(start(exchange, head) == Error::ok);
        CHECK(exchange.responder()->write_error(exchange, "; four") == Error::ok);
        CHECK(write(exchange, Slice(Bytes("x"))) == Error::ok);
        CHECK(exchange.responder()->write_error(exchange, std::string(65'534, 'm')) == Error::ok);
        for (Bytes text : {"1", "2", "3"}) CHECK(exchange.responder()->write_error(exchange, text) == Error::ok);
        CHECK(exchange.responder()->finish(exchange, nullptr, 0) == Error::ok);
    };
    Client client = rig.connect();
    const std::string got = rig.ask(client, get(1, "/a"));
    CHECK(Replies(got).of.at(1).error == "one; two; three; four" + std::string(65'534, 'm') + "123");
    std::vector<size_t> lengths;
    for (size_t at = 0; at + 8 <= got.size();) {
        const size_t length = static_cast<uint8_t>(got[at + 4]) << 8 | static_cast<uint8_t>(got[at + 5]);
        if (got[at + 1] == 7) lengths.push_back(length);
        at += 8 + length + static_cast<uint8_t>(got[at + 6]);
    }
    CHECK(lengths == std::vector<size_t>{15, 6, 65'535, 2});
}

TEST_CASE("fastcgi connection: parameters and fields beyond the limits of HTTP") {
    RigOptions options = speaking_fastcgi();
    options.port.fastcgi_parameter_bytes = 200'000;
    Rig rig(options);
    Client client = rig.connect();
    Variables variables;
    for (int i = 0; i < 150; ++i) variables["HTTP_X" + std::to_string(i)] = std::string(1000, 'v');
    CHECK(body_of(talk(rig, client, large_request(1, variables))) == "/a");
    variables["HTTP_Y"] = std::string(60'000, 'v');
    CHECK(body_of(talk(rig, client, large_request(2, variables)), 2).starts_with("431"));
}
