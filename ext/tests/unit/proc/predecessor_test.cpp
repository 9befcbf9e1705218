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

std::string number(const Fd& fd) { return std::to_string(fd.get()); }

}  // namespace

TEST_CASE("predecessor: there is none") {
    ::unsetenv(Predecessor::kVariable);
    Predecessor predecessor;
    predecessor.look();
    CHECK(!Predecessor::exists());
    CHECK(!predecessor.supervises());
    CHECK(!predecessor.receive());
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
    CHECK(predecessor.supervises());
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
    CHECK(!predecessor.receive());
    SUBCASE("it says so") { (void)line.value().master.send({ControlKind::take_over, 0}); }
    SUBCASE("it has died") { line.value().master.close(); }
    CHECK(predecessor.receive());
    CHECK(!predecessor.supervises());
    CHECK(!predecessor.receive());
}
