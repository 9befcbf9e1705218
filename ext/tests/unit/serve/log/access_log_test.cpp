#include "serve/log/access_log.h"

#include <array>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

// A port that logs into a file of a directory of its own.
struct LoggedRig {
    explicit LoggedRig(Bytes format = "%m %U %s %B %X %I", PortOptions port_options = {}) {
        REQUIRE(mkdtemp(folder.data()) != nullptr);
        REQUIRE(file.open(path()) == Error::ok);
        log = std::make_unique<AccessLog>(rig.loop, rig.log, rig.counters.access_log_lost, file, format);
        port_options.access_log = log.get();
        rig.port =
            std::make_unique<Port>(rig.context, port_options, rig.listener, rig.handler, rig.admission, rig.exchanges);
    }
    ~LoggedRig() {
        rig.port.reset();
        std::filesystem::remove_all(folder);
    }
    std::string path() const { return folder + "/access"; }
    static std::string contents(const std::string& path) {
        std::ifstream in(path);
        std::stringstream text;
        text << in.rdbuf();
        return text.str();
    }
    // Everything that is logged by now.
    std::string lines() {
        log->flush();
        return contents(path());
    }

    std::string folder = "/tmp/tern-access-XXXXXX";
    AccessFile file;
    Rig rig;
    std::unique_ptr<AccessLog> log;
};

const std::string kGet = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

}  // namespace

TEST_CASE("access_log: lines are written a second after the first of them") {
    LoggedRig logged;
    Client client = logged.rig.connect();
    CHECK(summary(logged.rig.ask(client, kGet + kGet)) == "200 /a|200 /a|");
    logged.rig.pass_ms(999);
    CHECK(LoggedRig::contents(logged.path()).empty());
    logged.rig.pass_ms(1);
    CHECK(LoggedRig::contents(logged.path()) == "GET /a 200 2 + 28\nGET /a 200 2 + 28\n");
}

TEST_CASE("access_log: many lines are written at once, each whole") {
    LoggedRig logged("%{X}i");
    Client client = logged.rig.connect();
    const std::string request = "GET /a HTTP/1.1\r\nHost: x\r\nX: " + std::string(1000, 'b') + "\r\n\r\n";
    for (int i = 0; i < 66; ++i) (void)logged.rig.ask(client, request);
    const std::string written = LoggedRig::contents(logged.path());
    CHECK(written.size() == 66 * 1001);
}

TEST_CASE("access_log: what is refused, is lost, and what was never asked") {
    LoggedRig logged("%r|%s|%B|%X");
    Rig& rig = logged.rig;
    Client bad = rig.connect();
    (void)rig.ask(bad, "GET / HTTP/9.9\r\n\r\n");
    Client half = rig.connect();
    (void)rig.ask(half, "GET /half HTT");
    half.leave();
    rig.turn();
    CHECK(logged.lines() == "GET / HTTP/9.9|505|31|-\n");

    Client slow = rig.connect();
    (void)rig.ask(slow, "GET /slow HTTP/1.1\r\nHo");
    rig.pass_ms(Limits{}.header_timeout_ms);
    CHECK(logged.lines().ends_with("\nGET /slow HTTP/1.1|408|20|-\n"));

    Client large = rig.connect();
    (void)rig.ask(large, "POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n");
    CHECK(logged.lines().ends_with("\nPOST /large HTTP/1.1|413|22|-\n"));

    Client upload = rig.connect();
    (void)rig.ask(upload, "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc");
    upload.leave();
    rig.turn();
    CHECK(logged.lines().ends_with("\nPOST /up HTTP/1.1|499|0|X\n"));
}

TEST_CASE("access_log: a client that goes away, before an answer and in the middle of it") {
    LoggedRig logged("%U %s %B %X");
    Rig& rig = logged.rig;
    rig.handler.keep_all();
    Client early = rig.connect();
    (void)rig.ask(early, "GET /early HTTP/1.1\r\nHost: x\r\n\r\n");
    rig.port->find(rig.last_session)->abort();
    CHECK(logged.lines() == "/early 499 0 X\n");

    Client late = rig.connect();
    (void)rig.ask(late, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
    Exchange* exchange = rig.handler.kept.back();
    http::ResponseHead head;
    REQUIRE(exchange->responder()->start(*exchange, head) == Error::ok);
    REQUIRE(exchange->responder()->write(*exchange, Slice("part")) == Error::ok);
    exchange->responder()->abort(*exchange);
    CHECK(logged.lines() == "/early 499 0 X\n/late 200 4 X\n");
}

TEST_CASE("access_log: a body that is refused while its handler runs is answered, not lost") {
    PortOptions port;
    port.streams = {"/s"};
    LoggedRig logged("%U %s %B %O %X", port);
    Rig& rig = logged.rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    CHECK(rig.ask(client, "POST /s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n").empty());
    const std::string refused = rig.ask(client, "no size\r\n");
    CHECK(refused.starts_with("HTTP/1.1 400 "));
    CHECK(logged.lines() == "/s 400 16 " + std::to_string(refused.size()) + " -\n");

    // Where an answer had begun, it is cut.
    Client half = rig.connect();
    CHECK(rig.ask(half, "POST /s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n").empty());
    Exchange* exchange = rig.handler.kept.back();
    http::ResponseHead head;
    REQUIRE(exchange->responder()->start(*exchange, head) == Error::ok);
    REQUIRE(exchange->responder()->write(*exchange, Slice("part")) == Error::ok);
    const size_t got = rig.ask(half, "no size\r\n").size();
    CHECK(logged.lines().ends_with("\n/s 200 4 " + std::to_string(got) + " X\n"));
}

TEST_CASE("access_log: bodies in pieces, of HEAD, of several parts, and the bytes on the wire") {
    LoggedRig logged("%m %B %O %I");
    Rig& rig = logged.rig;
    rig.handler.request = [](Exchange& exchange) {
        http::ResponseHead head;
        Responder& responder = *exchange.responder();
        REQUIRE(responder.start(exchange, head) == Error::ok);
        REQUIRE(responder.write(exchange, Slice("0123456789")) == Error::ok);
        REQUIRE(responder.write(exchange, Slice("0123456789")) == Error::ok);
        REQUIRE(responder.finish(exchange, nullptr, 0) == Error::ok);
    };
    Client client = rig.connect();
    const size_t got = rig.ask(client, kGet).size();
    CHECK(logged.lines() == "GET 20 " + std::to_string(got) + " 28\n");
    rig.handler.request = [](Exchange& exchange) { (void)answer(exchange, "0123456789"); };
    const size_t of_head = rig.ask(client, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n").size();
    CHECK(logged.lines().ends_with("\nHEAD 0 " + std::to_string(of_head) + " 28\n"));
    const size_t of_post = rig.ask(client,
                                   "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                                   "3\r\nabc\r\n0\r\n\r\n")
                               .size();
    CHECK(logged.lines().ends_with("\nPOST 10 " + std::to_string(of_post) + " 69\n"));
}

TEST_CASE("access_log: fields of the answer") {
    LoggedRig logged("%{Content-Length}o %{Server}o");
    Client client = logged.rig.connect();
    (void)logged.rig.ask(client, kGet + kGet);
    CHECK(logged.lines() == "2 tern\n2 tern\n");
}

TEST_CASE("access_log: a file that was renamed is left behind when it is opened again, with what was said before") {
    LoggedRig logged("%U");
    Client client = logged.rig.connect();
    (void)logged.rig.ask(client, kGet);
    std::filesystem::rename(logged.path(), logged.path() + ".1");
    logged.log->on_reopen();
    REQUIRE(logged.file.reopen() == Error::ok);
    (void)logged.rig.ask(client, kGet);
    CHECK(logged.lines() == "/a\n");
    CHECK(LoggedRig::contents(logged.path() + ".1") == "/a\n");
}

TEST_CASE("access_log: a file that cannot be opened again leaves the old one in use") {
    LoggedRig logged("%U");
    std::filesystem::rename(logged.path(), logged.path() + ".1");
    std::filesystem::create_directory(logged.path());
    CHECK(logged.file.reopen() != Error::ok);
    Client client = logged.rig.connect();
    (void)logged.rig.ask(client, kGet);
    logged.log->flush();
    CHECK(LoggedRig::contents(logged.path() + ".1") == "/a\n");
}

TEST_CASE("access_log: what a full disk does not take is counted, said once, and no reason to stop") {
    Rig rig;
    AccessFile full;
    REQUIRE(full.open("/dev/full") == Error::ok);
    AccessLog log(rig.loop, rig.log, rig.counters.access_log_lost, full, "%U");
    PortOptions options;
    options.access_log = &log;
    rig.port = std::make_unique<Port>(rig.context, options, rig.listener, rig.handler, rig.admission, rig.exchanges);
    Client client = rig.connect();
    for (int i = 0; i < 3; ++i) {
        CHECK(summary(rig.ask(client, kGet + kGet)) == "200 /a|200 /a|");
        log.flush();
    }
    CHECK(rig.counters.access_log_lost.get() == 6);
    REQUIRE(rig.journal.lines.size() == 1);
    CHECK(rig.journal.lines[0] ==
          "access_log /dev/full cannot be written, its lines are lost: No space left on device");
    log.on_reopen();
    (void)rig.ask(client, kGet);
    log.flush();
    CHECK(rig.journal.lines.size() == 2);
    rig.port.reset();
}

TEST_CASE("access_log: follows a file that was renamed, or taken away, where it is told to") {
    LoggedRig logged("%U");
    logged.log->follow_renames();
    Client client = logged.rig.connect();
    (void)logged.rig.ask(client, kGet);
    CHECK(logged.lines() == "/a\n");
    (void)logged.rig.ask(client, kGet);
    std::filesystem::rename(logged.path(), logged.path() + ".1");
    CHECK(logged.lines() == "/a\n");
    CHECK(LoggedRig::contents(logged.path() + ".1") == "/a\n");
    std::filesystem::remove(logged.path());
    (void)logged.rig.ask(client, kGet);
    CHECK(logged.lines() == "/a\n");
    std::filesystem::rename(logged.path(), logged.path() + ".2");
    std::filesystem::create_directory(logged.path());
    for (int i = 0; i < 2; ++i) {
        (void)logged.rig.ask(client, kGet);
        logged.log->flush();
    }
    CHECK(LoggedRig::contents(logged.path() + ".2") == "/a\n/a\n/a\n");
    REQUIRE(logged.rig.journal.lines.size() == 1);
    CHECK(logged.rig.journal.lines[0] == "access_log " + logged.path() + " cannot be opened again: Is a directory");
}

TEST_CASE("access_file: a pipe gets whole lines of no more than what it keeps together") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    Fd reader(ends[0]);
    Fd writer(ends[1]);
    AccessFile file;
    REQUIRE(file.open("/proc/self/fd/" + std::to_string(writer.get())) == Error::ok);
    std::string lines;
    while (lines.size() < 10'000) lines += std::string(999, 'a') + '\n';
    CHECK(file.write_some(lines).value() == 4000);
    CHECK(file.write_some("short\n").value() == 6);
    const std::string endless = std::string(6000, 'a') + '\n';
    CHECK(file.write_some(endless + "next\n").value() == 6001);
    CHECK(file.write_some(std::string(PIPE_BUF - 1, 'a') + "\nx\n").value() == PIPE_BUF);
}

TEST_CASE("access_file: standard streams by their names, nothing for no name, an error for no place") {
    AccessFile file;
    CHECK(file.open("") == Error::ok);
    CHECK_FALSE(file.is_open());
    for (const char* name : {"-", "php://stdout", "/dev/stdout", "php://stderr", "/dev/stderr"}) {
        CHECK(file.open(name) == Error::ok);
        CHECK(file.is_open());
        CHECK(file.reopen() == Error::ok);
    }
    CHECK(file.open("/nowhere/at/all") == static_cast<Error>(ENOENT));
}
