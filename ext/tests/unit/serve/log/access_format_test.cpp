#include "serve/log/access_format.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdlib>
#include <ctime>
#include <doctest/doctest.h>
#include <string>
#include <unistd.h>

#include "serve/exchange.h"

using namespace tern;
using namespace tern::serve;

namespace {

// A request of a client behind a trusted proxy, and its answer.
struct Sample {
    Sample() {
        setenv("TZ", "UTC", 1);
        tzset();
        client.family = peer.family = AF_INET;
        client.ip = {192, 0, 2, 1};
        peer.ip = {10, 0, 0, 255};
        peer.server_port = 8443;
        head.method = "GET";
        head.target = "/a?b=c";
        head.path = "/a";
        head.query = "b=c";
        head.host = "example.org";
        add("Host", "example.org");
        add("Referer", "http://x/\"");
        add("User-Agent", "curl/8");
        entry.head = &head;
        entry.client = &client;
        entry.peer = &peer;
        entry.status = 200;
        entry.body_bytes = 1234;
        entry.sent_bytes = 1400;
        entry.received_bytes = 90;
        entry.received_us = 1'700'000'000'045'678;
        entry.duration_us = 3'000'123;
        entry.worker_id = 2;
        entry.keep_alive = true;
    }
    void add(Bytes name, Bytes value) { head.fields[head.field_count++] = {name, value}; }
    std::string line(Bytes format) const {
        CHECK(AccessFormat::complaint(format) == nullptr);
        Buffer out;
        AccessFormat made(format);
        AccessEntry with_fields = entry;
        std::vector<std::string> values;
        for (const std::string& name : made.response_names()) values.push_back(answer_field(name));
        with_fields.response_fields = values;
        made.write(out, with_fields);
        return std::string(out.view());
    }

    // Of its answer.
    static std::string answer_field(Bytes lower_name) {
        if (lower_name == "server") return "tern";
        if (lower_name == "x-cache") return "hit";
        return lower_name == "content-length" ? "0" : "";
    }

    http::RequestHead head;
    shm::SessionOrigin client;
    shm::SessionOrigin peer;
    AccessEntry entry;
};

}  // namespace

TEST_CASE("access_format: combined") {
    Sample sample;
    CHECK(sample.line("combined") ==
          "192.0.2.1 - - [14/Nov/2023:22:13:20 +0000] \"GET /a?b=c HTTP/1.1\" 200 1234 \"http://x/\\x22\" "
          "\"curl/8\"\n");
    sample.head.field_count = 1;
    sample.entry.body_bytes = 0;
    CHECK(sample.line("combined") ==
          "192.0.2.1 - - [14/Nov/2023:22:13:20 +0000] \"GET /a?b=c HTTP/1.1\" 200 - \"-\" \"-\"\n");
}

TEST_CASE("access_format: json") {
    Sample sample;
    sample.add("X-Request-Id", "r-1");
    CHECK(sample.line("json") ==
          R"({"time":"2023-11-14T22:13:20.045+00:00","remote_addr":"192.0.2.1","peer":"10.0.0.255","method":"GET",)"
          R"("target":"/a?b=c","protocol":"HTTP/1.1","host":"example.org","referer":"http://x/\"",)"
          R"("user_agent":"curl/8","request_id":"r-1","status":200,"bytes":1234,"duration":3.000123,"worker":2,)"
          R"("aborted":false})"
          "\n");
    sample.peer = sample.client;
    sample.head.field_count = 0;
    sample.entry.aborted = true;
    CHECK(sample.line("json") ==
          R"({"time":"2023-11-14T22:13:20.045+00:00","remote_addr":"192.0.2.1","method":"GET","target":"/a?b=c",)"
          R"("protocol":"HTTP/1.1","host":"example.org","referer":null,"user_agent":null,"status":200,"bytes":1234,)"
          R"("duration":3.000123,"worker":2,"aborted":true})"
          "\n");
}

TEST_CASE("access_format: each directive") {
    Sample sample;
    struct Case {
        Bytes format;
        std::string line;
    };
    for (const Case& one :
         {Case{"%h %a %{c}a", "192.0.2.1 192.0.2.1 10.0.0.255"}, Case{"%l %u", "- -"},
          Case{"%t", "[14/Nov/2023:22:13:20 +0000]"}, Case{"%r", "GET /a?b=c HTTP/1.1"},
          Case{"%s %>s %<s", "200 200 200"}, Case{"%b %B", "1234 1234"}, Case{"%O %I", "1400 90"},
          Case{"%D %T", "3000123 3"}, Case{"%m %U %q %H", "GET /a ?b=c HTTP/1.1"}, Case{"%v %p", "example.org 8443"},
          Case{"%P", std::to_string(getpid())}, Case{"%X 100%% ", "+ 100% "}, Case{"%{REFERER}i", "http://x/\\x22"},
          Case{"%{X}i", "-"}, Case{"%{x-cache}o %{Nope}o", "hit -"}, Case{"no directive", "no directive"}}) {
        CHECK(sample.line(one.format) == one.line + '\n');
    }
    sample.entry.body_bytes = 0;
    CHECK(sample.line("%b %B") == "- 0\n");
    sample.entry.keep_alive = false;
    CHECK(sample.line("%X") == "-\n");
    sample.entry.aborted = true;
    CHECK(sample.line("%X") == "X\n");
    sample.head.query = {};
    sample.head.version = http::Version::http10;
    CHECK(sample.line("%q%H") == "HTTP/1.0\n");
    CHECK(AccessFormat("%{A}o").response_names() == std::vector<std::string>{"a"});
    CHECK(AccessFormat("%{a}i").response_names().empty());
}

TEST_CASE("access_format: what never became a request has no more than its first line") {
    Sample sample;
    sample.entry.head = nullptr;
    sample.entry.status = 400;
    sample.entry.first_line = "\x16\x03\x01 \"x";
    CHECK(sample.line("%r %m %U %q %H %v %{Host}i %s") == "\\x16\\x03\\x01 \\x22x - - - - - - 400\n");
    sample.entry.first_line = {};
    CHECK(sample.line("\"%r\"") == "\"-\"\n");
    const std::string endless(100'000, 'a');
    sample.entry.first_line = endless;
    CHECK(sample.line("%r").size() == 1025);
    CHECK(sample.line("json").find(R"("method":null,"target":null,"protocol":null,"host":null)") != std::string::npos);
}

TEST_CASE("access_format: whatever a client sends, it is one line, and JSON has its quotes in pairs") {
    Sample sample;
    std::string hostile;
    for (int byte = 0; byte < 256; ++byte) hostile += static_cast<char>(byte);
    sample.head.method = sample.head.target = sample.head.path = sample.head.query = sample.head.host = hostile;
    for (Bytes name : {"referer", "user-agent", "x-request-id", "other"}) sample.add(name, hostile);
    sample.head.fields[1].value = sample.head.fields[2].value = hostile;
    for (Bytes format : {"combined", "json", "%r %m %U %q %v %{Other}i"}) {
        const std::string line = sample.line(format);
        CHECK(line.find('\n') == line.size() - 1);
        for (char c : line.substr(0, line.size() - 1)) REQUIRE((c >= 0x20 && c < 0x7f));
    }
    const std::string combined = sample.line("combined");
    CHECK(std::count(combined.begin(), combined.end(), '"') == 6);
}

TEST_CASE("access_format: unix sockets and IPv6") {
    Sample sample;
    sample.client = {};
    sample.client.family = AF_UNIX;
    CHECK(sample.line("%h") == "unix\n");
    sample.client.family = AF_INET6;
    sample.client.ip[15] = 1;
    CHECK(sample.line("%h") == "::1\n");
}

TEST_CASE("access_format: wrong formats are told by what is wrong") {
    struct Case {
        Bytes format;
        Bytes complaint;
    };
    for (const Case& one :
         {Case{"", "be \"combined\", \"json\" or a format with directives"},
          Case{"%h %z", "have only known directives, and not %z"},
          Case{"%{Host}x", "have only known directives, and not %x"},
          Case{"%i", "have only known directives, and not %i"}, Case{"%\xff", "have only known directives, and not %?"},
          Case{"%{Host", "name a field in each %{}"}, Case{"%{}i", "name a field in each %{}"},
          Case{"%{x}a", "have no argument but c in %{}a"}, Case{"100%", "not end in the middle of a directive"},
          Case{"%{Host}", "not end in the middle of a directive"}}) {
        const char* complaint = AccessFormat::complaint(one.format);
        REQUIRE(complaint != nullptr);
        CHECK(Bytes(complaint) == one.complaint);
    }
}

TEST_CASE("access_format: the account, where one was kept") {
    Sample sample;
    CHECK(sample.line("%{cpu}w %{socket}w %{switches}w") == "- - -\n");
    CHECK(std::string(AccessFormat::complaint("%{disk}w")).starts_with("have cpu, switches, memory"));
    CHECK(AccessFormat::complaint("%w") != nullptr);
    CHECK_FALSE(AccessFormat("%D").wants_account());
    CHECK(AccessFormat("json").wants_account());
    CHECK(AccessFormat("%{cpu}w").wants_account());
    ExchangePool pool;
    Exchange& exchange = *pool.take();
    auto* account = new RequestAccount(exchange, 0);
    account->add_wait(WaitKind::socket, 5'000);
    sample.entry.account = account;
    CHECK(sample.line("%{cpu}w %{socket}w %{memory}w") == "0 5 0\n");
    CHECK(sample.line("json").find(
              R"("cpu":0.000000,"switches":0,"memory":0,"waits":{"socket":0.000005},"worker":2)") != std::string::npos);
    account->close();
    account->release();
    exchange.release();
}
