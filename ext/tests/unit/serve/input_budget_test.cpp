#include "serve/input_budget.h"

#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

struct Input final : UnfinishedInput {
    explicit Input(InputBudget& its_budget) : budget(its_budget) {}
    ~Input() { budget.release(*this); }
    void drop_input() noexcept override {
        dropped = true;
        budget.release(*this);
    }
    InputBudget& budget;
    bool dropped = false;
};

struct Budget {
    explicit Budget(uint64_t limit) { all.set_limit(limit); }
    loop::Loop loop{Rig::clock};
    Journal journal;
    Log log{&journal, LogLevel::debug};
    shm::Counter dropped;
    InputBudget all{loop, log, dropped};
};

}  // namespace

TEST_CASE("InputBudget: the oldest are dropped, the last one never") {
    Budget budget(200);
    Input first(budget.all);
    Input second(budget.all);
    Input third(budget.all);
    CHECK(budget.all.set(first, 100));
    CHECK(budget.all.set(second, 100));
    CHECK(budget.all.set(first, 90));  // it stays the oldest
    CHECK(budget.all.set(third, 20));
    CHECK(first.dropped);
    CHECK(budget.all.bytes() == 120);
    CHECK(budget.all.set(third, 300));
    CHECK(second.dropped);
    CHECK(budget.all.bytes() == 300);
    CHECK_FALSE(third.dropped);
    CHECK(budget.all.set(third, 0));
    CHECK(budget.all.bytes() == 0);
}

TEST_CASE("InputBudget: the oldest that grows is dropped itself, and may begin again as the newest") {
    Budget budget(200);
    Input first(budget.all);
    Input second(budget.all);
    CHECK(budget.all.set(first, 10));
    CHECK(budget.all.set(second, 100));
    CHECK_FALSE(budget.all.set(first, 150));
    CHECK(first.dropped);
    CHECK_FALSE(second.dropped);
    CHECK(budget.all.set(first, 150));
    CHECK(second.dropped);
}

TEST_CASE("InputBudget: without a limit nothing is dropped") {
    Budget budget(0);
    Input first(budget.all);
    Input second(budget.all);
    CHECK(budget.all.set(first, uint64_t{1} << 40));
    CHECK(budget.all.set(second, uint64_t{1} << 40));
    CHECK_FALSE(first.dropped);
}
