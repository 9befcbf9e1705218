#include "shm/process_lock.h"

#include <csignal>
#include <doctest/doctest.h>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "shm/file_lock.h"

using namespace tern;
using shm::FileLock;
using shm::Lock;
using shm::ProcessLock;
using shm::Taken;
using Mode = shm::Lock::Mode;
using Waiting = shm::Lock::Waiting;

namespace {

// A child that does something, says so, and then waits to be killed.
class Child {
public:
    explicit Child(const std::function<bool()>& work) {
        int told[2];
        REQUIRE(pipe(told) == 0);
        pid_ = fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) {
            char answer = work() ? 'y' : 'n';
            (void)!write(told[1], &answer, 1);
            for (;;) pause();
        }
        fd_ = told[0];
        close(told[1]);
    }
    ~Child() {
        kill();
        close(fd_);
    }
    char answer() const {
        char answer = 0;
        (void)!read(fd_, &answer, 1);
        return answer;
    }
    // Without waiting for it: it is a zombie.
    void kill() {
        if (pid_ > 0) ::kill(pid_, SIGKILL);
        siginfo_t info;
        if (pid_ > 0) waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
        if (zombie_) waitpid(pid_, nullptr, 0);
        if (zombie_) pid_ = 0;
        zombie_ = true;
    }

private:
    pid_t pid_ = 0;
    int fd_ = -1;
    bool zombie_ = false;
};

bool try_it(Lock& lock, Mode mode) {
    return lock.prepare() == Error::ok && lock.try_take(mode, Waiting::no) != Taken::no;
}

bool others_get(Lock& lock, Mode mode) {
    return Child([&] { return try_it(lock, mode); }).answer() == 'y';
}

void check_modes(Lock& lock) {
    CHECK(try_it(lock, Mode::exclusive));
    CHECK(lock.has_alone());
    CHECK_FALSE(try_it(lock, Mode::exclusive));
    CHECK_FALSE(try_it(lock, Mode::shared));
    CHECK_FALSE(others_get(lock, Mode::exclusive));
    CHECK_FALSE(others_get(lock, Mode::shared));
    CHECK(lock.take(Mode::exclusive, monotonic_ms() + 1) == Taken::no);
    lock.give_back();
    CHECK_FALSE(lock.has_alone());
    CHECK(try_it(lock, Mode::shared));
    CHECK(try_it(lock, Mode::shared));
    lock.share_again();
    CHECK(lock.times_shared() == 3);
    CHECK(others_get(lock, Mode::shared));
    CHECK_FALSE(try_it(lock, Mode::exclusive));
    lock.give_back();
    lock.give_back();
    CHECK_FALSE(others_get(lock, Mode::exclusive));
    lock.give_back();
    CHECK(others_get(lock, Mode::exclusive));
}

void check_child_has_nothing(Lock& lock) {
    REQUIRE(try_it(lock, Mode::exclusive));
    CHECK(Child([&] {
              return lock.prepare() == Error::ok && !lock.has_alone() && lock.times_shared() == 0;
          }).answer() == 'y');
    CHECK_FALSE(others_get(lock, Mode::shared));
    lock.give_back();
}

}  // namespace

TEST_CASE("a process lock is had alone or shared") {
    ProcessLock lock;
    REQUIRE(lock.create() == Error::ok);
    check_modes(lock);
    check_child_has_nothing(lock);
}

TEST_CASE("so is a file lock") {
    char path[] = "/tmp/file_lock_test.XXXXXX";
    REQUIRE(mkstemp(path) >= 0);
    FileLock lock;
    CHECK(FileLock().open("/none/file") == static_cast<Error>(ENOENT));
    REQUIRE(lock.open(path) == Error::ok);
    unlink(path);
    check_modes(lock);
    check_child_has_nothing(lock);
}

TEST_CASE("who is killed loses a process lock, and the next one is told") {
    ProcessLock lock;
    REQUIRE(lock.create() == Error::ok);
    Child owner([&] { return try_it(lock, Mode::exclusive); });
    CHECK(owner.answer() == 'y');
    CHECK(lock.try_take(Mode::shared, Waiting::no) == Taken::no);
    owner.kill();
    // A reader is told, too, and does not end it.
    CHECK(lock.try_take(Mode::shared, Waiting::no) == Taken::from_dead);
    lock.give_back();
    CHECK(lock.take(Mode::exclusive, -1) == Taken::from_dead);
    lock.give_back();
    CHECK(lock.try_take(Mode::exclusive, Waiting::no) == Taken::yes);
    lock.give_back();

    Child reader([&] { return try_it(lock, Mode::shared); });
    CHECK(reader.answer() == 'y');
    CHECK(lock.try_take(Mode::exclusive, Waiting::no) == Taken::no);
    reader.kill();
    CHECK(lock.take(Mode::exclusive, -1) == Taken::yes);
    lock.give_back();
}

TEST_CASE("a writer that waits keeps new readers out, until it gives up or dies") {
    ProcessLock lock;
    REQUIRE(lock.create() == Error::ok);
    REQUIRE(try_it(lock, Mode::shared));
    {
        Child writer([&] { return lock.try_take(Mode::exclusive, Waiting::yes) == Taken::no; });
        CHECK(writer.answer() == 'y');
        CHECK_FALSE(try_it(lock, Mode::shared));
        CHECK_FALSE(try_it(lock, Mode::exclusive));
        writer.kill();
        CHECK(others_get(lock, Mode::shared));
    }
    Child polite([&] {
        const Taken taken = lock.try_take(Mode::exclusive, Waiting::yes);
        lock.leave_queue();
        return taken == Taken::no;
    });
    CHECK(polite.answer() == 'y');
    CHECK(others_get(lock, Mode::shared));
    // One that does not wait leaves no claim.
    CHECK_FALSE(others_get(lock, Mode::exclusive));
    CHECK(others_get(lock, Mode::shared));
}

TEST_CASE("a process lock may be given back by another process, where its user allows that") {
    ProcessLock lock;
    REQUIRE(lock.create() == Error::ok);
    CHECK_FALSE(lock.give_back_of_any());
    REQUIRE(try_it(lock, Mode::exclusive));
    Child other([&] { return lock.give_back_of_any() && !lock.give_back_of_any(); });
    CHECK(other.answer() == 'y');
    CHECK_FALSE(lock.has_alone());
    CHECK(try_it(lock, Mode::exclusive));
}

TEST_CASE("there is room for 504 processes that share a lock; the dead ones make room") {
    ProcessLock lock;
    REQUIRE(lock.create() == Error::ok);
    for (uint32_t i = 0; i < ProcessLock::kMostReaders + 5; ++i) {
        const pid_t pid = fork();
        REQUIRE(pid >= 0);
        if (pid == 0) _exit(try_it(lock, Mode::shared) ? 0 : 1);
        int status = 1;
        waitpid(pid, &status, 0);
        REQUIRE(status == 0);
    }
    CHECK(try_it(lock, Mode::shared));
    CHECK(others_get(lock, Mode::shared));
}
