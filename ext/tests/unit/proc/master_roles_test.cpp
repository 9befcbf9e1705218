// Masters with workers of several kinds.
#include <csignal>

#include "proc/master.h"
#include "scenario.h"

using namespace tern;
using namespace tern::proc;
using tern::proc::test::contains;
using tern::proc::test::Lines;
using tern::proc::test::place_of;
using tern::proc::test::Scenario;

TEST_CASE("a reload of task workers leaves the others alone") {
    Scenario scenario(Roster{.events = 1, .tasks = 2, .users = 1});
    SUBCASE("by call") {
        scenario.when = [&](const std::string& event) {
            if (event == "workers ready") scenario.master->reload(true);
            if (event == "after reload") scenario.master->shutdown();
        };
    }
    SUBCASE("by signal") {
        scenario.when = [&](const std::string& event) {
            if (event == "workers ready") raise(SIGUSR2);
            if (event == "after reload") scenario.master->shutdown();
        };
    }
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    // Generations 2 and 3 are the task workers, 5 and 6 come after them; the rest ends by the shutdown.
    CHECK(contains(lines, "drain 2 for 1"));
    CHECK(contains(lines, "drain 3 for 1"));
    CHECK(contains(lines, "drain 1 for 2"));
    CHECK(contains(lines, "drain 5 for 2"));
    CHECK(contains(lines, "drain 6 for 2"));
    CHECK_FALSE(contains(lines, "ready 7"));
}

TEST_CASE("a reload leaves the program's own processes alone, and includes task workers") {
    Scenario scenario(Roster{.events = 1, .tasks = 1, .users = 1});
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    CHECK(contains(lines, "drain 1 for 1"));
    CHECK(contains(lines, "drain 2 for 1"));
    CHECK_FALSE(contains(lines, "drain 3 for 1"));
    CHECK_FALSE(contains(lines, "ready 6"));
}

TEST_CASE("a reload of all that is asked for during one of the task workers follows it") {
    Scenario scenario(Roster{.events = 1, .tasks = 1});
    int reloads = 0;
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload(true);
        if (event == "before reload" && reloads == 0) scenario.master->reload();
        if (event == "before reload") ++reloads;
        if (event == "after reload" && reloads == 2) scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    Lines lines = scenario.journal.all();
    CHECK(contains(lines, "drain 2 for 1"));
    CHECK(contains(lines, "drain 1 for 1"));
    CHECK(contains(lines, "drain 3 for 1"));
}

TEST_CASE("a shutdown ends task workers when nobody is left who could give them more to do") {
    Scenario scenario(Roster{.events = 2, .tasks = 1});
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "drain 3 for 2") > place_of(lines, "drain 1 for 2"));
    CHECK(place_of(lines, "drain 3 for 2") > place_of(lines, "drain 2 for 2"));
}

TEST_CASE("a shutdown goes through its phases in order, whatever is requested meanwhile") {
    using Phase = Master::Phase;
    Scenario scenario(Roster{.events = 1, .tasks = 1});
    std::vector<Phase> phases;
    int asked = 0;
    scenario.when = [&](const std::string& event) {
        phases.push_back(scenario.master->phase());
        if (event == "workers ready") {
            scenario.master->shutdown();
            CHECK(scenario.master->phase() == Phase::shutdown_requested);
        }
        if (event != "before shutdown") return;
        scenario.master->reload();
        scenario.master->upgrade();
        scenario.master->shutdown();
        CHECK(scenario.master->phase() == Phase::before_shutdown);
    };
    scenario.lets_drain = [&] {
        CHECK(scenario.master->phase() == Phase::before_shutdown);
        scenario.master->reload(true);  // so there is a next step at once
        return ++asked == 3;
    };
    CHECK(scenario.master->phase() == Phase::serving);
    CHECK(scenario.run() == 0);
    CHECK(asked == 3);
    CHECK(scenario.events == Lines{"start", "manager start", "workers ready", "before shutdown", "worker stop",
                                   "worker stop", "manager stop", "shutdown"});
    CHECK(phases == std::vector<Phase>{Phase::serving, Phase::serving, Phase::serving, Phase::before_shutdown,
                                       Phase::draining, Phase::draining_tasks, Phase::draining_tasks,
                                       Phase::draining_tasks});
    CHECK(scenario.master->tasks_leave());
}

TEST_CASE("a pool that ends starts no processes, also while a reload waits for its turn") {
    MasterOptions options;
    options.reloads_users = true;
    Scenario scenario(2, options);
    int asked = 0;
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload();
        if (event == "before reload") scenario.master->shutdown();
    };
    scenario.lets_drain = [&] {
        if (asked == 0) {
            for (std::string line; line != "ready 3" && line != "silence";) line = scenario.journal.next();
        }
        scenario.master->reload(true);  // so there is a next step at once
        return ++asked == 5;
    };
    CHECK(scenario.run() == 0);
    CHECK(asked == 5);
    CHECK_FALSE(contains(scenario.journal.all(), "ready 4"));
}

TEST_CASE("a shutdown leaves a task worker until the one that it replaces has gone, whose post comes to it") {
    Scenario scenario(Roster{.events = 1, .tasks = 1});
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        (void)scenario.serve_until_drained(identity);
        if (identity.generation != 2) return 0;
        while (scenario.state.current_slot(0) >= 0) (void)poll(nullptr, 0, 1);
        scenario.journal.note("left 2");
        return 0;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") scenario.master->reload(true);
        if (event == "after reload") scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "drain 3 for 2") > place_of(lines, "left 2"));
}

TEST_CASE("a reload of task workers where there are none is nothing") {
    Scenario scenario(1);
    scenario.when = [&](const std::string& event) {
        if (event != "workers ready") return;
        scenario.master->reload(true);
        scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK_FALSE(scenario.announced("before reload"));
}

TEST_CASE("a process of the program's own may end, and is started again") {
    Scenario scenario(Roster{.events = 1, .users = 1});
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        if (identity.worker_id == 1 && identity.generation == 2) return 0;
        if (identity.worker_id == 1) kill(identity.master_pid, SIGTERM);
        return scenario.serve_until_drained(identity);
    };
    CHECK(scenario.run() == 0);
    CHECK(scenario.errors.empty());
    CHECK(contains(scenario.journal.all(), "ready 3"));
}

TEST_CASE("a process on demand runs when it is asked for, and is replaced until it is not wanted any more") {
    MasterOptions options;
    options.on_demand = {1};
    Scenario scenario(Roster{.events = 1, .users = 1}, options);
    int ends = 0;
    scenario.work = [&](WorkerIdentity& identity) {
        scenario.report_ready(identity);
        if (identity.worker_id == 0) return scenario.serve_until_drained(identity);
        if (identity.generation == 3) (void)identity.control.send({ControlKind::ask_no_more, 1});
        return 0;
    };
    scenario.when = [&](const std::string& event) {
        if (event == "workers ready") CHECK(scenario.master->want_worker(1, 1) == Error::ok);
        if (event.starts_with("worker stop") && ++ends == 2) scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    const Lines lines = scenario.journal.all();
    CHECK(place_of(lines, "ready 2") > place_of(lines, "ready 1"));
    CHECK(contains(lines, "ready 3"));
    CHECK_FALSE(contains(lines, "ready 4"));
}

TEST_CASE("a process on demand that was never asked for does not run, and others cannot be asked for") {
    MasterOptions options;
    options.on_demand = {1};
    Scenario scenario(Roster{.events = 1, .users = 1}, options);
    scenario.when = [&](const std::string& event) {
        if (event != "workers ready") return;
        CHECK(scenario.master->want_worker(0, 1) == Error::invalid_params);
        CHECK(scenario.master->want_worker(2, 1) == Error::invalid_params);
        CHECK(scenario.master->stop_worker(1) == Error::ok);
        scenario.master->shutdown();
    };
    CHECK(scenario.run() == 0);
    CHECK_FALSE(contains(scenario.journal.all(), "ready 2"));
}
