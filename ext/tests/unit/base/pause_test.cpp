#include "base/pause.h"

#include <doctest/doctest.h>

using tern::Pause;

TEST_CASE("each pause is twice as long as the one before, up to the limit") {
    Pause pause;
    for (int64_t expected : {1, 2, 4, 8, 16, 20, 20}) CHECK(pause.next_ms() == expected);
    Pause shorter(10);
    for (int64_t expected : {1, 2, 4, 8, 10, 10}) CHECK(shorter.next_ms() == expected);
}
