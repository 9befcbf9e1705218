#pragma once

#include "serve/exchange.h"
#include "serve/telemetry/request_account.h"

namespace tern::serve::test {

struct AccountedExchange {
    explicit AccountedExchange(int64_t start_ns) : account(*new RequestAccount(exchange, start_ns)) {}
    ~AccountedExchange() {
        account.close();
        account.release();
        exchange.release();
    }

    ExchangePool pool;
    Exchange& exchange = *pool.take();
    RequestAccount& account;
};

}  // namespace tern::serve::test
