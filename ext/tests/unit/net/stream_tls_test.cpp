#include <csignal>
#include <random>

#include "net/stream_content.h"
#include "net/tls_rig.h"

using namespace stream_content;
using namespace tls_rig;
using tern::Slice;

namespace {

void shrink_buffer(const Rig& rig) {
    const int small = 4096;
    REQUIRE(setsockopt(rig.server->fd(), SOL_SOCKET, SO_SNDBUF, &small, sizeof small) == 0);
}

// The sizes of the records that wait at the client, which are taken.
std::vector<size_t> records_at(int fd) {
    std::vector<size_t> sizes;
    unsigned char head[5];
    while (recv(fd, head, sizeof head, 0) == sizeof head) {
        const size_t size = static_cast<size_t>(head[3]) << 8 | head[4];
        std::string body(size, '\0');
        REQUIRE(recv(fd, body.data(), size, 0) == static_cast<ssize_t>(size));
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

TEST_CASE("stream with tls: bytes, bodies and files leave in the order they were given") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    shrink_buffer(rig);
    Stream& stream = *rig.server;
    Body large(pattern(100'000, 1));
    Body small(pattern(100, 2));
    const std::string content = pattern(50'000, 3);
    stream.tail().append("head;");
    stream.append(large.slice());
    stream.tail().append(";between;");
    stream.append_file(file_with(content), 10, 40'000);
    stream.append(small.slice());
    stream.append_file(file_with(content), 0, 1);
    stream.tail().append(";end");
    const std::string expected =
        "head;" + large.text + ";between;" + content.substr(10, 40'000) + small.text + content[0] + ";end";
    CHECK(stream.queued() == expected.size());
    CHECK(large.released == 0);
    CHECK(rig.take_all() == expected);
    CHECK(large.released == 1);
    CHECK(stream.sent() == expected.size());
    CHECK(stream.drained());
}

TEST_CASE("stream with tls: what is written while a record is stuck comes behind it") {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        Rig rig(context_of(plain_options()), version);
        REQUIRE(rig.shake() == Error::ok);
        shrink_buffer(rig);
        Stream& stream = *rig.server;
        std::string expected;
        std::string got;
        std::mt19937 random(7);
        const std::string content = pattern(30'000, 5);
        for (int step = 0; step < 300; ++step) {
            expected += append_any(stream, random, content, step);
            if (random() % 2 == 0) {
                const Error error = stream.flush();
                REQUIRE((error == Error::ok || error == Error::would_block));
            }
            if (random() % 3 == 0) got += rig.client_read(0);
            REQUIRE(stream.queued() + stream.sent() == expected.size());
        }
        got += rig.take_all();
        CHECK(got == expected);
    }
}

TEST_CASE("stream with tls: small pieces share a record") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    Stream& stream = *rig.server;
    Body body(pattern(20'000, 1));
    stream.tail().append("head");
    stream.append(body.slice());
    stream.tail().append("end");
    REQUIRE(stream.flush() == Error::ok);
    CHECK(records_at(rig.peer.get()).size() == 2);
    for (int i = 0; i < 100; ++i) stream.tail().append("small");
    REQUIRE(stream.flush() == Error::ok);
    CHECK(records_at(rig.peer.get()).size() == 1);
}

TEST_CASE("stream with tls: nothing to send is no record") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    rig.server->append(Slice());
    rig.server->tail().append("");
    CHECK(rig.server->flush() == Error::ok);
    const tern::Result<size_t> none = rig.server->tls()->write("");
    CHECK(none.ok());
    CHECK(records_at(rig.peer.get()).empty());
}

TEST_CASE("stream with tls: a file that became shorter than promised is the end of the connection") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    rig.server->append_file(file_with("short"), 0, 100);
    CHECK(rig.server->flush() == Error::broken_pipe);
    CHECK(rig.client_read() == "short");
}

TEST_CASE("stream with tls: closing drops what is queued and says nothing") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    shrink_buffer(rig);
    Body body(pattern(1'000'000, 7));
    rig.server->append(body.slice());
    CHECK(rig.server->flush() == Error::would_block);
    rig.server->close();
    CHECK(body.released == 1);
    CHECK(rig.server->tls() == nullptr);
    auto* former = std::signal(SIGPIPE, SIG_IGN);  // the client sends an alert when a record is cut off
    (void)rig.client_read();
    (void)std::signal(SIGPIPE, former);
    CHECK((SSL_get_shutdown(rig.client->ssl) & SSL_RECEIVED_SHUTDOWN) == 0);
}
