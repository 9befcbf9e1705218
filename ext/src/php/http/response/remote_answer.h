// Answers to requests that another worker has: a task worker gets the number of a connection, makes a Response with it,
// and answers. Each step is a message to the worker of the connection, which frames and sends it. When that worker does
// not, because its PHP code blocks, the master sends the answer itself and ends the connection.
#pragma once

#include "serve/exchange.h"
#include "worker/messages.h"

namespace tern::php {

class PortHost;

// Makes an exchange whose responder sends those messages. Null: no worker has that session, or it is this one. The
// caller gets the reference.
serve::Exchange* make_remote_exchange(int64_t session_id);

// Does the step of a message. It is dropped when the client has gone, or when the request was answered already.
void take_answer(PortHost& host, const worker::AnswerHead& head, Bytes fields, Bytes body);

}  // namespace tern::php
