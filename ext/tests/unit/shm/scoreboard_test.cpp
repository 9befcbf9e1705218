#include "shm/scoreboard.h"

#include <csignal>
#include <doctest/doctest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::shm;

namespace {

ChildRequest request_for(Bytes uri) {
    ChildRequest request;
    request.method = "GET";
    request.uri = uri;
    return request;
}

std::string uri_of(const Scoreboard& board, uint32_t number) {
    ChildSnapshot snapshot;
    board.child(number).read(snapshot);
    return std::string(snapshot.request.uri);
}

void add_all(Scoreboard& board) {
    for (uint32_t i = 0; i < board.most(); ++i) CHECK(board.child(i).add(0, 1));
}

}  // namespace

TEST_CASE("scoreboard: its size has limits") {
    Scoreboard board;
    CHECK(board.create(0) == Error::invalid_params);
    CHECK(board.create(Scoreboard::kMost + 1) == Error::invalid_params);
    REQUIRE(board.create(2) == Error::ok);
    CHECK(board.most() == 2);
    CHECK(!board.child(1).exists());
}

TEST_CASE("scoreboard: a request has a child of its worker") {
    Scoreboard board;
    REQUIRE(board.create(5) == Error::ok);
    add_all(board);
    board.attach(1, 2, 42);
    PoolChild* first = board.begin(request_for("/a"));
    REQUIRE(first != nullptr);
    CHECK(board.number_of(*first) == 1);
    CHECK(first->is_active());
    const std::string longer(1000, 'u');
    PoolChild* second = board.begin(request_for(longer));
    REQUIRE(second != nullptr);
    CHECK(board.number_of(*second) == 3);
    CHECK(uri_of(board, 3) == longer.substr(0, 127));
    CHECK(board.begin(request_for("/c")) == nullptr);
    CHECK(board.counts().accepted == 3);
    CHECK(board.counts().active == 3);
    board.end(nullptr, {});
    board.end(first, {7, 1 << 20, 12.5});
    CHECK(board.counts().active == 1);
    CHECK(board.counts().most_active == 3);
    CHECK(board.counts().memory_peak == 1 << 20);
    ChildSnapshot snapshot;
    first->read(snapshot);
    CHECK(snapshot.stage == ChildStage::idle);
    CHECK(snapshot.pid == 42);
    CHECK(snapshot.requests == 1);
    CHECK(snapshot.figures.duration_us == 7);
    CHECK(snapshot.figures.cpu == 12.5);
    CHECK(snapshot.request.method == "GET");
    CHECK(snapshot.request.uri == "/a");
    CHECK(board.begin(request_for("")) == first);
    CHECK(uri_of(board, 1).empty());
}

TEST_CASE("scoreboard: the child that was used last is the next one, and one that is gone is not") {
    Scoreboard board;
    REQUIRE(board.create(3) == Error::ok);
    add_all(board);
    board.attach(0, 1, 1);
    CHECK(board.child(0).remove());
    CHECK(!board.child(0).remove());
    PoolChild* child = board.begin(request_for("/"));
    REQUIRE(child != nullptr);
    CHECK(board.number_of(*child) == 1);
    CHECK(!child->remove());  // it is not idle
    board.end(child, {});
    CHECK(board.begin(request_for("/")) == child);
}

TEST_CASE("scoreboard: a new child takes the place of an idle one of another worker") {
    Scoreboard board;
    REQUIRE(board.create(2) == Error::ok);
    CHECK(board.child(1).add(7, 1));
    board.attach(0, 2, 1);
    PoolChild* child = board.begin(request_for("/"));
    REQUIRE(child != nullptr);
    CHECK(board.number_of(*child) == 0);
    CHECK(!board.child(1).exists());
    CHECK(child->is_active());
}

TEST_CASE("scoreboard: a worker corrects what a killed one has left") {
    Scoreboard board;
    REQUIRE(board.create(2) == Error::ok);
    add_all(board);
    int begun[2];
    REQUIRE(pipe(begun) == 0);
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        board.attach(0, 1, getpid());
        char told = board.begin(request_for("/lost")) == nullptr ? 'n' : 'y';
        (void)!write(begun[1], &told, 1);
        for (;;) pause();
    }
    char told = 0;
    REQUIRE(read(begun[0], &told, 1) == 1);
    CHECK(told == 'y');
    CHECK(board.child(0).is_active());
    CHECK(uri_of(board, 0) == "/lost");
    CHECK(kill(pid, SIGKILL) == 0);
    CHECK(waitpid(pid, nullptr, 0) == pid);
    board.attach(0, 1, 5);
    CHECK(!board.child(0).is_active());
    CHECK(uri_of(board, 0).empty());
    CHECK(board.counts().active == 0);
    CHECK(board.counts().accepted == 1);
    close(begun[0]);
    close(begun[1]);
}

TEST_CASE("pool child: a stage that the page has reached") {
    Scoreboard board;
    REQUIRE(board.create(1) == Error::ok);
    PoolChild& child = board.child(0);
    CHECK(child.add(1, 1));
    CHECK(!child.add(1, 1));
    CHECK(!child.is_active());
    CHECK(child.begin(request_for("/")));
    CHECK(!child.begin(request_for("/")));
    child.note_stage(ChildStage::finishing);
    CHECK(child.stage() == ChildStage::finishing);
    CHECK(child.is_active());
}
