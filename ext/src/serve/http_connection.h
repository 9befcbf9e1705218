// A connection that carries requests of any HTTP version: it does their accounting.
#pragma once

#include "serve/connection.h"

namespace tern::serve {

struct AccessEntry;

class HttpConnection : public Connection {
protected:
    using Connection::Connection;

    // Fills in the client of the request, including what a trusted proxy reports.
    void set_client_info(Exchange& exchange) noexcept;
    void dispatch(Exchange& exchange, Responder& responder) noexcept;
    // The response is complete or lost. Releases the connection's reference. True: a handler has seen the exchange.
    bool end_exchange(Exchange& exchange, AnswerState state) noexcept;

    // Adds to the log entry what only the protocol knows.
    virtual void describe_answer(AccessEntry& entry, const Exchange& exchange, AnswerState state) noexcept = 0;
    // Notes the head of the response for the log and the counters.
    void note_answer(Exchange& exchange, const http::ResponseHead& head) noexcept {
        exchange.facts.status = head.status;
        if (host_.access_log() != nullptr) note_answer_fields(exchange, head);
    }
    // Empty: responses have no Server field.
    Bytes server_name() const noexcept;
    // Logs a response that the client gets without a handler.
    void log_rejection(int status, const char* reason) noexcept;
    // Logs that a response is aborted because its client does not receive it.
    void log_stalled_client() noexcept;

private:
    void note_answer_fields(Exchange& exchange, const http::ResponseHead& head) noexcept;
    void log_access(const Exchange& exchange, AnswerState state) noexcept;
    void count_answer(const Exchange& exchange) noexcept;
};

}  // namespace tern::serve
