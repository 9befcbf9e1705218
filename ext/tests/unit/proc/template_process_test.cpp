// Workers that are forked from a template.
#include <csignal>
#include <cstdio>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "proc/descriptor_line.h"
#include "proc/end_with_master.h"
#include "proc/open_resources.h"
#include "scenario.h"

using namespace tern;
using namespace tern::proc;
using tern::proc::test::contains;
using tern::proc::test::Lines;
using tern::proc::test::place_of;
using tern::proc::test::Scenario;

namespace {

MasterOptions with_template() {
    MasterOptions options;
    options.has_template = true;
    return options;
}

auto count_templates(const Lines& lines) { return std::count(lines.begin(), lines.end(), "template"); }

// What a worker knows: whether it is a child of the master, as it is told, and has what the template made.
struct Seen {
    Scenario& scenario;
    int made = 0;

    void watch(pid_t master) {
        scenario.boot = [this] { return ++made == 1; };
        scenario.work = [this, master](WorkerIdentity& identity) {
            const bool is_child = getppid() == master && identity.master_pid == master;
            scenario.journal.note(is_child && made == 1 ? "a child with the program" : "something else");
            scenario.report_ready(identity);
            return scenario.serve_until_drained(identity);
        };
    }
};

bool adopts() {
    int is_subreaper = 0;
    REQUIRE(prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper) == 0);
    return is_subreaper != 0;
}

// A message of the channel, as an impostor writes it.
struct RawMessage {
    uint32_t kind;
    pid_t pid;
    TemplateFork worker;
};
constexpr uint32_t kForked = 2;
constexpr uint32_t kWorker = 4;

}  // namespace

TEST_CASE("workers are forked from a template, and are children of the master") {
    Scenario scenario(Roster{.events = 2, .tasks = 1}, with_template());
    Seen seen{scenario};
    seen.watch(getpid());
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    const bool adopted = adopts();
    CHECK(scenario.run() == 0);
    CHECK(adopts() == adopted);
    const Lines lines = scenario.journal.all();
    CHECK(count_templates(lines) == 1);
    CHECK(std::count(lines.begin(), lines.end(), "a child with the program") == 2);
    CHECK(std::count(lines.begin(), lines.end(), "something else") == 1);  // the task worker
    CHECK(scenario.stops.size() == 3);
    CHECK(scenario.errors.empty());
}

TEST_CASE("a worker that dies is forked from the template, and a reload makes a new one") {
    Scenario scenario(1, with_template());
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") kill(scenario.state.slot(0).pid.load(), SIGKILL);
        if (event == "worker stop" && scenario.stops.size() == 1) scenario.master->reload();
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(count_templates(lines) == 2);
    CHECK(contains(lines, "ready 2"));
}

TEST_CASE("where a template is of no use, workers are forked from the master") {
    Scenario scenario(2, with_template());
    SUBCASE("it fails") {
        scenario.boot = [] { return false; };
    }
    SUBCASE("it has something that cannot be shared") { scenario.is_suitable = false; }
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(count_templates(lines) == 1);
    CHECK(contains(lines, "ready 1"));
    CHECK(contains(lines, "ready 2"));
    CHECK(scenario.errors.empty());
}

TEST_CASE("a template that takes too long is killed") {
    MasterOptions options = with_template();
    options.start_timeout_ms = 1;
    Scenario scenario(1, options);
    scenario.boot = [] {
        for (;;) (void)pause();
        return true;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(contains(scenario.journal.all(), "ready 1"));
}

TEST_CASE("the master sleeps while a reload waits for its template") {
    Scenario scenario(1, with_template());
    int line[2];
    REQUIRE(pipe(line) == 0);
    bool reloads = false;
    bool is_released = false;
    int turns = 0;
    scenario.boot = [&] {
        char byte = 0;
        return !reloads || read(line[0], &byte, 1) == 1;
    };
    scenario.before_wait = [&](int64_t timeout_ms) {
        if (!reloads || is_released || (timeout_ms == 0 && ++turns < 1000)) return;
        is_released = write(line[1], "", 1) == 1;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "before reload") reloads = true;
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK(turns < 1000);
    close(line[0]);
    close(line[1]);
}

TEST_CASE("what the C library has buffered is written once, whoever forks") {
    Scenario scenario(2, with_template());
    int line[2];
    REQUIRE(pipe(line) == 0);
    FILE* file = fdopen(line[1], "w");
    std::fputs("master ", file);
    scenario.boot = [file] { return std::fputs("template ", file) >= 0; };
    scenario.work = [&, file](WorkerIdentity& identity) {
        (void)std::fflush(file);
        scenario.report_ready(identity);
        return scenario.serve_until_drained(identity);
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    std::fclose(file);
    char text[128];
    const ssize_t length = read(line[0], text, sizeof text);
    CHECK(std::string(text, static_cast<size_t>(std::max<ssize_t>(length, 0))) == "master template ");
    close(line[0]);
}

TEST_CASE("a template that reads nothing does not stop the master") {
    const pid_t master = getpid();
    TemplateProcess process;
    REQUIRE(process.enable() == Error::ok);
    const Result<Fd> started = process.start(monotonic_ms(), 60'000);
    REQUIRE(started.ok());
    if (started.value().open()) {
        end_with_master(master, SIGKILL);
        for (;;) (void)pause();
    }
    for (int i = 0; i < 10'000; ++i) process.reopen_logs();
    process.end();
}

TEST_CASE("a template cannot have the master signal a process that is no child of it") {
    TemplateProcess process;
    REQUIRE(process.enable() == Error::ok);
    Result<Fd> started = process.start(monotonic_ms(), 60'000);
    REQUIRE(started.ok());
    if (started.value().open()) {
        const Fd again(dup(started.value().get()));
        TemplateChannel channel(std::move(started.value()), getppid());
        channel.report(true);
        const RawMessage message{kForked, 1, {}};
        (void)send(again.get(), &message, sizeof message, 0);
        for (;;) (void)pause();
    }
    pollfd readable{process.fd(), POLLIN, 0};
    REQUIRE(poll(&readable, 1, -1) == 1);
    REQUIRE(process.receive(monotonic_ms()) == TemplateProcess::Event::ready);
    const Fd control(dup(STDERR_FILENO));
    CHECK(!process.fork({}, control.get(), monotonic_ms()).ok());
    process.end();
}

TEST_CASE("a worker whose number does not reach the master does not run") {
    int ends[2];
    int line[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    REQUIRE(pipe(line) == 0);
    const RawMessage message{kWorker, 0, {}};
    const iovec part{const_cast<RawMessage*>(&message), sizeof message};
    DescriptorLine master;
    master.writer = Fd(ends[0]);
    REQUIRE(master.send({&part, 1}, STDERR_FILENO) == Error::ok);
    REQUIRE(shutdown(ends[0], SHUT_RD) == 0);
    const pid_t pid = fork();
    if (pid == 0) {
        TemplateChannel channel(Fd(ends[1]), getppid());
        const bool runs = channel.next(-1).kind == TemplateChannel::Next::Kind::worker;
        _exit(runs && write(line[1], "", 1) == 1 ? 0 : 1);
    }
    close(ends[1]);
    close(line[1]);
    waitpid(pid, nullptr, 0);
    char byte = 0;
    CHECK(read(line[0], &byte, 1) == 0);  // when the worker has ended, too
    close(line[0]);
}

TEST_CASE("a template reopens its logs") {
    Scenario scenario(1, with_template());
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") raise(SIGHUP);
        if (event == "reopen log") scenario.master->shutdown();
    };
    std::string line;
    scenario.lets_drain = [&] {
        while (line != "template reopens" && line != "silence") line = scenario.journal.next();
        return true;
    };
    CHECK(scenario.run() == 0);
    CHECK(line == "template reopens");
}

TEST_CASE("what processes cannot share is found: sockets, files, threads") {
    const OpenResources before = OpenResources::find();
    CHECK(OpenResources::find().new_since(before).empty());
    SUBCASE("a socket") {
        const Fd socket(::socket(AF_INET, SOCK_STREAM, 0));
        CHECK(OpenResources::find().new_since(before).starts_with("a socket (socket:["));
    }
    SUBCASE("a file that is read") {
        const Fd file(::open("/proc/self/exe", O_RDONLY));
        CHECK(OpenResources::find().new_since(before).starts_with("a file ("));
    }
    SUBCASE("a number that stands for another one now") {
        Fd first(::open("/dev/null", O_RDONLY));
        const OpenResources with_first = OpenResources::find();
        const int number = first.get();
        first = Fd();
        const Fd second(::socket(AF_INET, SOCK_STREAM, 0));
        REQUIRE(second.get() == number);
        CHECK(OpenResources::find().new_since(with_first).starts_with("a socket"));
    }
    SUBCASE("a thread") {
        int line[2];
        REQUIRE(pipe(line) == 0);
        const OpenResources with_pipe = OpenResources::find();
        pthread_t thread;
        auto wait = [](void* end) -> void* {
            char byte = 0;
            (void)!read(*static_cast<int*>(end), &byte, 1);
            return nullptr;
        };
        REQUIRE(pthread_create(&thread, nullptr, wait, &line[0]) == 0);
        CHECK(OpenResources::find().new_since(with_pipe) == "a thread");
        close(line[1]);
        pthread_join(thread, nullptr);
        close(line[0]);
    }
    SUBCASE("but not standard error once more") {
        int line[2];
        REQUIRE(pipe(line) == 0);
        const Fd usual(dup(STDERR_FILENO));
        REQUIRE(dup2(line[1], STDERR_FILENO) == STDERR_FILENO);
        const OpenResources with_pipe = OpenResources::find();
        const Fd again(dup(STDERR_FILENO));
        const std::string of_writer = OpenResources::find().new_since(with_pipe);
        const Fd reader(dup(line[0]));
        const std::string of_reader = OpenResources::find().new_since(with_pipe);
        REQUIRE(dup2(usual.get(), STDERR_FILENO) == STDERR_FILENO);
        CHECK(of_writer.empty());
        CHECK(of_reader.starts_with("a pipe"));
        close(line[0]);
        close(line[1]);
    }
    SUBCASE("but not what they can share") {
        const Fd zero(::open("/dev/urandom", O_RDONLY));
        CHECK(OpenResources::find().new_since(before).empty());
    }
}
