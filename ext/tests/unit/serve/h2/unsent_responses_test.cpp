#include "serve/h2/unsent_responses.h"

#include "doctest/doctest.h"

using namespace tern::serve;

namespace {

struct Answer final : UnsentResponse {
    explicit Answer(UnsentResponses& its_account) : account(its_account) {}
    void drop_unsent() noexcept override {
        dropped = true;
        account.set(*this, 0);
    }
    UnsentResponses& account;
    bool dropped = false;
};

}  // namespace

TEST_CASE("UnsentResponses: beyond the limit the slowest are dropped, the last one never") {
    UnsentResponses account;
    Answer first(account);
    Answer second(account);
    Answer third(account);
    account.set(first, 100);
    account.set(second, 100);
    account.set(third, 100);
    CHECK(account.keep_within(300) == 0);
    account.set(first, 99);  // its client has taken a byte
    CHECK(account.keep_within(200) == 1);
    CHECK(second.dropped);
    CHECK(account.bytes() == 199);
    CHECK(account.keep_within(1) == 1);
    CHECK(third.dropped);
    CHECK_FALSE(first.dropped);
    CHECK(account.keep_within(1) == 0);
    account.set(first, 0);
    CHECK(account.bytes() == 0);
    CHECK(account.keep_within(0) == 0);
}

TEST_CASE("UnsentResponses: what is added is no progress of the client") {
    UnsentResponses account;
    Answer first(account);
    Answer second(account);
    account.set(first, 100);
    account.set(second, 100);
    account.set(first, 101);
    CHECK(account.keep_within(150) == 1);
    CHECK(first.dropped);
    CHECK_FALSE(second.dropped);
}

TEST_CASE("UnsentResponses: the log is told now and then") {
    UnsentResponses account;
    CHECK(account.is_time_to_log(1'000));
    CHECK_FALSE(account.is_time_to_log(1'000 + UnsentResponses::kLogEveryMs - 1));
    CHECK(account.is_time_to_log(1'000 + UnsentResponses::kLogEveryMs));
}
