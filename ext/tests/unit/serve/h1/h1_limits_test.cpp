#include "serve/h1/get.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

TEST_CASE("h1 limits: head, target and fields have limits of their own, and an end of the connection") {
    RigOptions options;
    options.port.limits.head = {100, 1000, 5};
    Rig rig(options);
    std::string fields;
    for (int i = 0; i < 6; ++i) fields += "X-" + std::to_string(i) + ": y\r\n";
    struct Case {
        std::string request;
        Bytes status;
    };
    for (const Case& one :
         {Case{"GET /" + std::string(100, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n", "414"},
          Case{"GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(1000, 'a') + "\r\n\r\n", "431"},
          Case{"GET / HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n", "431"}, Case{"GET / HTTP/3.0\r\n\r\n", "505"}}) {
        Client client = rig.connect();
        std::string got = rig.ask(client, kGet + one.request + kGet);
        size_t second = got.find("HTTP/1.1 ", 1);
        REQUIRE(second != std::string::npos);
        CHECK(got.substr(second + 9, 3) == one.status);
        CHECK(got.find("Connection: close\r\n", second) != std::string::npos);
        CHECK(client.ended());
    }
    CHECK(rig.handler.requests == 4);
    CHECK(rig.journal.lines.size() == 4);
}

TEST_CASE("h1 limits: a head that was allowed to be larger than the read buffer is 431, not silence") {
    RigOptions options;
    options.port.limits.head = {1 << 20, 1 << 20, 100};
    Rig rig(options);
    Client client = rig.connect();
    client.send("GET / HTTP/1.1\r\nHost: x\r\n");
    for (int i = 0; i < 80; ++i) client.send("X: " + std::string(995, 'a') + "\r\n");
    rig.turn();
    CHECK(client.take().starts_with("HTTP/1.1 431 "));
    CHECK(client.ended());
}

TEST_CASE("h1 limits: a head has its time from its first byte on, however its bytes drip") {
    RigOptions options;
    options.port.limits.header_timeout_ms = 1000;
    Rig rig(options);
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    for (char byte : Bytes("GET /")) {
        rig.pass_ms(199);
        CHECK(rig.ask(client, Bytes(&byte, 1)).empty());
    }
    rig.pass_ms(203);
    CHECK(client.take().empty());
    rig.pass_ms(1);
    CHECK(client.take().starts_with("HTTP/1.1 408 "));
    CHECK(client.ended());
}

TEST_CASE("h1 limits: a connection without a request ends without a word") {
    RigOptions options;
    options.port.limits.keep_alive_timeout_ms = 5000;
    Rig rig(options);
    Client silent = rig.connect();
    Client used = rig.connect();
    rig.pass_ms(3000);
    CHECK(summary(rig.ask(used, kGet)) == "200 /a|");
    rig.pass_ms(1999);
    CHECK(rig.counters.connection_num.get() == 2);
    rig.pass_ms(1);
    CHECK(silent.take().empty());
    CHECK(silent.ended());
    CHECK(rig.counters.connection_num.get() == 1);
    rig.pass_ms(2999);
    CHECK(rig.counters.connection_num.get() == 1);
    rig.pass_ms(1);
    CHECK(used.take().empty());
    CHECK(used.ended());
}

TEST_CASE("h1 limits: a keep-alive time of 0 means one request a connection") {
    RigOptions options;
    options.port.limits.keep_alive_timeout_ms = 0;
    Rig rig(options);
    Client client = rig.connect();
    std::string got = rig.ask(client, kGet);
    CHECK(got.find("Connection: close\r\n") != std::string::npos);
    CHECK(client.ended());
}

TEST_CASE("h1 limits: silence in a body is 408; a body that goes on may take long") {
    RigOptions options;
    options.port.limits.body_timeout_ms = 1000;
    Rig rig(options);
    for (size_t length : {size_t{10}, size_t{100'000}}) {
        Client client = rig.connect();
        (void)rig.ask(client, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n");
        for (int i = 0; i < 5; ++i) {
            rig.pass_ms(999);
            CHECK(rig.ask(client, "x").empty());
        }
        rig.pass_ms(1000);
        CHECK(client.take().starts_with("HTTP/1.1 408 "));
        CHECK(client.ended());
    }
    CHECK(rig.handler.requests == 0);
}

TEST_CASE("h1 limits: a handler may take as long as it likes") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    rig.pass_ms(100'000'000);
    REQUIRE(rig.handler.kept.size() == 1);
    rig.handler.answer_next("patience");
    CHECK(summary(client.take()) == "200 patience|");
}

TEST_CASE("h1 limits: who takes nothing of its answer is dropped, who takes some is not") {
    RigOptions options;
    options.port.limits.send_timeout_ms = 1000;
    options.port.limits.keep_alive_timeout_ms = 500;
    options.send_buffer = 4096;
    Rig rig(options);
    std::string large(500'000, 'x');
    rig.handler.request = [&](Exchange& exchange) { (void)answer(exchange, large); };
    Client stuck = rig.connect();
    Client slow = rig.connect();
    stuck.send(kGet);
    slow.send(kGet);
    rig.turn();
    for (int i = 0; i < 5; ++i) {
        rig.pass_ms(i < 4 ? 240 : 40);
        (void)slow.take(40'000);
        rig.turn();
    }
    CHECK(rig.counters.connection_num.get() == 1);
    CHECK(rig.handler.closes == 1);
    CHECK(rig.handler.gone_count == 0);  // it was answered, as far as the handler is concerned
    for (int i = 0; i < 200 && !slow.ended(); ++i) {
        (void)slow.take();
        rig.turn();
    }
    rig.pass_ms(499);
    CHECK(rig.counters.connection_num.get() == 1);  // its idle time began when it had everything
    rig.pass_ms(1);
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 limits: a stuck client loses its streaming handler, which is told") {
    RigOptions options;
    options.port.limits.send_timeout_ms = 1000;
    options.send_buffer = 4096;
    Rig rig(options);
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, kGet);
    Exchange& exchange = *rig.handler.kept[0];
    http::ResponseHead head;
    std::string large(500'000, 'x');
    (void)exchange.responder()->start(exchange, head);
    (void)exchange.responder()->write(exchange, Slice(large));
    rig.pass_ms(999);
    CHECK(rig.handler.gone_count == 0);
    rig.pass_ms(1);
    CHECK(rig.handler.gone_count == 1);
    CHECK(exchange.responder() == nullptr);
}

TEST_CASE("h1 limits: beyond worker_max_concurrency requests wait their turn, in order") {
    RigOptions options;
    options.admission.worker_max_concurrency = 2;
    Rig rig(options);
    rig.handler.keep_all();
    std::vector<Client> clients;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(rig.connect());
        (void)rig.ask(clients.back(), "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    CHECK(rig.handler.requests == 2);
    CHECK(rig.counters.concurrency.get() == 6);
    CHECK(rig.counters.waiting_num.get() == 4);
    clients[3].leave();  // while it waits: nobody has seen it, nobody is told
    rig.turn();
    CHECK(rig.counters.concurrency.get() == 5);
    CHECK(rig.counters.waiting_num.get() == 3);
    CHECK(rig.handler.gone_count == 0);
    for (int handled = 3; handled <= 5; ++handled) {
        rig.handler.answer_next("done");
        rig.turn();
        CHECK(rig.handler.requests == handled);
        CHECK(rig.handler.kept.size() == 2);
    }
    CHECK(rig.handler.kept[0]->head.path == "/4");
    CHECK(rig.handler.kept[1]->head.path == "/5");
    rig.handler.answer_next("done");
    rig.handler.answer_next("done");
    rig.turn();
    CHECK(summary(clients[5].take()) == "200 done|");
}

TEST_CASE("h1 limits: waiters that left free no place that is taken") {
    RigOptions options;
    options.admission.worker_max_concurrency = 1;
    Rig rig(options);
    rig.handler.keep_all();
    std::vector<Client> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(rig.connect());
        (void)rig.ask(clients.back(), kGet);
    }
    clients[2].leave();
    clients[3].finish_sending();
    rig.turn();
    CHECK(rig.handler.requests == 1);
    CHECK(rig.counters.concurrency.get() == 2);
    clients[0].leave();  // the place is free as soon as the connection is gone
    rig.turn();
    CHECK(rig.handler.requests == 2);
}

TEST_CASE("h1 limits: nobody overtakes those who wait") {
    RigOptions options;
    options.admission.worker_max_concurrency = 1;
    Rig rig(options);
    rig.handler.keep_all();
    Client first = rig.connect();
    Client second = rig.connect();
    Client third = rig.connect();
    (void)rig.ask(first, kGet);
    (void)rig.ask(second, "GET /second HTTP/1.1\r\nHost: x\r\n\r\n");
    rig.handler.answer_next("done");
    (void)rig.ask(third, kGet);  // arrives before the second one's turn has come
    REQUIRE(rig.handler.kept.size() == 1);
    CHECK(rig.handler.kept[0]->head.path == "/second");
    rig.handler.answer_next("done");
    rig.turn();
    CHECK(rig.handler.requests == 3);
}

TEST_CASE("h1 limits: beyond max_concurrency the answer is 503, and the connection goes on") {
    RigOptions options;
    options.admission.max_concurrency = 1;
    Rig rig(options);
    rig.handler.keep_all();
    Client first = rig.connect();
    Client second = rig.connect();
    (void)rig.ask(first, kGet);
    const std::string refused = rig.ask(second, kGet + kGet);
    CHECK(summary(refused) == "503 |503 |");
    const size_t first_after = refused.find("\r\nRetry-After: 1\r\n");
    CHECK(first_after != std::string::npos);
    CHECK(refused.rfind("\r\nRetry-After: 1\r\n") != first_after);
    rig.handler.answer_next("ok");
    CHECK(rig.ask(second, kGet).empty());
    rig.handler.answer_next("ok");
    CHECK(summary(second.take()) == "200 ok|");
    CHECK(rig.handler.requests == 2);
}

TEST_CASE("h1 limits: ports share their worker's places; a request that waited goes to the handler of its own port") {
    RigOptions options;
    options.admission.worker_max_concurrency = 1;
    Rig rig(options);
    Script other_handler;
    Port other_port(rig.context, options.port, rig.listener, other_handler, rig.admission, rig.exchanges);
    rig.handler.keep_all();
    Client first = rig.connect();
    (void)rig.ask(first, kGet);
    std::array<int, 2> fds{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
    Client second(fds[1]);
    ConnectionInfo info;
    info.session_id = rig.sessions.allocate(Rig::kIncarnation, 0, info.origin).value();
    REQUIRE(other_port.accept(Fd(fds[0]), info, Arrival::handed_over, {}) == Error::ok);
    CHECK(rig.ask(second, kGet).empty());
    rig.handler.answer_next("first");
    rig.turn();
    CHECK(summary(second.take()) == "200 /a|");
    CHECK(rig.handler.requests == 1);
    CHECK(other_handler.requests == 1);
}

TEST_CASE("h1 limits: a body that drips is refused when it is late by a whole http_body_timeout") {
    RigOptions options;
    options.port.limits.body_timeout_ms = 1000;
    options.port.limits.body_min_rate = 100;
    Rig rig(options);
    const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n";
    Client drips = rig.connect();
    Client keeps_up = rig.connect();
    drips.send(head);
    keeps_up.send(head);
    rig.turn();
    // Never silent for long: 10 bytes a second, and 120. The head counts, too.
    for (int i = 0; i < 7; ++i) {
        rig.pass_ms(200);
        drips.send("aa");
        keeps_up.send(std::string(24, 'a'));
        rig.turn();
    }
    CHECK(drips.take().empty());
    for (int i = 0; i < 3; ++i) {
        rig.pass_ms(200);
        drips.send("aa");
        keeps_up.send(std::string(24, 'a'));
        rig.turn();
    }
    CHECK(drips.take().starts_with("HTTP/1.1 408 "));
    CHECK(drips.ended());
    CHECK(keeps_up.take().empty());
    keeps_up.send(std::string(760, 'a'));
    rig.turn();
    CHECK(summary(keeps_up.take()) == "200 /|");
}

TEST_CASE("h1 limits: the last request that a connection may bring is answered with its end") {
    RigOptions options;
    options.port.limits.keep_alive_requests = 2;
    Rig rig(options);
    Client pipelines = rig.connect();
    const std::string got = rig.ask(pipelines, kGet + kGet + kGet);
    CHECK(summary(got) == "200 /a|200 /a|");
    const size_t second = got.find("HTTP/1.1 ", 1);
    CHECK(got.substr(0, second).find("Connection: keep-alive\r\n") != std::string::npos);
    CHECK(got.substr(second).find("Connection: close\r\n") != std::string::npos);
    CHECK(pipelines.ended());
    CHECK(rig.handler.requests == 2);
    // What comes late is read and dropped, so that no reset overtakes the answer.
    pipelines.send(kGet);
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 1);
    pipelines.leave();
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 limits: answers name the server as they were told, those to what is no request, too") {
    RigOptions options;
    options.port.server_name = "Acme/1";
    Rig rig(options);
    Client client = rig.connect();
    const std::string got = rig.ask(client, kGet + "nonsense\r\n\r\n");
    CHECK(summary(got) == "200 /a|400 400 Bad Request\n|");
    CHECK(got.find("Server: Acme/1\r\n") != got.rfind("Server: Acme/1\r\n"));
    CHECK(got.find("tern") == std::string::npos);
    RigOptions nameless;
    nameless.port.server_name = "";
    Rig other(nameless);
    Client second = other.connect();
    CHECK(other.ask(second, kGet + "nonsense\r\n\r\n").find("Server") == std::string::npos);
}
