#include <csignal>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/descriptor_line.h"

using namespace tern;
using namespace tern::proc;

namespace {

constexpr uint32_t kSlot = 1;
constexpr int64_t kTimeoutMs = 30'000;

// A worker whose first thread never returns; it has one end of a socket pair.
class BusyWorker {
public:
    explicit BusyWorker(DescriptorRequests& requests) {
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) == 0);
        pid_ = fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) {
            requests.keep_only(kSlot);
            if (requests.serve(kSlot) != Error::ok) _exit(1);
            for (;;) asm volatile("");
        }
        close(ends_[1]);
    }
    ~BusyWorker() {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        close(ends_[0]);
    }
    int number() const { return ends_[1]; }
    bool reaches_us(int fd) const {
        char text[8] = "";
        return write(fd, "hello", 5) == 5 && read(ends_[0], text, sizeof text) == 5 && std::string(text) == "hello";
    }

private:
    int ends_[2];
    pid_t pid_;
};

}  // namespace

TEST_CASE("descriptor requests: a process gives its descriptors while its first thread is busy") {
    DescriptorRequests requests;
    REQUIRE(requests.create(2) == Error::ok);
    BusyWorker worker(requests);
    Result<Fd> got = requests.request(kSlot, worker.number(), kTimeoutMs);
    REQUIRE(got.ok());
    CHECK(worker.reaches_us(got.value().get()));
    CHECK(requests.request(kSlot, 1'000'000, kTimeoutMs).error() == Error::bad_descriptor);
}

TEST_CASE("descriptor requests: a late reply is not taken for that of another request") {
    DescriptorRequests requests;
    REQUIRE(requests.create(2) == Error::ok);
    CHECK(requests.request(kSlot, STDIN_FILENO, 1).error() == Error::timed_out);
    BusyWorker worker(requests);  // answers the first request, too
    Result<Fd> got = requests.request(kSlot, worker.number(), kTimeoutMs);
    REQUIRE(got.ok());
    CHECK(worker.reaches_us(got.value().get()));
}
