// Processes of one server within the test's own process: each has a slot, an inbox and a messenger. What the kernel
// and shared memory do is the same; a test that needs a process that blocks or dies forks one.
#pragma once

#include <doctest/doctest.h>
#include <functional>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "worker/messenger.h"

namespace tern::worker::test {

class Journal final : public LogSink {
public:
    void write(LogLevel, Bytes message) override { lines.emplace_back(message); }
    std::vector<std::string> lines;
};

inline bool readable(int fd) {
    pollfd one{fd, POLLIN, 0};
    return ::poll(&one, 1, 0) == 1;
}

// So long that only the suite's time limit ends a wait whose wake-up is missing.
constexpr int64_t kForeverMs = 3'600'000;

struct Shared {
    proc::SharedState state;
    proc::Inboxes inboxes;
    Journal journal;
    Log log{&journal, LogLevel::debug};

    explicit Shared(const proc::Roster& roster = {.events = 2}) {
        REQUIRE(state.create(roster, 64) == Error::ok);
        REQUIRE(inboxes.create(state.slot_count() + 1) == Error::ok);
    }
};

// Worker `id` in slot `slot`, ready to be sent to.
struct Process {
    Shared& shared;
    Messenger messenger;
    Buffer room;

    Process(Shared& its_shared, int id, uint32_t slot, uint32_t generation)
        : shared(its_shared), messenger(its_shared.state, its_shared.inboxes) {
        shared.state.occupy(slot, id, generation);
        shared.state.slot(slot).status.store(shm::WorkerStatus::idle);
        proc::WorkerIdentity identity;
        identity.worker_id = id;
        identity.generation = generation;
        identity.slot = slot;
        messenger.become(identity);
    }
    uint32_t slot() const noexcept { return messenger.slot(); }
    // What waits for it without a socket; "none".
    std::string next() {
        const Result<proc::Message> message = shared.inboxes.receive(slot(), room);
        return message.ok() ? std::string(message.value().payload) : "none";
    }
    void sleep() { REQUIRE(shared.inboxes.sleep(slot())); }
    bool woken() const { return readable(shared.inboxes.ring_fd(slot())); }
    // Until nothing more goes in. How many messages.
    int fill(Bytes payload = Bytes("small")) {
        int count = 0;
        while (shared.inboxes.send(slot(), {proc::MessageKind::pipe_message, -1, messenger.worker_id()}, payload) ==
               Error::ok) {
            ++count;
        }
        return count;
    }
    void empty() {
        while (shared.inboxes.receive(slot(), room).ok()) {}
    }
    int64_t open_session() {
        return shared.state.sessions().allocate(messenger.generation(), messenger.worker_id(), {}).value();
    }
};

// Runs `body` in a child; its value is the exit code.
inline pid_t in_child(const std::function<int()>& body) {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) _exit(body());
    return pid;
}

inline int exit_code_of(pid_t pid) {
    int status = -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace tern::worker::test
