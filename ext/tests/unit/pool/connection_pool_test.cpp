#include "pool/connection_pool.h"

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "coro/strand.h"

using namespace tern;
using coro::Deadline;
using coro::Strand;
using pool::Closed;
using pool::ConnectionPool;
using pool::Key;

namespace {

Key key(unsigned char first) { return Key{first}; }

class TestConnection final : public pool::Connection {
public:
    TestConnection(const Key& of, int& open) : Connection(of), open_(open) {
        made_ms = monotonic_ms();
        ++open_;
    }
    bool is_open() noexcept override { return alive; }
    void close() noexcept override {
        --open_;
        delete this;
    }
    bool alive = true;

private:
    int& open_;
};

struct PoolStage : coro::World {
    explicit PoolStage(uint32_t most, pool::Limits limits = {}) : limits_(limits) {
        REQUIRE(places.create(most) == Error::ok);
        pool = std::make_unique<ConnectionPool>(scheduler, places, limits_);
    }
    ~PoolStage() { pool->stop(); }
    TestConnection* make(const Key& of) {
        pool->count_made();
        return new TestConnection(of, open);
    }
    // Without waiting. Null: there is none.
    TestConnection* take(const Key& of) {
        Result<pool::Connection*> taken = pool->try_take(of);
        if (!taken.ok()) return nullptr;
        return taken.value() == nullptr ? make(of) : static_cast<TestConnection*>(taken.value());
    }
    // A coroutine that waits for a connection. `log` gets its name and what it got: "+" a clean one, "n" a place, "-"
    // none.
    void wait(std::string name, const Key& of, Deadline until = Deadline::never()) {
        strands.push_back(std::make_unique<Strand>(scheduler, [this, name, of, until] {
            Result<pool::Connection*> got = pool->wait(of, until);
            if (!got.ok()) {
                log += name + "- ";
                return;
            }
            log += name + (got.value() == nullptr ? "n " : "+ ");
            held.push_back(got.value() == nullptr ? make(of) : static_cast<TestConnection*>(got.value()));
        }));
        scheduler.start(*strands.back());
    }
    uint64_t closed(Closed reason) const { return pool->counts().closed[static_cast<size_t>(reason)]; }
    void turn() { turn_at(coro::test_now_ms); }

    pool::Limits limits_;
    shm::Places places;
    std::unique_ptr<ConnectionPool> pool;
    std::vector<std::unique_ptr<Strand>> strands;
    std::vector<TestConnection*> held;
    std::string log;
    int open = 0;
};

}  // namespace

TEST_CASE("connection pool: what comes back is for the next one with the same key") {
    PoolStage stage(4);
    TestConnection* first = stage.take(key(1));
    CHECK(stage.pool->places() == 1);
    stage.pool->put(*first);
    CHECK(stage.pool->idle() == 1);
    TestConnection* other = stage.take(key(2));
    CHECK(other != first);
    CHECK(stage.take(key(1)) == first);
    CHECK(stage.pool->idle() == 0);
    CHECK(stage.pool->counts().made == 2);
    CHECK(stage.pool->counts().reused == 1);
    stage.pool->close(*first, Closed::unclean);
    stage.pool->close(*other, Closed::lost);
    CHECK(stage.open == 0);
    CHECK(stage.places.taken() == 0);
    CHECK(stage.closed(Closed::unclean) == 1);
    CHECK(stage.closed(Closed::lost) == 1);
}

TEST_CASE("connection pool: one that the server has closed is not lent") {
    PoolStage stage(2);
    TestConnection* lost = stage.take(key(1));
    lost->alive = false;
    stage.pool->put(*lost);
    TestConnection* next = stage.take(key(1));
    CHECK(stage.closed(Closed::lost) == 1);
    CHECK(stage.open == 1);
    CHECK(stage.places.taken() == 1);
    stage.pool->close(*next, Closed::idle);
}

TEST_CASE("connection pool: another key gets the place of the one that is idle longest") {
    PoolStage stage(2);
    TestConnection* one = stage.take(key(1));
    TestConnection* two = stage.take(key(2));
    stage.pool->put(*one);
    stage.pool->put(*two);
    TestConnection* three = stage.take(key(3));
    REQUIRE(three != nullptr);
    CHECK(stage.closed(Closed::elsewhere) == 1);
    CHECK(stage.take(key(2)) == two);
    CHECK(stage.take(key(1)) == nullptr);
    CHECK(stage.places.taken() == 2);
    stage.pool->close(*two, Closed::idle);
    stage.pool->close(*three, Closed::idle);
}

TEST_CASE("connection pool: waiters are served in their order, whatever their key, and none overtakes") {
    PoolStage stage(1);
    TestConnection* only = stage.take(key(1));
    stage.wait("a", key(2));
    stage.wait("b", key(1));
    stage.pool->put(*only);
    CHECK(stage.take(key(1)) == nullptr);  // it is for those who wait
    stage.turn();
    CHECK(stage.log == "an ");
    CHECK(stage.open == 1);
    stage.pool->put(*stage.held.back());
    stage.turn();
    CHECK(stage.log == "an bn ");
    stage.wait("c", key(1));
    stage.pool->put(*stage.held.back());
    stage.turn();
    CHECK(stage.log == "an bn c+ ");
    CHECK(stage.pool->waiting() == 0);
    stage.pool->close(*stage.held.back(), Closed::idle);
    CHECK(stage.places.taken() == 0);
}

TEST_CASE("connection pool: a wait ends at its deadline, or when it is cancelled") {
    PoolStage stage(1);
    TestConnection* only = stage.take(key(1));
    stage.wait("a", key(1), Deadline{coro::test_now_ms + 40});
    stage.wait("b", key(1));
    stage.wait("c", key(1));
    REQUIRE(stage.scheduler.cancel(*stage.strands[1]) == Error::ok);
    CHECK(stage.log == "b- ");
    stage.turn_at(coro::test_now_ms + 50);
    CHECK(stage.log == "b- a- ");
    CHECK(stage.pool->counts().timeouts == 1);
    stage.pool->close(*only, Closed::in_the_middle);
    stage.turn();
    CHECK(stage.log == "b- a- cn ");
    stage.pool->close(*stage.held.back(), Closed::idle);
}

TEST_CASE("connection pool: one that is expected is awaited before one with another key is closed") {
    PoolStage stage(2);
    TestConnection* one = stage.take(key(1));
    stage.pool->put(*stage.take(key(2)));
    stage.pool->expect(*one);
    CHECK(stage.take(key(1)) == nullptr);
    CHECK(stage.closed(Closed::elsewhere) == 0);
    stage.wait("a", key(1));
    stage.pool->put(*one);
    stage.turn();
    CHECK(stage.log == "a+ ");
    CHECK(stage.pool->take_now(key(3)).ok());  // this one cannot wait
    CHECK(stage.closed(Closed::elsewhere) == 1);
    stage.pool->release_place(Closed::failed);
    stage.pool->close(*one, Closed::idle);
}

TEST_CASE("connection pool: places that another process frees are found") {
    PoolStage stage(1);
    REQUIRE(stage.places.try_take(0));  // as if another process had it
    stage.wait("a", key(1));
    stage.turn_at(coro::test_now_ms + 30);
    CHECK(stage.log.empty());
    stage.places.give_back();
    stage.turn_at(coro::test_now_ms + 30);
    CHECK(stage.log == "an ");
    stage.pool->close(*stage.held.back(), Closed::idle);
}

TEST_CASE("connection pool: idle and old ones are closed") {
    PoolStage stage(2, {.idle_ms = 0, .lifetime_ms = 1000});
    stage.pool->put(*stage.take(key(1)));
    CHECK(stage.pool->idle() == 1);
    stage.turn_at(coro::test_now_ms + 200);
    CHECK(stage.closed(Closed::idle) == 1);
    TestConnection* old = stage.take(key(1));
    old->made_ms -= 2000;
    stage.pool->put(*old);
    CHECK(stage.closed(Closed::lifetime) == 1);
    CHECK(stage.places.taken() == 0);
}

TEST_CASE("connection pool: one that was made as it is wanted comes first, then one that is as new") {
    PoolStage stage(3);
    TestConnection* plain = stage.take(key(1));
    TestConnection* same = stage.take(key(1));
    TestConnection* other = stage.take(key(1));
    same->variant = 5;
    other->variant = 6;
    for (TestConnection* one : {plain, same, other}) stage.pool->put(*one);
    CHECK(stage.pool->try_take({key(1), 5}).value() == same);
    CHECK(stage.pool->try_take({key(1), 5}).value() == plain);
    CHECK(stage.pool->try_take({key(1), 5}).value() == other);
    for (TestConnection* one : {plain, same, other}) stage.pool->close(*one, Closed::idle);
}

namespace {

std::vector<pool::Connection*> tested;

}  // namespace

TEST_CASE("connection pool: a number of idle ones is kept, and tested") {
    PoolStage stage(3, {.idle_ms = 0, .kept = 1});
    stage.pool->call_to_test([](pool::Connection& connection) { tested.push_back(&connection); });
    TestConnection* first = stage.take(key(1));
    TestConnection* last = stage.take(key(1));
    stage.pool->put(*first);
    stage.pool->put(*last);
    stage.turn_at(coro::test_now_ms + 500);
    CHECK(stage.closed(Closed::idle) == 1);
    REQUIRE(tested.size() == 1);
    CHECK(tested[0] == last);
    CHECK(stage.pool->idle() == 0);
    CHECK(stage.pool->places() == 1);
    tested.clear();
    stage.pool->put(*last);
    CHECK(stage.pool->idle() == 1);
}

TEST_CASE("connection pool: an idle one that the server closes is closed soon") {
    PoolStage stage(1);
    TestConnection* only = stage.take(key(1));
    stage.pool->put(*only);
    only->alive = false;
    stage.turn_at(coro::test_now_ms + 1500);
    CHECK(stage.closed(Closed::lost) == 1);
    CHECK(stage.pool->places() == 0);
}

TEST_CASE("connection pool: after stop() nothing is kept") {
    PoolStage stage(2);
    TestConnection* lent = stage.take(key(1));
    stage.pool->put(*stage.take(key(2)));
    stage.pool->stop();
    CHECK(stage.pool->idle() == 0);
    stage.pool->put(*lent);
    CHECK(stage.closed(Closed::stopped) == 2);
    CHECK(stage.places.taken() == 0);
}

namespace {

// A user whose connections may be taken: for a waiter they come back clean, for their place they are closed.
struct Lender {
    static bool recall(void* self, const ConnectionPool::Wish* wish) {
        auto& lender = *static_cast<Lender*>(self);
        if (lender.lent == nullptr) return false;
        TestConnection& connection = *std::exchange(lender.lent, nullptr);
        ++lender.recalled;
        if (wish != nullptr && wish->key == connection.key()) {
            lender.pool.expect(connection);
            lender.returning = &connection;
        } else {
            lender.pool.close(connection, Closed::elsewhere);
        }
        return true;
    }
    ConnectionPool& pool;
    TestConnection* lent = nullptr;
    TestConnection* returning = nullptr;
    int recalled = 0;
};

}  // namespace

TEST_CASE("connection pool: a waiter gets a connection that its user does not need") {
    PoolStage stage(1);
    Lender lender{*stage.pool};
    stage.pool->call_to_recall(Lender::recall, &lender);
    TestConnection* first = stage.take(key(1));
    SUBCASE("that has come back") {
        lender.lent = first;
        stage.wait("a", key(1));
        stage.wait("b", key(1));
        stage.turn();
        CHECK(lender.recalled == 1);
        stage.pool->put(*lender.returning);
        stage.turn();
        CHECK(stage.log == "a+ ");
        stage.held.clear();
        stage.pool->put(*first);
        stage.turn();
        CHECK(stage.log == "a+ b+ ");
    }
    SUBCASE("its place, if it has another key") {
        lender.lent = first;
        stage.wait("a", key(2));
        stage.turn();
        stage.turn();
        CHECK(stage.log == "an ");
        CHECK(stage.closed(Closed::elsewhere) == 1);
    }
    SUBCASE("later, when the user says so") {
        stage.wait("a", key(1));
        stage.turn();
        CHECK(lender.recalled == 0);
        lender.lent = first;
        stage.pool->look_for_waiters();
        stage.turn();
        CHECK(lender.recalled == 1);
        stage.pool->put(*lender.returning);
        stage.turn();
        CHECK(stage.log == "a+ ");
    }
    SUBCASE("its place, if it cannot wait") {
        lender.lent = first;
        Result<pool::Connection*> taken = stage.pool->take_now(key(1));
        REQUIRE(taken.ok());
        CHECK(taken.value() == nullptr);
        CHECK(stage.pool->places() == 1);
        stage.pool->release_place(Closed::failed);
        return;
    }
    for (TestConnection* one : stage.held) stage.pool->close(*one, Closed::stopped);
}
