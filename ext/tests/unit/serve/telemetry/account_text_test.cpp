#include <doctest/doctest.h>
#include <string>

#include "serve/telemetry/accounted_exchange.h"

using namespace tern;
using namespace tern::serve;

namespace {

struct Sample : test::AccountedExchange {
    Sample() : AccountedExchange(0) {
        account.count_switch();
        account.run(0, {});
        account.pause(1'234'567, {4096, 4096});
        account.add_wait(WaitKind::socket, 1'500'000'000);
        account.add_wait(WaitKind::queue, 2'000);
        account.add_wait(WaitKind::lock, 999);  // less than is shown
    }
    std::string figure(Bytes name) const {
        Buffer out;
        append_account_figure(out, name, account);
        return std::string(out.view());
    }
};

}  // namespace

TEST_CASE("account_text: json") {
    Sample sample;
    Buffer out;
    append_json_account(out, sample.account);
    CHECK(out.view() == R"(,"cpu":0.001234,"switches":1,"memory":4096,"waits":{"socket":1.500000,"queue":0.000002})");
}

TEST_CASE("account_text: json of one that waited for nothing") {
    ExchangePool pool;
    Exchange& exchange = *pool.take();
    auto* account = new RequestAccount(exchange, 0);
    Buffer out;
    append_json_account(out, *account);
    CHECK(out.view() == R"(,"cpu":0.000000,"switches":0,"memory":0,"waits":{})");
    account->close();
    account->release();
    exchange.release();
}

TEST_CASE("account_text: Server-Timing has milliseconds, and the total") {
    Sample sample;
    ServerTimingText text;
    write_server_timing(text, sample.account, 1'600'000'000);
    CHECK(text.view() == "cpu;dur=1.234, socket;dur=1500.000, queue;dur=0.002, total;dur=1600.000");
}

TEST_CASE("account_text: figures of a format, and which there are") {
    Sample sample;
    CHECK(sample.figure("cpu") == "1234");
    CHECK(sample.figure("switches") == "1");
    CHECK(sample.figure("memory") == "4096");
    CHECK(sample.figure("socket") == "1500000");
    CHECK(sample.figure("sleep") == "0");
    for (Bytes name : kWaitNames) CHECK(is_account_figure(name));
    CHECK(is_account_figure("cpu"));
    CHECK_FALSE(is_account_figure("disk"));
    CHECK_FALSE(is_account_figure(""));
}

TEST_CASE("account_text: the summary of a slow request") {
    Sample sample;
    AccountSummary text;
    write_summary(text, sample.account);
    CHECK(text.view() == "cpu 1 ms, socket 1500 ms, queue 0 ms, 1 switch, 4096 bytes of memory");
}
