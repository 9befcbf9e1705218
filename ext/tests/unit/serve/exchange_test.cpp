#include "serve/exchange.h"

#include <doctest/doctest.h>

using tern::serve::Exchange;
using tern::serve::ExchangePool;

namespace {

struct Note {
    void* pointer;
    int64_t number;
    bool flag;
};

}  // namespace

TEST_CASE("an exchange that is used again has nothing of the handler before") {
    ExchangePool pool;
    Exchange* first = pool.take();
    Note& note = first->handler_state<Note>();
    CHECK(note.pointer == nullptr);
    CHECK(note.number == 0);
    CHECK_FALSE(note.flag);
    note = {first, 7, true};
    first->reports_end = first->detached = true;
    CHECK(&first->handler_state<Note>() == &note);
    CHECK(first->handler_state<Note>().number == 7);
    first->release();

    Exchange* second = pool.take();
    CHECK(second == first);
    CHECK(second->handler_state<Note>().pointer == nullptr);
    CHECK(second->handler_state<Note>().number == 0);
    CHECK_FALSE(second->handler_state<Note>().flag);
    CHECK_FALSE(second->reports_end);
    CHECK_FALSE(second->detached);
    second->release();
    CHECK(pool.in_use() == 0);
}
