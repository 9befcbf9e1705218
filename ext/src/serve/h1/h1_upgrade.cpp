// An HTTP/1 connection that goes on with another protocol.
#include "serve/h1/h1_connection.h"
#include "serve/port.h"
#include "serve/ws/ws_connection.h"

namespace tern::serve {

Result<WsSession*> H1Connection::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    TERN_CHECK(&exchange == exchange_);
    if (phase_ != Phase::handling) return Error::operation_not_supported;  // its body still arrives
    head.version = http::Version::http11;
    append_head(head);
    stream_.uncork();
    (void)stream_.flush();  // what is not sent now, its next owner sends
    drop_exchange(AnswerState::complete);
    auto fresh = std::make_unique<WsConnection>(port_, take_stream(), passport_, start);
    WsConnection& now = *fresh;
    port_.replace(*this, std::move(fresh), unread(), 0);
    if (now.closed()) return Error::session_closed;
    return &now.session();
}

}  // namespace tern::serve
