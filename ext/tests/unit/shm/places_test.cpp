#include "shm/places.h"

#include <csignal>
#include <doctest/doctest.h>
#include <initializer_list>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using tern::shm::Places;

namespace {

// A child that takes one and then waits to be killed.
pid_t child_that_takes(Places& places) {
    int told[2];
    REQUIRE(pipe(told) == 0);
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        char taken = places.try_take(0) ? 'y' : 'n';
        (void)!write(told[1], &taken, 1);
        for (;;) pause();
    }
    char taken = 0;
    REQUIRE(read(told[0], &taken, 1) == 1);
    CHECK(taken == 'y');
    close(told[0]);
    close(told[1]);
    return pid;
}

}  // namespace

TEST_CASE("places are taken and given back") {
    Places places;
    CHECK(places.create(0) == Error::invalid_params);
    CHECK(places.create(Places::kMost + 1) == Error::invalid_params);
    REQUIRE(places.create(2) == Error::ok);
    CHECK(places.try_take(0));
    CHECK(places.try_take(1));
    CHECK_FALSE(places.wanted());
    CHECK_FALSE(places.try_take(2));
    CHECK(places.wanted());
    CHECK_FALSE(places.starved());
    CHECK(places.taken() == 2);
    places.give_back();
    CHECK(places.taken() == 1);
    CHECK(places.try_take(1));
    places.give_back();
    places.give_back();
    places.give_back();
    CHECK(places.taken() == 0);
}

TEST_CASE("a killed process leaves its places to others") {
    Places places;
    REQUIRE(places.create(1) == Error::ok);
    const pid_t pid = child_that_takes(places);
    CHECK(places.taken() == 1);
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    CHECK(places.try_take(0));
}

TEST_CASE("while a process has none, others get no more") {
    Places places;
    REQUIRE(places.create(2) == Error::ok);
    const pid_t pid = child_that_takes(places);
    const pid_t other = child_that_takes(places);
    CHECK_FALSE(places.try_take(0));
    CHECK(places.starved());
    CHECK_FALSE(places.try_take(1));
    for (pid_t one : {pid, other}) {
        kill(one, SIGKILL);
        waitpid(one, nullptr, 0);
    }
}
