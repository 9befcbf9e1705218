// The handler of a port's requests, as an exchange knows it.
#pragma once

#include <span>

#include "base/result.h"
#include "serve/exchange.h"

namespace tern::serve {
class WsSession;
}

namespace tern::php {

class RequestOwner : public serve::RequestHandler {
public:
    // Answers the request in any case. Messages go to the message callback, or, with `receives`, wait for recv().
    virtual Result<serve::WsSession*> upgrade(serve::Exchange& exchange, std::span<const http::Field> fields,
                                              bool receives) = 0;

protected:
    ~RequestOwner() = default;
};

// Null: the program has made the request itself.
inline RequestOwner* owner_of(const serve::Exchange& exchange) noexcept {
    return static_cast<RequestOwner*>(exchange.owner);
}

}  // namespace tern::php
