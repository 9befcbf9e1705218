// The workers of a master. Worker ids count through all roles, in this order.
#pragma once

#include <cstdint>

namespace tern::proc {

enum class WorkerRole : uint8_t {
    event,  // serves connections
    task,   // runs the tasks that other workers send
    user,   // runs code of the program, which may end at any time and may not read its control channel: so it also gets
            // a SIGTERM when it must leave, and exit code 0 is no failure
    admin,  // reports about the other processes, and leaves last
};

struct Roster {
    uint32_t events = 0;
    uint32_t tasks = 0;
    uint32_t users = 0;
    uint32_t admins = 0;

    uint32_t total() const noexcept { return events + tasks + users + admins; }
    // Of an id below total().
    WorkerRole role_of(int worker_id) const noexcept {
        const auto id = static_cast<uint32_t>(worker_id);
        if (id < events) return WorkerRole::event;
        if (id < events + tasks) return WorkerRole::task;
        return id < events + tasks + users ? WorkerRole::user : WorkerRole::admin;
    }
};

}  // namespace tern::proc
