// A client's HTTP/1 connection with a server that sends any bytes. The first byte chooses the request, the second the
// limits, the third how many of the next bytes say where what is sent and received is cut; what follows is all that the
// server sends. Cut or whole, the first response is the same, and a body is as long as its head says; when the
// connection may be used again depends on the cuts.
#include "client/http_connection.h"
#include "script.h"
#include "scripted_calls.h"

using namespace tern;
using namespace tern::fuzz;
using client::HttpConnection;
using coro::Deadline;

namespace {

constexpr size_t kMostDecoded = 1 << 20;  // a bomb ends here
constexpr size_t kMostResponses = 50;

void expect(bool condition, const char* what) {
    if (!condition) fail(what, {});
}

class Talk {
public:
    Talk(Bytes input, const std::string& steps) {
        world.steps = steps;
        tern::fuzz::kernel = &world;
        near->to_arrive = input;
        socket = std::make_unique<client::Socket>(Fd(world.open(near)), client::SocketKind{AF_UNIX, SOCK_STREAM, 0});
    }
    ~Talk() {
        socket.reset();
        tern::fuzz::kernel = nullptr;
    }

    // What the first response was.
    std::string play(http::SentRequest request, const HttpConnection::Options& options) {
        HttpConnection connection(*socket, options);
        exchange(connection, request);
        std::string first = said;
        for (size_t i = 0; i < kMostResponses && connection.reusable(); ++i) {
            expect(connection.rest().empty(), "a connection is reusable with bytes that nobody asked for");
            if (!connection.is_idle()) break;
            exchange(connection, request);
        }
        return first;
    }

private:
    void exchange(HttpConnection& connection, http::SentRequest request) {
        said.clear();
        Error error = connection.send(nullptr, kHead, kBody, Deadline::never());
        if (error == Error::ok) error = connection.receive_head(nullptr, request, Deadline::never());
        if (error != Error::ok) return say_error("head", error, connection);
        const http::ReceivedHead& head = connection.head();
        expect(head.status == 101 ? request.upgrades : head.status >= 200, "an interim response was not skipped");
        said += std::to_string(head.status) + ' ' + std::string(head.reason) + '\n';
        for (const http::Field& field : head.all_fields()) say(field);
        const bool has_length = head.framing == http::Framing::length && connection.is_plain();
        const uint64_t length = has_length ? head.content_length : UINT64_MAX;
        connection.release_used();
        receive_body(connection, length);
    }
    // Of a body that does not end it depends on the cuts how much arrives before the error.
    void receive_body(HttpConnection& connection, uint64_t length) {
        std::string body;
        while (body.size() < kMostDecoded) {
            const Result<Bytes> piece = connection.receive_piece(nullptr, Deadline::never());
            if (!piece.ok()) return say_error("body", piece.error(), connection);
            if (piece.value().empty()) {
                expect(connection.ended(), "a body without an end");
                expect(length == UINT64_MAX || body.size() == length, "a body of another length");
                said += body + '\n';
                for (const http::Field& field : connection.trailers()) say(field);
                return;
            }
            expect(!connection.reusable(), "a connection is reusable before the end of a body is told");
            body += piece.value();
            connection.release_used();
        }
        said += "large";
    }
    void say(const http::Field& field) { said += std::string(field.name) + ": " + std::string(field.value) + '\n'; }
    void say_error(const char* where, Error error, const HttpConnection& connection) {
        expect(!connection.reusable(), "a connection is reusable after an error");
        said += std::string("\n") + where + ' ' + std::to_string(number(error)) + ' ' +
                (connection.why() != nullptr ? connection.why() : "") + '\n';
    }

    static constexpr Bytes kHead = "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n";
    static constexpr Bytes kBody = "abc";
    Kernel world;
    std::shared_ptr<Socket> near = std::make_shared<Socket>();
    std::unique_ptr<client::Socket> socket;
    std::string said;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    constexpr Bytes kMethods[] = {"GET", "HEAD", "CONNECT", "GET"};
    const unsigned kind = script.byte() % std::size(kMethods);
    const auto request = http::SentRequest::of(kMethods[kind], kind == 3);
    const unsigned limits = script.byte();
    HttpConnection::Options options;
    options.decode = (limits & 1) != 0;
    if ((limits & 2) != 0) options.head_bytes = 96;
    const std::string steps(script.take(script.byte() % 16));
    const Bytes input = script.take(SIZE_MAX);
    const std::string whole = Talk(input, "").play(request, options);
    const std::string pieces = Talk(input, steps.empty() ? std::string(1, '\1') : steps).play(request, options);
    if (whole == pieces) return 0;
    std::fprintf(stderr, "whole:\n%s\npieces:\n%s\n", whole.c_str(), pieces.c_str());
    std::abort();
}
