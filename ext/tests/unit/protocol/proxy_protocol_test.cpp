#include "protocol/proxy_protocol.h"

#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>

using namespace tern;
using namespace tern::protocol;

namespace {

const std::string kSignature("\r\n\r\n\0\r\nQUIT\n", 12);

std::string binary(char command, char family, const std::string& rest) {
    std::string text = kSignature + command + family;
    text += static_cast<char>(rest.size() >> 8);
    text += static_cast<char>(rest.size() & 255);
    return text + rest;
}

const std::string kIpv4("\xc0\0\2\1\xc6\x33\x64\2\xdc\x04\1\xbb", 12);

}  // namespace

TEST_CASE("proxy protocol: version 1") {
    const std::string text = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\nGET /";
    const ProxyHeader header = parse_proxy_header(text);
    CHECK(header.state == ProxyHeader::State::done);
    CHECK(header.size == text.size() - 5);
    CHECK(header.source.family == AF_INET);
    CHECK(header.source.bytes[0] == 192);
    CHECK(header.source_port == 56324);
    CHECK(header.target_port == 443);
    CHECK(parse_proxy_header("PROXY UNKNOWN\r\n").source.family == 0);
    CHECK(parse_proxy_header("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n").state == ProxyHeader::State::done);
    CHECK(parse_proxy_header("PROXY TCP6 2001:db8::1 ::1 1 2\r\n").source.family == AF_INET6);
}

TEST_CASE("proxy protocol: any part of a header wants more") {
    const std::string texts[] = {"PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n", binary(0x21, 0x11, kIpv4)};
    for (const std::string& text : texts) {
        for (size_t size = 0; size < text.size(); ++size) {
            CAPTURE(size);
            CHECK(parse_proxy_header(Bytes(text).substr(0, size)).state == ProxyHeader::State::need_more);
        }
        CHECK(parse_proxy_header(text).state == ProxyHeader::State::done);
    }
}

TEST_CASE("proxy protocol: what is none") {
    const std::string texts[] = {
        "GET / HTTP/1.1\r\n",
        "PROXX",
        "\r\n\r\nGET",
        "PROXY TCP5 1.1.1.1 2.2.2.2 1 2\r\n",
        "PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n",
        "PROXY TCP4 1.1.1 2.2.2.2 1 2\r\n",
        "PROXY TCP4 1.1.1.1 2.2.2.2 1 65536\r\n",
        "PROXY TCP4 1.1.1.1 2.2.2.2 -1 2\r\n",
        "PROXY " + std::string(120, 'x'),
        binary(0x31, 0x11, kIpv4),
        binary(0x22, 0x11, kIpv4),
        binary(0x21, 0x11, kIpv4.substr(1)),
        binary(0x21, 0x11, kIpv4 + std::string(5000, 'x')),
    };
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(parse_proxy_header(text).state == ProxyHeader::State::failed);
    }
}

TEST_CASE("proxy protocol: version 2") {
    const std::string tls = std::string("\x04\0\2xx", 5) + std::string("\x20\0\5\1\0\0\0\0", 8);
    const ProxyHeader header = parse_proxy_header(binary(0x21, 0x11, kIpv4 + tls) + "GET");
    CHECK(header.state == ProxyHeader::State::done);
    CHECK(header.size == 16 + kIpv4.size() + tls.size());
    CHECK(header.source.family == AF_INET);
    CHECK(header.source.bytes[3] == 1);
    CHECK(header.source_port == 56324);
    CHECK(header.secure);
    CHECK(!parse_proxy_header(binary(0x21, 0x11, kIpv4 + std::string("\x20\0\xff\1", 4))).secure);
    CHECK(parse_proxy_header(binary(0x20, 0x11, kIpv4)).source.family == 0);
    CHECK(parse_proxy_header(binary(0x21, 0x31, std::string(216, '\0'))).source.family == 0);
    const ProxyHeader six = parse_proxy_header(binary(0x21, 0x21, std::string(32, '\1') + std::string("\0\1\0\2", 4)));
    CHECK(six.source.family == AF_INET6);
    CHECK(six.source_port == 1);
}
