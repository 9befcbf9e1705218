// The entry for the requests of a port: files are answered at once, other requests go to the handler as admission
// allows.
#pragma once

#include "serve/admission.h"
#include "serve/context.h"
#include "serve/port_options.h"

namespace tern::serve {

class RequestEntry {
public:
    // All outlive it.
    RequestEntry(Context& context, const PortOptions& options, RequestHandler& handler, Admission& admission) noexcept;
    RequestEntry(const RequestEntry&) = delete;
    RequestEntry& operator=(const RequestEntry&) = delete;

    RequestHandler& handler() const noexcept { return handler_; }
    void dispatch(Exchange& exchange) noexcept;
    // The answer is complete or lost. True: a handler has seen it, as it was not waiting for admission.
    bool on_answered(Exchange& exchange) noexcept;
    // No waiting request is handled from now on.
    void stop() noexcept { serve_waiting_.withdraw(); }

private:
    void serve_waiting() noexcept;

    Context& context_;
    const PortOptions& options_;
    RequestHandler& handler_;
    Admission& admission_;
    loop::Deferred serve_waiting_;
};

}  // namespace tern::serve
