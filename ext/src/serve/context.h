// The state that all ports and connections of one worker process share. The worker owns it, and it outlives them.
#pragma once

#include <array>

#include "base/log.h"
#include "loop/loop.h"
#include "net/block.h"
#include "net/stream.h"
#include "protocol/http/date.h"
#include "serve/h2/unsent_responses.h"
#include "serve/input_budget.h"
#include "serve/ws/ws_registry.h"
#include "shm/session_table.h"
#include "shm/worker_counters.h"

namespace tern::serve {

class Tracer;

struct Context {
    Context(loop::Loop& its_loop, Log& its_log, shm::WorkerCounters& its_counters,
            shm::SessionTable& its_sessions) noexcept
        : loop(its_loop),
          log(its_log),
          counters(its_counters),
          sessions(its_sessions),
          input(its_loop, its_log, its_counters.input_dropped) {}

    // Wall clock, at most one loop turn old.
    int64_t wall_us() noexcept {
        if (wall_read_at_ms != loop.now_ms()) read_wall_clock();
        return wall_now_us;
    }
    // The second of date().
    int64_t second() noexcept {
        (void)wall_us();
        return date_second;
    }
    // IMF-fixdate of the current second.
    Bytes date() noexcept {
        (void)wall_us();
        return Bytes(date_text.data(), date_text.size());
    }

    loop::Loop& loop;
    Log& log;
    shm::WorkerCounters& counters;
    shm::SessionTable& sessions;
    net::BlockPool blocks;
    net::BufferShelf shelf;
    WsRegistry websockets;
    UnsentResponses unsent_responses;  // of HTTP/2
    InputBudget input;
    uint32_t generation = 0;
    int worker_id = 0;
    Tracer* tracer = nullptr;  // null: requests are not traced
    // In an upgrade: how long WebSockets stay with this worker. 0: there is no upgrade.
    int64_t upgrade_stay_ms = 0;

private:
    void read_wall_clock() noexcept {
        wall_read_at_ms = loop.now_ms();
        wall_now_us = wall_clock_us();
        int64_t second = wall_now_us / 1'000'000;
        if (second == date_second) return;
        date_second = second;
        http::write_date(date_text.data(), second);
    }

    int64_t wall_read_at_ms = -1;
    int64_t wall_now_us = 0;
    int64_t date_second = -1;
    std::array<char, http::kDateBytes> date_text{};
};

}  // namespace tern::serve
