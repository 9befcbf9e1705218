// A connection that brings requests: the account of each of them, whatever HTTP version carries it.
#pragma once

#include "serve/connection.h"

namespace tern::serve {

struct AccessEntry;

class HttpConnection : public Connection {
protected:
    using Connection::Connection;

    // Whose request it is, and what a proxy says about that.
    void introduce(Exchange& exchange) noexcept;
    void dispatch(Exchange& exchange, Responder& responder) noexcept;
    // Its answer is complete or lost; our reference goes. True when a handler has seen it.
    bool end_exchange(Exchange& exchange, AnswerState state) noexcept;

    // Tells of the answer what the protocol knows.
    virtual void describe_answer(AccessEntry& entry, const Exchange& exchange, AnswerState state) noexcept = 0;
    // The answer has that head: for the log and the counters.
    void note_answer(Exchange& exchange, const http::ResponseHead& head) noexcept {
        exchange.facts.status = head.status;
        if (host_.access_log() != nullptr) note_answer_fields(exchange, head);
    }
    // Empty: answers do not name the server.
    Bytes server_name() const noexcept;
    // The client gets this answer without a handler.
    void log_rejection(int status, const char* reason) noexcept;
    // An answer is aborted since its client takes nothing of it.
    void log_stalled_client() noexcept;

private:
    void note_answer_fields(Exchange& exchange, const http::ResponseHead& head) noexcept;
    void log_access(const Exchange& exchange, AnswerState state) noexcept;
    void count_answer(const Exchange& exchange) noexcept;
};

}  // namespace tern::serve
