#include "proc/master.h"

#include <algorithm>
#include <dirent.h>
#include <sys/wait.h>

#include "scenario.h"

using namespace tern;
using namespace tern::proc;
using tern::proc::test::contains;
using tern::proc::test::Lines;
using tern::proc::test::place_of;
using tern::proc::test::Scenario;

namespace {

auto handler_of(int number) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    return reinterpret_cast<uintptr_t>(action.sa_handler);
}

bool signal_is_default(int number) {
    struct sigaction action {};
    sigset_t blocked;
    return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL &&
           sigprocmask(SIG_BLOCK, nullptr, &blocked) == 0 && sigismember(&blocked, number) == 0;
}

int count_epolls() {
    int count = 0;
    DIR* directory = opendir("/proc/self/fd");
    while (dirent* entry = readdir(directory)) {
        char target[64] = "";
        std::string path = std::string("/proc/self/fd/") + entry->d_name;
        if (readlink(path.c_str(), target, sizeof target - 1) > 0 && std::string(target) == "anon_inode:[eventpoll]") {
            ++count;
        }
    }
    closedir(directory);
    return count;
}

}  // namespace

TEST_CASE("a master starts its workers, drains them and announces each step in order") {
    Scenario scenario(2);
    auto handler_before = handler_of(SIGTERM);
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.events == Lines{"start", "manager start", "workers ready", "before shutdown", "worker stop",
                                   "worker stop", "manager stop", "shutdown"});
    Lines lines = scenario.journal.all();
    CHECK(lines.size() == 4);
    CHECK(contains(lines, "drain 1 for 2"));
    CHECK(contains(lines, "drain 2 for 2"));
    CHECK(scenario.errors.empty());
    CHECK(handler_of(SIGTERM) == handler_before);
}

TEST_CASE("a worker starts with default signals and without the master's descriptors") {
    Scenario scenario(1);
    int epolls_before = count_epolls();
    scenario.work = [&](WorkerIdentity& identity) {
        bool clean = signal_is_default(SIGTERM) && signal_is_default(SIGCHLD) && signal_is_default(SIGUSR1);
        scenario.journal.note(clean ? "signals default" : "signals kept");
        scenario.journal.note(count_epolls() == epolls_before ? "no epoll" : "epoll kept");
        scenario.journal.note(identity.master_pid == getppid() ? "my master" : "not my master");
        kill(identity.master_pid, SIGTERM);
        return scenario.serve_until_drained(identity);
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.journal.all() == Lines{"signals default", "no epoll", "my master", "drain 1 for 2"});
}

TEST_CASE("a crashed worker is reported, swept up and replaced on its slot") {
    Scenario scenario(1);
    int64_t session = 0;
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        if (identity.generation > 1) {
            scenario.journal.note(test::numbered("slot", identity.slot));
            kill(identity.master_pid, SIGTERM);
            return scenario.serve_until_drained(identity);
        }
        (void)scenario.state.sessions().allocate(identity.generation, 0, {});
        scenario.state.slot(identity.slot).request_count.add(41);
        scenario.journal.note(test::numbered("slot", identity.slot));
        raise(SIGKILL);
        return 0;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "worker error") session = scenario.state.sessions().owner_of(1) + 1000;
    };
    CHECK(scenario.run() == 0);
    REQUIRE(scenario.errors.size() == 1);
    CHECK(scenario.errors[0].worker_id == 0);
    CHECK(scenario.errors[0].signal == SIGKILL);
    CHECK(session == 1000);  // released before the program is told
    CHECK(scenario.state.totals().request_count == 41);
    CHECK(scenario.journal.all() == Lines{"ready 1", "slot 0", "ready 2", "slot 0", "drain 2 for 2"});
}

TEST_CASE("workers that never get ready are tried again, and their exit code is told") {
    Scenario scenario(1);
    scenario.work = [](WorkerIdentity&) { return 7; };
    scenario.when = [&](const std::string&) {
        if (scenario.errors.size() == 3) scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    REQUIRE(scenario.errors.size() == 3);
    for (const WorkerExit& exit : scenario.errors) CHECK(exit.exit_code == 7);
    CHECK_FALSE(scenario.announced("workers ready"));
}

TEST_CASE("a worker stands in for a program that fails, until a new process is ready") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        if (identity.failed_starts == 0 && identity.generation < 4) return 7;
        scenario.journal.note(test::numbered("failed", identity.failed_starts) +
                              (identity.replaces ? ", replaces" : ""));
        const bool stands_in = identity.failed_starts > 0;
        (void)identity.control.send({ControlKind::ready, stands_in ? 1 : 0});
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "failed 1") < place_of(lines, "failed 0, replaces"));
    CHECK(contains(lines, "drain 2 for 3"));  // recycled
}

TEST_CASE("a reload starts the new process before it drains the old one, slot by slot") {
    Scenario scenario(2);
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") kill(getpid(), SIGUSR1);
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "ready 3") < place_of(lines, "drain 1 for 1"));
    CHECK(place_of(lines, "ready 4") < place_of(lines, "drain 2 for 1"));
    CHECK(place_of(lines, "ready 3") < place_of(lines, "ready 4"));
    CHECK(contains(lines, "drain 3 for 2"));
    CHECK(contains(lines, "drain 4 for 2"));
    CHECK(lines.size() == 8);
    CHECK(std::count(scenario.events.begin(), scenario.events.end(), "before reload") == 1);
}

TEST_CASE("a reload asked for during a reload happens once, afterwards") {
    Scenario scenario(1);
    int finished = 0;
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        // Two more while the first is under way.
        if (event == "before reload" && finished == 0) {
            kill(getpid(), SIGUSR1);
            kill(getpid(), SIGUSR1);
        }
        if (event == "after reload" && ++finished == 2) scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(finished == 2);
    Lines lines = scenario.journal.all();
    CHECK(contains(lines, "drain 2 for 1"));
    CHECK(contains(lines, "drain 3 for 2"));
    CHECK_FALSE(contains(lines, "ready 4"));
}

TEST_CASE("a reload whose new process fails leaves the old workers at work") {
    Scenario scenario(2);
    scenario.work = [&](WorkerIdentity& identity) {
        if (identity.generation > 2) return 1;
        scenario.report_ready(identity);
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    CHECK(lines.size() == 4);
    CHECK(contains(lines, "drain 1 for 2"));
    CHECK(contains(lines, "drain 2 for 2"));
    CHECK(scenario.errors.size() == 1);
}

TEST_CASE("a replacement that a stop ends before it is ready has not failed") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        if (identity.generation == 2)
            kill(getppid(), SIGTERM);
        else
            scenario.report_ready(identity);
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.stops.size() == 2);
    CHECK(scenario.logged_errors == Lines{});
}

TEST_CASE("a worker that asks to be recycled goes when its successor is ready") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        if (identity.generation == 1) (void)identity.control.send({ControlKind::recycle_me, 0});
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "worker stop") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.journal.all() == Lines{"ready 1", "ready 2", "drain 1 for 3", "drain 2 for 2"});
    CHECK_FALSE(scenario.announced("before reload"));
}

TEST_CASE("stop_worker replaces one worker") {
    Scenario scenario(2);
    CHECK(scenario.master->stop_worker(2) == Error::invalid_params);
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") CHECK(scenario.master->stop_worker(1) == Error::ok);
        if (event == "worker stop") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "ready 3") < place_of(lines, "drain 2 for 4"));
    CHECK(contains(lines, "drain 1 for 2"));
}

TEST_CASE("a worker that does not finish in time is killed") {
    MasterOptions options;
    options.max_wait_time_ms = 0;
    options.kill_grace_ms = 0;
    Scenario scenario(1, options);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        for (;;) pause();
        return 0;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    REQUIRE(scenario.stops.size() == 1);
    CHECK(scenario.stops[0].signal == SIGKILL);
    CHECK(scenario.errors.empty());
}

TEST_CASE("two stop signals at once are one request: workers may finish") {
    MasterOptions options;
    options.max_wait_time_ms = 3600 * 1000;
    options.insist_after_ms = 3600 * 1000;
    Scenario scenario(1, options);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") kill(getpid(), SIGTERM);
        if (event == "before shutdown") kill(getpid(), SIGTERM);
    };
    CHECK(scenario.run() == 0);
    REQUIRE(scenario.stops.size() == 1);
    CHECK(scenario.stops[0].signal == 0);
    CHECK(scenario.stops[0].exit_code == 0);
}

TEST_CASE("a stop signal later on does not wait for anybody") {
    MasterOptions options;
    options.max_wait_time_ms = 3600 * 1000;
    options.insist_after_ms = 0;
    Scenario scenario(1, options);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        for (;;) pause();
        return 0;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") kill(getpid(), SIGTERM);
        if (event == "before shutdown") kill(getpid(), SIGINT);
    };
    CHECK(scenario.run() == 0);
    REQUIRE(scenario.stops.size() == 1);
    CHECK(scenario.stops[0].signal == SIGKILL);
}

TEST_CASE("SIGHUP reopens logs in the master and its workers") {
    Scenario scenario(1);
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") kill(getpid(), SIGHUP);
        if (event == "reopen log") kill(getpid(), SIGTERM);
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.journal.all() == Lines{"ready 1", "reopen 1", "drain 1 for 2"});
}

TEST_CASE("the program's own children stay the program's") {
    pid_t own = fork();
    REQUIRE(own >= 0);
    if (own == 0) _exit(3);
    siginfo_t ended{};
    REQUIRE(waitid(P_PID, static_cast<id_t>(own), &ended, WEXITED | WNOWAIT) == 0);
    Scenario scenario(1);
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    int status = 0;
    CHECK(waitpid(own, &status, 0) == own);
    CHECK(WEXITSTATUS(status) == 3);
}

TEST_CASE("workers notice that their master was killed, also those it forked first") {
    Scenario scenario(2);
    pid_t master = fork();
    REQUIRE(master >= 0);
    if (master == 0) _exit(scenario.run());
    Lines ready = {scenario.journal.next(), scenario.journal.next()};
    CHECK(contains(ready, "ready 1"));
    CHECK(contains(ready, "ready 2"));
    kill(master, SIGKILL);
    waitpid(master, nullptr, 0);
    Lines orphans = {scenario.journal.next(), scenario.journal.next()};
    CHECK(contains(orphans, "orphan 1"));
    CHECK(contains(orphans, "orphan 2"));
}

namespace {

constexpr int kPatienceMs = 30'000;

// The work of one that waits for a message, and ends the master when it has come.
int note_message(Scenario& scenario, WorkerIdentity& identity) {
    Buffer room;
    Result<Message> message = scenario.inboxes.receive(identity.slot, room);
    while (!message && message.error() == Error::would_block) {
        pollfd readable{scenario.inboxes.ring_fd(identity.slot), POLLIN, 0};
        if (scenario.inboxes.sleep(identity.slot) && poll(&readable, 1, kPatienceMs) != 1) break;
        message = scenario.inboxes.receive(identity.slot, room);
    }
    scenario.journal.note(message ? std::string(message.value().payload) : "no message");
    kill(identity.master_pid, SIGTERM);
    return scenario.serve_until_drained(identity);
}

}  // namespace

TEST_CASE("post left by a drained worker reaches its successor") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.state.slot(identity.slot).status.store(shm::WorkerStatus::idle);
        scenario.report_ready(identity);
        if (identity.generation == 1) {
            // Written to itself and never read. The first goes with its sessions.
            (void)scenario.inboxes.send(identity.slot, {MessageKind::broadcast, 5, 0, 0}, "for its sessions");
            (void)scenario.inboxes.send(identity.slot, {MessageKind::pipe_message, 5, 0, 0}, "left over");
            return scenario.serve_until_drained(identity);
        }
        return note_message(scenario, identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
    };
    CHECK(scenario.run() == 0);
    CHECK(contains(scenario.journal.all(), "left over"));
}

TEST_CASE("so does what was written to its slot when it had left") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.state.slot(identity.slot).status.store(shm::WorkerStatus::idle);
        scenario.report_ready(identity);
        if (identity.generation == 1) return scenario.serve_until_drained(identity);
        return note_message(scenario, identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "worker stop" && scenario.stops.size() == 1)
            (void)scenario.inboxes.send(scenario.stops[0].slot, {MessageKind::pipe_message, 5, 0, 0}, "late");
    };
    CHECK(scenario.run() == 0);
    CHECK(contains(scenario.journal.all(), "late"));
}

TEST_CASE("a child of the program's own does not keep a dead master alive") {
    Scenario scenario(1);
    int hold[2];
    REQUIRE(pipe2(hold, O_CLOEXEC) == 0);
    scenario.when = [&](const std::string& event) {
        if (event != "workers ready" || fork() != 0) return;
        scenario.master->leave_in_child();
        close(hold[1]);
        scenario.journal.note("helper");
        char end = 0;
        _exit(read(hold[0], &end, 1) == 0 ? 0 : 1);
    };
    pid_t master = fork();
    REQUIRE(master >= 0);
    if (master == 0) _exit(scenario.run());
    CHECK(scenario.journal.next() == "ready 1");
    CHECK(scenario.journal.next() == "helper");
    kill(master, SIGKILL);
    waitpid(master, nullptr, 0);
    CHECK(scenario.journal.next() == "orphan 1");
    close(hold[0]);
    close(hold[1]);
}

TEST_CASE("a worker that dies while its replacement starts is succeeded by it") {
    Scenario scenario(1);
    scenario.work = [&](WorkerIdentity& identity) {
        if (identity.generation == 2) {
            kill(scenario.state.slot(0).pid.load(), SIGKILL);
            while (scenario.state.slot_of(1) >= 0) sched_yield();  // until the master has noticed
        }
        scenario.report_ready(identity);
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.journal.all() == Lines{"ready 1", "ready 2", "drain 2 for 2"});
    CHECK(scenario.errors.size() == 1);
}

TEST_CASE("a reload ends though the last worker of it is between two lives") {
    Scenario scenario(1);
    scenario.work = [](WorkerIdentity&) { return 1; };
    scenario.when = [&](const std::string& event) {
        // Three failures: the next start is some time away when the reload looks at the slot.
        if (event == "worker error" && scenario.errors.size() == 3) scenario.master->reload();
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.announced("after reload"));
}
