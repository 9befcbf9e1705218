#include "serve/fcgi/places.h"

#include "serve/fcgi/fcgi_rig.h"

using namespace tern;
using namespace tern::fastcgi::test;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

struct Waiting final : Places::Waiter {
    void on_place() noexcept override { ++called; }
    int called = 0;
};

RigOptions with_places(uint64_t count) {
    RigOptions options = speaking_fastcgi();
    options.port.fastcgi_concurrency = count;
    return options;
}

// A client of the listening socket.
Client connect_to(const net::Listener& listener) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const net::Address& address = listener.address();
    (void)::connect(fd, const_cast<net::Address&>(address).raw(), address.size);
    return Client(fd);
}

}  // namespace

TEST_CASE("places: who waits gets the next place, in order") {
    loop::Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int rooms = 0;
    const auto places = std::make_shared<Places>(
        loop, 1, [](void* count) { ++*static_cast<int*>(count); }, &rooms);
    Waiting first;
    Waiting second;
    Waiting third;
    CHECK(places->has_room());
    REQUIRE(places->take_or_wait(first));
    Place place(places, Place::Kind::taken);
    CHECK(!places->take_or_wait(second));
    CHECK(!places->take_or_wait(third));
    place.release();
    REQUIRE(loop.turn(0) == Error::ok);
    CHECK(second.called == 1);
    CHECK(third.called == 0);
    static_cast<Places::Waiter&>(third).unlink();
    place = Place(places, Place::Kind::taken);
    place.release();
    REQUIRE(loop.turn(0) == Error::ok);
    CHECK(third.called == 0);
    CHECK(rooms == 1);
    CHECK(places->has_room());
}

TEST_CASE("places: a client that sends nothing keeps others from being accepted, but no request from its place") {
    loop::Loop loop;
    REQUIRE(loop.open() == Error::ok);
    int rooms = 0;
    const auto places = std::make_shared<Places>(
        loop, 1, [](void* count) { ++*static_cast<int*>(count); }, &rooms);
    places->reserve();
    Place silent(places, Place::Kind::reserved);
    CHECK(!places->has_room());
    Waiting request;
    REQUIRE(places->take_or_wait(request));
    Place taken(places, Place::Kind::taken);
    silent.release();
    REQUIRE(loop.turn(0) == Error::ok);
    CHECK(rooms == 0);
    taken.release();
    REQUIRE(loop.turn(0) == Error::ok);
    CHECK(rooms == 1);
}

TEST_CASE("places: requests on open connections wait, and none is refused") {
    Rig rig(with_places(1));
    rig.handler.keep_all();
    Client one = rig.connect();
    Client two = rig.connect();
    CHECK(rig.ask(one, get(1, "/1")).empty());
    CHECK(rig.ask(two, get(1, "/2")).empty());
    CHECK(rig.handler.requests == 1);
    rig.handler.answer_next("first");
    rig.turn();
    CHECK(Replies(one.take()).of.at(1).body() == "first");
    CHECK(rig.handler.requests == 2);
    rig.handler.answer_next("second");
    rig.turn();
    CHECK(Replies(two.take()).of.at(1).body() == "second");
}

TEST_CASE("places: a handler that goes on after its response keeps its place") {
    Rig rig(with_places(1));
    rig.handler.request = [&](Exchange& exchange) {
        rig.handler.keep(exchange);
        (void)answer(exchange, "quick");
    };
    Client client = rig.connect();
    CHECK(talk(rig, client, get(1, "/1")).of.at(1).body() == "quick");
    CHECK(rig.ask(client, get(1, "/2")).empty());
    rig.handler.kept[0]->note_handled();
    rig.turn();
    CHECK(Replies(client.take()).of.at(1).body() == "quick");
    CHECK(rig.handler.requests == 2);
}

TEST_CASE("places: a waiting request whose client leaves") {
    Rig rig(with_places(1));
    rig.handler.keep_all();
    Client one = rig.connect();
    Client two = rig.connect();
    CHECK(rig.ask(one, get(1, "/1")).empty());
    CHECK(rig.ask(two, get(1, "/2")).empty());
    two.leave();
    rig.turn();
    CHECK(rig.exchanges.in_use() == 1);
    rig.handler.answer_next("first");
    rig.turn();
    CHECK(rig.handler.requests == 1);
}

TEST_CASE("places: connections wait in the listening socket") {
    Rig rig(with_places(2));
    rig.handler.keep_all();
    REQUIRE(rig.port->open() == Error::ok);
    std::vector<Client> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(connect_to(rig.listener));
        rig.turn();
        clients.back().send(get(1, "/" + std::to_string(i), false));
        rig.turn();
    }
    CHECK(rig.handler.requests == 2);
    CHECK(rig.counters.connection_num.get() == 2);
    for (int i = 0; i < 5; ++i) {
        rig.handler.answer_next("x");
        rig.turn(8);
        CHECK(Replies(clients[static_cast<size_t>(i)].take()).of.at(1).body() == "x");
        clients[static_cast<size_t>(i)].leave();
        rig.turn(8);
    }
    CHECK(rig.handler.requests == 5);
}

TEST_CASE("places: the shares of workers are what they have together, and never 0") {
    const auto shares = [](int64_t all, int64_t workers) {
        std::vector<uint64_t> found;
        for (int64_t worker = 0; worker < workers; ++worker) found.push_back(Places::share_of(all, worker, workers));
        return found;
    };
    CHECK(shares(7, 3) == std::vector<uint64_t>{3, 2, 2});
    CHECK(shares(4, 2) == std::vector<uint64_t>{2, 2});
    CHECK(shares(5, 1) == std::vector<uint64_t>{5});
    CHECK(shares(1, 3) == std::vector<uint64_t>{1, 1, 1});
    CHECK(shares(INT64_MAX / 2, 2)[1] == uint64_t{INT64_MAX} / 4);
}
