// Answers for a program that has failed to start, so that no client waits for one that does not come: 503 with
// Retry-After. With display_errors, as while developing, it is 500 with the error.
#pragma once

#include "php/http/port_host.h"

namespace tern::php {

class StandInDispatch final : public serve::RequestHandler {
public:
    explicit StandInDispatch(PortHost& host) noexcept : host_(host) {}

    void on_request(serve::Exchange& exchange) override;
    void on_client_gone(serve::Exchange&) override {}
    void on_drained(serve::Exchange&) override {}
    void on_body(serve::Exchange&) override {}
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}

private:
    PortHost& host_;
};

}  // namespace tern::php
