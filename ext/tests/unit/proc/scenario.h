// A master in the test's own process with tiny workers: what they do goes into a journal (a pipe, so the order is the
// true one), what the master announces into events. Each test says what happens on which event; nothing waits for a
// clock.
#pragma once

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <functional>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "proc/master.h"
#include "proc/template_process.h"

namespace tern::proc::test {

using Lines = std::vector<std::string>;

inline size_t place_of(const Lines& lines, const std::string& line) {
    auto found = std::find(lines.begin(), lines.end(), line);
    REQUIRE_MESSAGE(found != lines.end(), line);
    return static_cast<size_t>(found - lines.begin());
}

inline bool contains(const Lines& lines, const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

class Journal {
public:
    Journal() { REQUIRE(pipe2(ends_, O_CLOEXEC) == 0); }
    ~Journal() {
        close(ends_[0]);
        close(ends_[1]);
    }
    void note(const std::string& line) {
        std::string text = line + "\n";
        if (write(ends_[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(99);
    }
    // Waits for the next line; "silence" when nobody writes one, so that a lost event fails a test instead of hanging
    // it.
    std::string next() {
        pollfd readable{ends_[0], POLLIN, 0};
        if (poll(&readable, 1, kPatienceMs) != 1) return "silence";
        std::string line;
        for (char c = 0; read(ends_[0], &c, 1) == 1 && c != '\n';) line += c;
        return line;
    }
    // What is there by now.
    std::vector<std::string> all() {
        std::vector<std::string> lines;
        pollfd readable{ends_[0], POLLIN, 0};
        while (poll(&readable, 1, 0) == 1) lines.push_back(next());
        return lines;
    }

private:
    static constexpr int kPatienceMs = 30'000;
    int ends_[2];
};

inline std::string numbered(const char* what, int64_t number) {
    return std::string(what) + " " + std::to_string(number);
}

class Scenario : public MasterEvents, private LogSink {
public:
    explicit Scenario(uint32_t worker_num, const MasterOptions& options = {})
        : Scenario(Roster{.events = worker_num}, options) {}
    explicit Scenario(const Roster& roster, const MasterOptions& options = {}) : log_(this, LogLevel::debug) {
        REQUIRE(state.create(roster, 64) == Error::ok);
        REQUIRE(inboxes.create(state.slot_count()) == Error::ok);
        master = std::make_unique<Master>(options, *this, state, inboxes, log_);
    }

    // Returns in the test only, when the master is done. A worker ends with what `work` returns.
    int run() {
        MasterResult result = master->run();
        if (result.role == MasterResult::Role::workers_template) {
            result.identity = be_template(TemplateChannel(std::move(result.channel), getppid()));
            _exit(work(result.identity));
        }
        if (result.role == MasterResult::Role::worker) _exit(work(result.identity));
        return result.exit_code;
    }

    // Returns in each worker.
    WorkerIdentity be_template(TemplateChannel channel) {
        journal.note("template");
        if (!boot()) _exit(1);
        channel.report(is_suitable);
        for (;;) {
            TemplateChannel::Next next = channel.next(-1);
            if (next.kind == TemplateChannel::Next::Kind::worker) return std::move(next.identity);
            if (next.kind == TemplateChannel::Next::Kind::end) _exit(0);
            if (next.kind == TemplateChannel::Next::Kind::reopen_logs) journal.note("template reopens");
        }
    }

    bool announced(const std::string& event) const {
        for (const std::string& seen : events) {
            if (seen == event) return true;
        }
        return false;
    }

    // The worker's side of the contract.
    void report_ready(WorkerIdentity& identity) {
        journal.note(numbered("ready", identity.generation));
        (void)identity.control.send({ControlKind::ready, 0});
    }
    int serve_until_drained(WorkerIdentity& identity) {
        for (;;) {
            pollfd readable{identity.control.fd(), POLLIN, 0};
            if (poll(&readable, 1, -1) < 0) continue;
            Result<ControlMessage> message = identity.control.receive();
            if (!message) {
                journal.note(numbered("orphan", identity.generation));
                return 0;
            }
            if (message.value().kind == ControlKind::reopen_logs) journal.note(numbered("reopen", identity.generation));
            if (message.value().kind != ControlKind::drain) continue;
            journal.note(numbered("drain", identity.generation) + numbered(" for", message.value().value));
            return 0;
        }
    }

    std::function<int(WorkerIdentity&)> work = [this](WorkerIdentity& identity) {
        report_ready(identity);
        return serve_until_drained(identity);
    };
    std::function<void(const std::string&)> when = [](const std::string&) {};
    std::function<bool()> boot = [] { return true; };  // of a template; false: it fails
    bool is_suitable = true;
    std::function<bool()> lets_drain = [] { return true; };
    std::function<void(int64_t)> before_wait = [](int64_t) {};  // gets the timeout in ms

    SharedState state;
    Inboxes inboxes;
    std::unique_ptr<Master> master;
    Journal journal;
    std::vector<std::string> events;
    std::vector<WorkerExit> errors;
    std::vector<WorkerExit> stops;
    Lines logged_errors;

private:
    void announce(const std::string& event) {
        events.push_back(event);
        when(event);
    }
    void on_start() override { announce("start"); }
    void on_manager_start() override { announce("manager start"); }
    void on_workers_ready() override { announce("workers ready"); }
    void on_worker_error(const WorkerExit& exit) override {
        errors.push_back(exit);
        announce("worker error");
    }
    void on_worker_stop(const WorkerExit& exit) override {
        stops.push_back(exit);
        announce("worker stop");
    }
    void on_before_reload() override { announce("before reload"); }
    void on_after_reload() override { announce("after reload"); }
    void on_before_shutdown() override { announce("before shutdown"); }
    bool may_drain() override { return lets_drain(); }
    void wait(int fd, int64_t timeout_ms) override {
        before_wait(timeout_ms);
        MasterEvents::wait(fd, timeout_ms);
    }
    void on_manager_stop() override { announce("manager stop"); }
    void on_shutdown() override { announce("shutdown"); }
    void on_reopen_log() override { announce("reopen log"); }
    void write(LogLevel level, Bytes text) override {
        if (level == LogLevel::error) logged_errors.emplace_back(text);
    }

    Log log_;
};

}  // namespace tern::proc::test
