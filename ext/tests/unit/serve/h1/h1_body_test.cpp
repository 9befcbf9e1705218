#include <unistd.h>

#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

std::string post(const std::string& fields, const std::string& body) {
    return "POST /b HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n" + body;
}
std::string post_counted(const std::string& body) {
    return post("Content-Length: " + std::to_string(body.size()) + "\r\n", body);
}
std::string chunked(const std::string& body, size_t piece) {
    std::string text;
    char head[http::kMaxChunkHead];
    for (size_t at = 0; at < body.size(); at += piece) {
        std::string part = body.substr(at, piece);
        text.append(head, http::write_chunk_head(head, part.size()));
        text += part + "\r\n";
    }
    return post("Transfer-Encoding: chunked\r\n", text + "0\r\n\r\n");
}
std::string pattern(size_t size) {
    std::string text(size, '\0');
    for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + (i * 7 + i / 1000) % 26);
    return text;
}

// Remembers the body of each request, and whether it was in a file.
struct Reader {
    explicit Reader(Rig& rig) {
        rig.handler.request = [this](Exchange& exchange) {
            std::string body(exchange.body.size(), '?');
            CHECK(exchange.body.read(body.data(), 0, body.size()) == Error::ok);
            if (!exchange.body.in_file()) CHECK(exchange.body.in_memory() == body);
            bodies.push_back(body);
            in_file.push_back(exchange.body.in_file());
            (void)answer(exchange, "got");
        };
    }
    std::vector<std::string> bodies;
    std::vector<bool> in_file;
};

const std::string kForm =
    "--B\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nvalue\r\n"
    "--B\r\nContent-Disposition: form-data; name=\"up\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n"
    "file content\r\n"
    "--B\r\nContent-Disposition: form-data; name=\"no\"; filename=\"\"\r\n\r\n\r\n--B--\r\n";

std::string post_form(const std::string& body) {
    return post(
        "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: " + std::to_string(body.size()) + "\r\n",
        body);
}

// Sends in pieces, with turns between them, and returns what came back.
std::string ask_in_pieces(Rig& rig, Client& client, Bytes bytes, size_t piece) {
    std::string got;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        got += rig.ask(client, bytes.substr(0, piece));
    }
    return got;
}

}  // namespace

TEST_CASE("h1 body: every size, counted and chunked, in pieces of every kind, is what was sent") {
    RigOptions options;
    options.port.limits.body_memory_bytes = 100'000;
    Rig rig(options);
    Reader reader(rig);
    Client client = rig.connect();
    for (size_t size : {1, 2, 1000, 17'000, 18'431, 18'432, 18'433, 40'000, 99'999, 100'001, 300'000}) {
        CAPTURE(size);
        std::string body = pattern(size);
        for (const std::string& request : {post_counted(body), chunked(body, 5000)}) {
            reader.bodies.clear();
            for (size_t piece : {size_t{60'000}, size_t{977}}) {
                CHECK(summary(ask_in_pieces(rig, client, request, piece)) == "200 got|");
            }
            REQUIRE(reader.bodies.size() == 2);
            CHECK(reader.bodies[0] == body);
            CHECK(reader.bodies[1] == body);
            CHECK(reader.in_file.back() == (size > 100'000));
        }
    }
}

TEST_CASE("h1 body: pipelined requests with bodies of all kinds keep their order and their bytes") {
    RigOptions options;
    options.port.limits.body_memory_bytes = 20'000;
    Rig rig(options);
    Reader reader(rig);
    Client client = rig.connect();
    std::string all;
    std::vector<std::string> sent;
    for (size_t size : {10, 30'000, 0, 5, 19'000, 1, 17'000, 25'000, 3}) {
        sent.push_back(pattern(size));
        all += size % 2 == 0 ? post_counted(sent.back()) : chunked(sent.back(), 777);
    }
    std::string got = ask_in_pieces(rig, client, all, 7001);
    CHECK(reader.bodies == sent);
    CHECK(summary(got) == "200 got|200 got|200 got|200 got|200 got|200 got|200 got|200 got|200 got|");
}

TEST_CASE("h1 body: a client that asks first is told to go on, once, and not when the body is there") {
    Rig rig;
    Reader reader(rig);
    Client client = rig.connect();
    std::string fields = "Expect: 100-continue\r\nContent-Length: 5\r\n";
    CHECK(rig.ask(client, post(fields, "")) == "HTTP/1.1 100 Continue\r\n\r\n");
    CHECK(rig.ask(client, "he").empty());
    CHECK(summary(rig.ask(client, "llo")) == "200 got|");
    CHECK(summary(rig.ask(client, post(fields, "hello"))) == "200 got|");
    CHECK(reader.bodies == std::vector<std::string>{"hello", "hello"});
    fields = "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n";
    CHECK(rig.ask(client, post(fields, "")) == "HTTP/1.1 100 Continue\r\n\r\n");
    CHECK(summary(rig.ask(client, "1\r\nx\r\n0\r\n\r\n")) == "200 got|");
}

TEST_CASE("h1 body: one that is too large is refused before it is sent, or when it becomes so") {
    RigOptions options;
    options.port.limits.body_bytes = 1000;
    Rig rig(options);
    Reader reader(rig);
    for (const std::string& request :
         {post("Content-Length: 1001\r\n", ""), post("Content-Length: 1001\r\nExpect: 100-continue\r\n", ""),
          chunked(pattern(1001), 100), post("Content-Length: 999999999999999999\r\n", "")}) {
        Client client = rig.connect();
        CHECK(rig.ask(client, request).starts_with("HTTP/1.1 413 "));
        CHECK(client.ended());
    }
    CHECK(reader.bodies.empty());
    Client client = rig.connect();
    CHECK(summary(rig.ask(client, post_counted(pattern(1000)) + chunked(pattern(1000), 333))) == "200 got|200 got|");
}

TEST_CASE("h1 body: a refused upload is read on for a while, so that the answer arrives") {
    RigOptions options;
    options.port.limits.body_bytes = 1000;
    Rig rig(options);
    Client client = rig.connect();
    client.send(post("Content-Length: 100000\r\n", pattern(50'000)));
    rig.turn();
    client.send(pattern(50'000));  // no broken pipe
    CHECK(client.take().starts_with("HTTP/1.1 413 "));
    client.finish_sending();
    rig.turn();
    CHECK(rig.counters.connection_num.get() == 0);
}

TEST_CASE("h1 body: broken chunks are answered 400 and end the connection") {
    Rig rig;
    Reader reader(rig);
    Client client = rig.connect();
    std::string got = rig.ask(client, post("Transfer-Encoding: chunked\r\n", "xyz\r\n") + post_counted("next"));
    CHECK(got.starts_with("HTTP/1.1 400 "));
    CHECK(client.ended());
    CHECK(reader.bodies.empty());
}

TEST_CASE("h1 body: a form is taken apart; its files are removed with the request unless somebody moved them") {
    for (size_t piece : {size_t{100'000}, size_t{1}, size_t{13}}) {
        CAPTURE(piece);
        Rig rig;
        rig.handler.keep_all();
        Client client = rig.connect();
        (void)ask_in_pieces(rig, client, post_form(kForm), piece);
        REQUIRE(rig.handler.kept.size() == 1);
        const Form* form = rig.handler.kept[0]->body.form();
        REQUIRE(form != nullptr);
        REQUIRE(form->fields().size() == 1);
        CHECK(form->fields()[0].name == "text");
        CHECK(form->fields()[0].value == "value");
        REQUIRE(form->files().size() == 2);
        const FormFile& file = form->files()[0];
        CHECK(file.file_name == "f.txt");
        CHECK(file.size == 12);
        CHECK(file.outcome == FormFile::Outcome::complete);
        CHECK(form->files()[1].outcome == FormFile::Outcome::none);
        std::string path = file.path;
        CHECK(access(path.c_str(), R_OK) == 0);
        rig.handler.answer_next("thanks");
        CHECK(access(path.c_str(), F_OK) != 0);
        CHECK(summary(client.take()) == "200 thanks|");
    }
}

TEST_CASE("h1 body: a form beyond its limits, a broken one, and one left unparsed") {
    RigOptions options;
    options.port.limits.body_bytes = 100;
    options.port.limits.upload_bytes = 10'000;
    Rig rig(options);
    std::string long_field =
        "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n" + pattern(101) + "\r\n--B--\r\n";
    Client first = rig.connect();
    CHECK(rig.ask(first, post_form(long_field)).starts_with("HTTP/1.1 413 "));
    Client second = rig.connect();
    CHECK(summary(rig.ask(second, post_form(kForm))) == "200 /b|");
    Client third = rig.connect();
    CHECK(rig.ask(third, post_form("--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\ncut"))
              .starts_with("HTTP/1.1 400 "));
    Client fourth = rig.connect();
    CHECK(rig.ask(fourth, post_form(pattern(10'001))).starts_with("HTTP/1.1 413 "));

    options.port.limits.parse_multipart = false;
    options.port.limits.body_bytes = 10'000;
    Rig raw(options);
    Reader reader(raw);
    Client client = raw.connect();
    CHECK(summary(raw.ask(client, post_form(kForm))) == "200 got|");
    CHECK(reader.bodies == std::vector<std::string>{kForm});
}

TEST_CASE("h1 body: an upload folder that does not exist fails the file or the request, not the worker") {
    RigOptions options;
    options.port.limits.upload_dir = "/nonexistent";
    options.port.limits.body_memory_bytes = 100;
    Rig rig(options);
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, post_form(kForm));
    REQUIRE(rig.handler.kept.size() == 1);
    CHECK(rig.handler.kept[0]->body.form()->files()[0].outcome == FormFile::Outcome::cannot_write);
    rig.handler.answer_next("ok");
    Client large = rig.connect();
    CHECK(rig.ask(large, post_counted(pattern(30'000))).starts_with("HTTP/1.1 500 "));
    CHECK(rig.handler.requests == 1);
}

TEST_CASE("h1 body: a client that leaves amid its body leaves nothing behind") {
    Rig rig;
    for (const std::string& request :
         {post("Content-Length: 50\r\n", "part"), post("Content-Length: 500000\r\n", pattern(100'000)),
          post_form(kForm).substr(0, 300), post("Transfer-Encoding: chunked\r\n", "ff\r\npart")}) {
        Client client = rig.connect();
        CHECK(rig.ask(client, request).empty());
        client.leave();
        rig.turn();
        CHECK(rig.counters.connection_num.get() == 0);
    }
    CHECK(rig.handler.requests == 0);
    CHECK(rig.handler.gone_count == 0);
}

TEST_CASE("h1 body: a form has limits for its parts, its files, each part and each name") {
    RigOptions options;
    options.port.limits.multipart.parts = 3;
    options.port.limits.multipart.name_bytes = 20;
    options.port.limits.files = 2;
    options.port.limits.part_bytes = 50;
    Rig rig(options);
    rig.handler.keep_all();
    const auto part = [](const std::string& name, const std::string& file, size_t size) {
        return "--B\r\nContent-Disposition: form-data; name=\"" + name + "\"" +
               (file.empty() ? "" : "; filename=\"" + file + "\"") + "\r\n\r\n" + pattern(size) + "\r\n";
    };
    const std::string name(20, 'n');
    const std::string good = part(name, name, 50) + part("a", "", 50) + part("b", "f", 1) + "--B--\r\n";
    Client client = rig.connect();
    CHECK(rig.ask(client, post_form(good)).empty());
    REQUIRE(rig.handler.kept.size() == 1);
    CHECK(rig.handler.kept[0]->body.form()->files().size() == 2);
    for (const std::string& bad : {part("a", "", 1) + part("b", "", 1) + part("c", "", 1) + part("d", "", 1),
                                   part("a", "f", 1) + part("b", "g", 1) + part("c", "h", 1), part("a", "", 51),
                                   part("a", "f", 51), part(name + "n", "", 1), part("a", name + "n", 1)}) {
        for (size_t piece : {size_t{100'000}, size_t{7}}) {
            Client refused = rig.connect();
            CHECK(ask_in_pieces(rig, refused, post_form(bad + "--B--\r\n"), piece).starts_with("HTTP/1.1 413 "));
        }
    }
    CHECK(rig.handler.requests == 1);
    rig.handler.answer_next("ok");
}
