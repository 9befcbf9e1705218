#include "php/http/listen_advice.h"

#include <cerrno>
#include <string>

#include "base/error_page.h"

namespace tern::php {

namespace {

constexpr ErrorPage kPortInUse("port-in-use");
constexpr ErrorPage kPortNotPermitted("port-not-permitted");
constexpr ErrorPage kNoSuchAddress("no-such-address");

struct Advice {
    int error;
    const char* what;
    const char* url;
};

constexpr Advice kAdvice[] = {
    {EADDRINUSE, ". Another process listens there: stop it (ss -ltnp shows it), or choose another port",
     kPortInUse.url},
    {EACCES, ". Ports below 1024 need root or CAP_NET_BIND_SERVICE: choose a port from 1024 on", kPortNotPermitted.url},
    {EADDRNOTAVAIL, ". This machine does not have that address: use one of `ip addr`, or 0.0.0.0", kNoSuchAddress.url},
};

}  // namespace

const char* listen_advice(Error error) noexcept {
    static std::string text;  // of one process, which has one thread that runs PHP
    for (const Advice& advice : kAdvice) {
        if (advice.error != static_cast<int>(error)) continue;
        text = std::string(advice.what) + ". See " + advice.url;
        return text.c_str();
    }
    return "";
}

}  // namespace tern::php
