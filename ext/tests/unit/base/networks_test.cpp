#include "base/networks.h"

#include <doctest/doctest.h>
#include <sys/socket.h>

using namespace tern;

TEST_CASE("networks: who is in which") {
    struct Row {
        const char* network;
        const char* ip;
        bool in;
    };
    const Row rows[] = {
        {"10.0.0.0/8", "10.255.0.1", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"192.0.2.7", "192.0.2.7", true},
        {"192.0.2.7", "192.0.2.8", false},
        {"192.0.2.4/30", "192.0.2.7", true},
        {"192.0.2.4/30", "192.0.2.8", false},
        {"0.0.0.0/0", "203.0.113.1", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"fd00::/8", "fdff::1", true},
        {"fd00::/8", "fe00::1", false},
        {"::1", "::1", true},
        {"127.0.0.1", "::ffff:127.0.0.1", true},
        {"2001:db8::/33", "2001:db8:7fff::", true},
        {"2001:db8::/33", "2001:db8:8000::", false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.network);
        CAPTURE(row.ip);
        Networks networks;
        CHECK(networks.add(row.network));
        CHECK(networks.contains(parse_ip(row.ip)) == row.in);
    }
}

TEST_CASE("networks: unix sockets, and what is no network") {
    Networks networks;
    CHECK(networks.empty());
    for (const char* wrong :
         {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "::1/129", "10.0.0.0/-1", "10.0.0/8"}) {
        CAPTURE(wrong);
        CHECK(!networks.add(wrong));
    }
    CHECK(!networks.contains({.family = AF_UNIX}));
    CHECK(networks.add("unix"));
    CHECK(networks.contains({.family = AF_UNIX}));
    CHECK(!networks.contains(parse_ip("127.0.0.1")));
}
