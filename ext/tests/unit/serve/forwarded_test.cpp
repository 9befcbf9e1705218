#include "serve/forwarded.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>

#include "protocol/http/request_head.h"

using namespace tern;
using namespace tern::serve;
using tern::http::test::head_with;

namespace {

Proxies proxies(ForwardedField field) {
    Proxies all;
    all.field = field;
    CHECK(all.trusted.add("10.0.0.0/8"));
    CHECK(all.trusted.add("fd00::/8"));
    return all;
}

std::string text(const Ip& ip) {
    char out[INET6_ADDRSTRLEN] = "";
    if (ip.family != 0) inet_ntop(ip.family, ip.bytes.data(), out, sizeof out);
    return out;
}

ForwardedFacts older(std::initializer_list<http::Field> fields) {
    return forwarded_facts(head_with(fields), proxies(ForwardedField::x_forwarded));
}

ForwardedFacts standard(Bytes value) {
    return forwarded_facts(head_with({{"Forwarded", value}}), proxies(ForwardedField::forwarded));
}

}  // namespace

TEST_CASE("forwarded: the client is the first address that is not trusted, from the right") {
    CHECK(text(older({{"X-Forwarded-For", "203.0.113.9"}}).ip) == "203.0.113.9");
    CHECK(text(older({{"X-Forwarded-For", "1.2.3.4, 203.0.113.9"}}).ip) == "203.0.113.9");
    CHECK(text(older({{"X-Forwarded-For", "1.2.3.4, 203.0.113.9, 10.0.0.2,10.0.0.1"}}).ip) == "203.0.113.9");
    CHECK(text(older({{"X-Forwarded-For", "1.2.3.4"}, {"x-forwarded-for", "203.0.113.9"}}).ip) == "203.0.113.9");
    CHECK(text(older({{"X-Forwarded-For", "10.0.0.3, 10.0.0.2"}}).ip) == "10.0.0.3");
    CHECK(text(older({{"X-Forwarded-For", "1.2.3.4, unknown"}}).ip) == "");
    CHECK(text(older({{"X-Forwarded-For", "1.2.3.4, unknown, 10.0.0.2"}}).ip) == "10.0.0.2");
    CHECK(text(older({{"X-Forwarded-For", ""}}).ip) == "");
    CHECK(text(older({{"Forwarded", "for=1.2.3.4"}}).ip) == "");
}

TEST_CASE("forwarded: addresses with ports") {
    const ForwardedFacts four = older({{"X-Forwarded-For", "203.0.113.9:4711"}});
    CHECK(text(four.ip) == "203.0.113.9");
    CHECK(four.port == 4711);
    CHECK(text(older({{"X-Forwarded-For", "2001:db8::1"}}).ip) == "2001:db8::1");
    const ForwardedFacts six = older({{"X-Forwarded-For", "[2001:db8::1]:4711"}});
    CHECK(text(six.ip) == "2001:db8::1");
    CHECK(six.port == 4711);
    CHECK(text(older({{"X-Forwarded-For", "[2001:db8::1"}}).ip) == "");
    CHECK(older({{"X-Forwarded-For", "203.0.113.9"}, {"X-Forwarded-Port", "99999"}}).port == 0);
}

TEST_CASE("forwarded: scheme and host are the nearest proxy's word") {
    const ForwardedFacts facts = older(
        {{"X-Forwarded-Proto", "http, https"}, {"X-Forwarded-Host", "evil, example.com"}, {"X-Forwarded-Port", "443"}});
    CHECK(facts.secure);
    CHECK(facts.scheme_known);
    CHECK(facts.host == "example.com");
    CHECK(facts.port == 443);
    CHECK(!older({{"X-Forwarded-Proto", "gopher"}}).scheme_known);
}

TEST_CASE("forwarded: RFC 7239") {
    const ForwardedFacts facts =
        standard("for=192.0.2.43, for=\"[2001:db8:cafe::17]:4711\";proto=https;host=\"a,b;c\"");
    CHECK(text(facts.ip) == "2001:db8:cafe::17");
    CHECK(facts.port == 4711);
    CHECK(facts.secure);
    CHECK(facts.host == "a,b;c");
    CHECK(text(standard("For=192.0.2.60;By=203.0.113.43, for=10.1.1.1").ip) == "192.0.2.60");
    CHECK(text(standard("for=1.2.3.4, for=_hidden").ip) == "");
    CHECK(text(standard("for=unknown").ip) == "");
    CHECK(text(standard(";;=;for").ip) == "");
    CHECK(text(standard("for=\"").ip) == "");
}
