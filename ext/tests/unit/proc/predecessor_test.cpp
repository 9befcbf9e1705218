#include "proc/predecessor.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

namespace {

Fd make_socket() { return Fd(::socket(AF_UNIX, SOCK_STREAM, 0)); }

using News = Predecessor::News;

std::string number(const Fd& fd) { return std::to_string(fd.get()); }

}  // namespace

TEST_CASE("predecessor: there is none") {
    ::unsetenv(Predecessor::kVariable);
    Predecessor predecessor;
    predecessor.look();
    CHECK(!Predecessor::exists());
    CHECK(!predecessor.pending());
    CHECK(predecessor.receive() == News::none);
    CHECK(predecessor.take_sockets().empty());
}

TEST_CASE("predecessor: what it passes, and the takeover") {
    Result<ControlChannel::Pair> line = ControlChannel::open_pair();
    REQUIRE(line.ok());
    const int channel = ::dup(line.value().worker.fd());
    line.value().worker.close();
    Fd arrivals = make_socket();
    Fd plain = make_socket();
    Fd flagged = make_socket();
    const std::string text = std::to_string(channel) + "," + number(arrivals) + "," + number(plain) + ",9999m," +
                             number(flagged) + "mp,nonsense";
    ::setenv(Predecessor::kVariable, text.c_str(), 1);
    CHECK(Predecessor::exists());
    (void)arrivals.release();
    (void)plain.release();
    (void)flagged.release();
    Predecessor predecessor;
    predecessor.look();
    CHECK(!Predecessor::exists());
    CHECK(predecessor.pending());
    CHECK(predecessor.take_arrivals().open());
    const std::vector<PassedSocket> sockets = predecessor.take_sockets();
    REQUIRE(sockets.size() == 2);
    CHECK((!sockets[0].is_managed && !sockets[0].any_port));
    CHECK((sockets[1].is_managed && sockets[1].any_port));

    predecessor.report_ready();
    const Result<ControlMessage> ready = line.value().master.receive();
    REQUIRE(ready.ok());
    CHECK(ready.value().kind == ControlKind::ready);
    CHECK(ready.value().value == getpid());
    CHECK(predecessor.receive() == News::none);
    ControlChannel& master = line.value().master;
    SUBCASE("it says so") {
        (void)master.send({ControlKind::start, 0});
        (void)master.send({ControlKind::take_over, 0});
        CHECK(predecessor.receive() == News::none);
        CHECK(predecessor.receive() == News::take_over);
        predecessor.report_takeover();
        CHECK(master.receive().value().kind == ControlKind::took_over);
        SUBCASE("this server goes alone") {
            predecessor.go_alone();
            CHECK(master.receive().value().kind == ControlKind::goes_alone);
        }
        SUBCASE("it ends first") { master.close(); }
    }
    SUBCASE("it has died") {
        master.close();
        CHECK(predecessor.receive() == News::take_over);
    }
    CHECK(!predecessor.pending());
    CHECK(predecessor.receive() == News::none);
    CHECK(predecessor.fd() == -1);
}

TEST_CASE("predecessor: it does not want this server any more") {
    Result<ControlChannel::Pair> line = ControlChannel::open_pair();
    REQUIRE(line.ok());
    ::setenv(Predecessor::kVariable, std::to_string(::dup(line.value().worker.fd())).c_str(), 1);
    line.value().worker.close();
    Predecessor predecessor;
    predecessor.look();
    (void)line.value().master.send({ControlKind::drain, 0});
    CHECK(predecessor.receive() == News::end);
    CHECK(predecessor.pending());
    predecessor.go_alone();
    CHECK(predecessor.fd() >= 0);
}
