#include <cerrno>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <semaphore>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/storage.h"
#include "boundary/thread_call.h"
#include "coro/strand.h"

using tern::boundary::Boundary;
using tern::boundary::FdHold;
using tern::boundary::FdKind;
using tern::boundary::Permit;
using tern::boundary::Storage;
using tern::coro::Strand;

namespace calls = tern::boundary::calls;

namespace {

// A thread with a loop, coroutines and threads; calls are made directly.
struct FilesRig {
    FilesRig() {
        REQUIRE(loop.open() == tern::Error::ok);
        permit = Permit::suspend;
        tern::boundary::of_thread = &boundary;
        offload.set_limits({.max_threads = 1});
    }
    ~FilesRig() { tern::boundary::of_thread = nullptr; }
    void run() {
        while (loop.alive()) REQUIRE(loop.turn(-1) == tern::Error::ok);
    }

    tern::loop::Loop loop;
    tern::coro::Scheduler scheduler{loop};
    tern::loop::Offload offload{loop};
    static inline Permit permit = Permit::suspend;
    Boundary boundary{.scheduler = scheduler,
                      .offload = &offload,
                      .groups = UINT32_MAX,
                      .ask = [] { return permit; },
                      .on_canceled = [] {},
                      .on_busy = [](int, tern::coro::Coroutine&) {},
                      .caller_owns_protocol = [] { return true; },
                      .kinds = {}};
};

bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

void say_remote(FilesRig& rig, const struct stat& file) {
    rig.boundary.files.storages.add(uint64_t{major(file.st_dev)} << 32 | minor(file.st_dev), Storage::remote);
}

// In memory, but on what is said to be a server.
struct RemoteFile {
    explicit RemoteFile(FilesRig& rig) : fd(memfd_create("remote", MFD_CLOEXEC)) {
        REQUIRE(write(fd, "0123456789", 10) == 10);
        REQUIRE(lseek(fd, 0, SEEK_SET) == 0);
        struct stat file {};
        REQUIRE(fstat(fd, &file) == 0);
        say_remote(rig, file);
    }
    ~RemoteFile() {
        if (is_open(fd)) close(fd);
    }
    int fd;
};

// A directory that is said to be on a server.
struct RemoteDirectory {
    explicit RemoteDirectory(FilesRig& rig) {
        std::string pattern = std::filesystem::temp_directory_path() / "tern-XXXXXX";
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        path = pattern;
        struct stat file {};
        REQUIRE(stat(path.c_str(), &file) == 0);
        say_remote(rig, file);
    }
    ~RemoteDirectory() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

// A thread that is busy until told.
struct Gate {
    std::binary_semaphore semaphore{0};
    struct Task {
        FdHold fd;
        std::binary_semaphore* semaphore;
        long operator()() noexcept {
            semaphore->acquire();
            return 0;
        }
    };
};

// A thread uses a file of a server, and a coroutine waits to read the file, which is closed before it can.
struct UsedFile {
    UsedFile() {
        rig.scheduler.start(busy);
        rig.scheduler.start(reads);
    }
    void let_end() {
        gate.semaphore.release();
        rig.run();
        CHECK(busy.ended());
        CHECK(reads.ended());
    }

    FilesRig rig;
    RemoteFile file{rig};
    Gate gate;
    char text[4] = {'a', 'b', 'c', 'd'};
    Strand busy{rig.scheduler, [this] {
                    Gate::Task task{FdHold(file.fd), &gate.semaphore};
                    CHECK(tern::boundary::on_thread(rig.boundary, std::move(task), [] { return -1L; }) == 0);
                }};
    Strand reads{rig.scheduler, [this] {
                     CHECK(calls::read_file(file.fd, text, sizeof text) == -1);
                     CHECK(errno == EBADF);
                 }};
};

size_t descriptors_of(const std::filesystem::path& path) {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code ignored;
        if (std::filesystem::read_symlink(entry.path(), ignored) == path) ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("files: a read that would wait for a server is a thread's, and moves the position") {
    FilesRig rig;
    RemoteFile file(rig);
    std::string log;
    Strand strand(rig.scheduler, [&] {
        char text[16];
        CHECK(calls::read_file(file.fd, text, 4) == 4);
        log.append(text, 4);
        CHECK(calls::read_file(file.fd, text, sizeof text) == 6);
        log.append(text, 6);
        CHECK(calls::read_file(file.fd, text, sizeof text) == 0);
        CHECK(calls::pread(file.fd, text, 2, 3) == 2);
        log.append(text, 2);
        CHECK(lseek(file.fd, 0, SEEK_CUR) == 10);
    });
    SUBCASE("suspends") {
        rig.scheduler.start(strand);
        CHECK(log.empty());
        rig.run();
    }
    SUBCASE("blocks where it may not") {
        FilesRig::permit = Permit::block;
        rig.scheduler.start(strand);
    }
    SUBCASE("blocks where it is off") {
        rig.boundary.groups = ~tern::boundary::kRegularFile;
        rig.scheduler.start(strand);
    }
    CHECK(strand.ended());
    CHECK(log == "012345678934");
}

TEST_CASE("files: two that read at one position get different parts") {
    FilesRig rig;
    RemoteFile file(rig);
    std::string parts[2];
    const auto body = [&](std::string& into) {
        char text[5];
        CHECK(calls::read_file(file.fd, text, sizeof text) == 5);
        into.assign(text, 5);
    };
    Strand one(rig.scheduler, [&] { body(parts[0]); });
    Strand two(rig.scheduler, [&] { body(parts[1]); });
    rig.scheduler.start(one);
    rig.scheduler.start(two);
    rig.run();
    CHECK(parts[0] == "01234");
    CHECK(parts[1] == "56789");
}

TEST_CASE("files: a cancelled read leaves the position, and no thread writes where it read to") {
    FilesRig rig;
    RemoteFile file(rig);
    char text[4] = {'a', 'b', 'c', 'd'};
    Strand strand(rig.scheduler, [&] {
        CHECK(calls::read_file(file.fd, text, sizeof text) == -1);
        CHECK(errno == ECANCELED);
    });
    rig.scheduler.start(strand);
    CHECK(rig.scheduler.cancel(strand) == tern::Error::ok);
    CHECK(strand.ended());
    rig.run();
    CHECK(std::string(text, 4) == "abcd");
    CHECK(lseek(file.fd, 0, SEEK_CUR) == 0);
}

TEST_CASE("files: a large read from the middle of a page is not short") {
    FilesRig rig;
    RemoteFile file(rig);
    constexpr size_t kSize = 600 * 1024;
    std::string text(kSize, 'x');
    for (size_t i = 0; i < kSize; i += 1000) text[i] = static_cast<char>('a' + i / 1000 % 26);
    REQUIRE(pwrite(file.fd, text.data(), kSize, 0) == static_cast<ssize_t>(kSize));
    constexpr size_t kFrom = 101;
    std::string read(kSize, '-');
    Strand strand(rig.scheduler, [&] {
        CHECK(calls::pread(file.fd, read.data(), kSize, kFrom) == static_cast<ssize_t>(kSize - kFrom));
        CHECK(read.compare(0, kSize - kFrom, text, kFrom) == 0);
        CHECK(lseek(file.fd, kFrom, SEEK_SET) == kFrom);
        CHECK(calls::read_file(file.fd, read.data(), kSize) == static_cast<ssize_t>(kSize - kFrom));
        CHECK(read.compare(0, kSize - kFrom, text, kFrom) == 0);
    });
    rig.scheduler.start(strand);
    rig.run();
    CHECK(strand.ended());
}

TEST_CASE("files: a call on a thread fails when the time that its coroutine was given is over") {
    FilesRig rig;
    RemoteFile file(rig);
    Gate gate;
    Strand busy(rig.scheduler, [&] {
        Gate::Task task{FdHold(file.fd), &gate.semaphore};
        CHECK(tern::boundary::on_thread(rig.boundary, std::move(task), [] { return -1L; }) == 0);
    });
    Strand reads(rig.scheduler, [&] {
        rig.scheduler.current()->hook(tern::boundary::kRegularFile, tern::coro::Deadline::in(1));
        char text = '-';
        CHECK(calls::read_file(file.fd, &text, 1) == -1);
        CHECK(errno == ECANCELED);
        CHECK(text == '-');
        gate.semaphore.release();
    });
    rig.scheduler.start(busy);
    rig.scheduler.start(reads);
    rig.run();
    CHECK(busy.ended());
    CHECK(reads.ended());
}

TEST_CASE("files: what is written to a server is appended where it was opened so") {
    FilesRig rig;
    RemoteFile file(rig);
    REQUIRE(fcntl(file.fd, F_SETFL, O_APPEND) == 0);
    Strand strand(rig.scheduler, [&] {
        CHECK(calls::write_file(file.fd, "end", 3) == 3);
        CHECK(calls::ftruncate(file.fd, 12) == 0);
        CHECK(calls::write_file(file.fd, "", 0) == 0);
    });
    rig.scheduler.start(strand);
    CHECK_FALSE(strand.ended());
    rig.run();
    char text[16];
    CHECK(pread(file.fd, text, sizeof text, 0) == 12);
    CHECK(std::string(text, 12) == "0123456789en");
}

TEST_CASE("files: a descriptor that a thread uses is closed when the thread is done") {
    UsedFile used;
    const int fd = used.file.fd;
    CHECK(calls::close(fd) == 0);
    CHECK(is_open(fd));
    CHECK(calls::close(fd) == -1);
    CHECK(errno == EBADF);
    used.let_end();
    CHECK_FALSE(is_open(fd));
    CHECK(std::string(used.text, 4) == "abcd");
}

TEST_CASE("files: a file that a thread uses is closed when the thread is done, and its number stays") {
    UsedFile used;
    const int fd = used.file.fd;
    calls::close_file(fd);
    CHECK(lseek(fd, 0, SEEK_CUR) == 0);
    used.let_end();
    CHECK(is_open(fd));
    CHECK(lseek(fd, 0, SEEK_CUR) == -1);
    CHECK(calls::close(fd) == 0);
    CHECK_FALSE(is_open(fd));
}

TEST_CASE("files: calls with paths on a server are a thread's") {
    FilesRig rig;
    RemoteDirectory directory(rig);
    const std::string path = directory.path / "file";
    const std::string other = directory.path / "other";
    int steps = 0;
    const auto step = [&](bool success) {
        CHECK(success);
        ++steps;
    };
    Strand strand(rig.scheduler, [&] {
        struct stat found {};
        step(calls::stat(path.c_str(), &found) == -1 && errno == ENOENT);
        const int fd = calls::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
        step(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC);
        step(calls::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && (found.st_mode & 07137) == 0);
        step(calls::access(path.c_str(), R_OK) == 0);
        step(calls::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL, 0640) == -1 && errno == EEXIST);
        step(symlink("file", other.c_str()) == 0 && calls::lstat(other.c_str(), &found) == 0 && S_ISLNK(found.st_mode));
        step(calls::rename(path.c_str(), other.c_str()) == 0);
        step(calls::rmdir(other.c_str()) == -1 && errno == ENOTDIR);
        step(calls::unlink(other.c_str()) == 0);
        step(calls::mkdir(other.c_str(), 0700) == 0);
        step(calls::open(nullptr, O_RDONLY) == -1 && errno == EFAULT);
        CHECK(calls::close(fd) == 0);
    });
    rig.scheduler.start(strand);
    CHECK(steps < 11);
    rig.run();
    CHECK(strand.ended());
    CHECK(steps == 11);
}

TEST_CASE("files: what is opened too late is closed") {
    FilesRig rig;
    RemoteDirectory directory(rig);
    const std::string path = directory.path / "file";
    Strand opens(rig.scheduler, [&] {
        CHECK(calls::open(path.c_str(), O_RDWR | O_CREAT, 0600) == -1);
        CHECK(errno == ECANCELED);
    });
    Strand waits(rig.scheduler, [&] {
        struct stat found {};
        CHECK(calls::stat(path.c_str(), &found) == 0);
    });
    rig.scheduler.start(opens);
    rig.scheduler.start(waits);
    // Nobody takes the result before the loop turns.
    while (!std::filesystem::exists(path)) (void)sched_yield();
    CHECK(rig.scheduler.cancel(opens) == tern::Error::ok);
    rig.run();
    CHECK(waits.ended());
    CHECK(descriptors_of(path) == 0);
}

TEST_CASE("files: whoever waits for the other end of a FIFO does not occupy a thread") {
    FilesRig rig;
    RemoteDirectory directory(rig);
    const std::string path = directory.path / "fifo";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
    Strand strand(rig.scheduler, [&] {
        const int writer = calls::open(path.c_str(), O_WRONLY | O_TRUNC);
        CHECK(writer >= 0);
        CHECK(calls::write_file(writer, "x", 1) == 1);
        CHECK(calls::close(writer) == 0);
    });
    rig.scheduler.start(strand);
    rig.run();
    CHECK(strand.ended());
    char text = 0;
    CHECK(read(reader, &text, 1) == 1);
    close(reader);
}
