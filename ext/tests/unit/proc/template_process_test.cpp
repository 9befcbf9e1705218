// Workers that are forked from a template.
#include <csignal>
#include <sys/socket.h>

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

}  // namespace

TEST_CASE("workers are forked from a template, and are children of the master") {
    Scenario scenario(Roster{.events = 2, .tasks = 1}, with_template());
    Seen seen{scenario};
    seen.watch(getpid());
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
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
    SUBCASE("but not what they can share") {
        const Fd zero(::open("/dev/urandom", O_RDONLY));
        CHECK(OpenResources::find().new_since(before).empty());
    }
}
