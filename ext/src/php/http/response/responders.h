// Responses that take another way than the connection of their request in this process.
#pragma once

#include "base/fd.h"
#include "php/engine/compat/engine.h"
#include "serve/exchange.h"
#include "worker/messages.h"

namespace tern::php {

class PortHost;

// Responses to requests that another worker has: a task worker gets the number of a connection, makes a Response with
// it, and responds. Each step is a message to the worker of the connection, which frames and sends it. When that worker
// does not, because its PHP code blocks, the master sends the response itself and ends the connection.

// Makes an exchange whose responder sends those messages. Null: no worker has that session, or it is this one. The
// caller gets the reference.
serve::Exchange* make_remote_exchange(int64_t session_id);

// Does the step of a message. It is dropped when the client has gone, or when the request has a response already.
void take_response(PortHost& host, const worker::ResponseStepHead& head, Bytes fields, Bytes body);

// Responses as HTTP/1.1 that this process sends over a socket itself: over a Coroutine\Socket or a connection of the
// program's own protocol, whose requests it has parsed with Request::parse(), or the descriptor of a connection that
// another process has.

// The head with the fields that a server adds.
void append_response_head(Buffer& out, http::ResponseHead& head) noexcept;

// Makes an exchange that takes a reference to the socket and sends the response with its sendAll(), as HTTP/1.1.
// Sending suspends as sendAll() does. Null after an Error: there are no coroutines here. The caller gets the reference.
// `request`, if there is one, tells whether the response has a body, and the version of HTTP.
serve::Exchange* make_socket_exchange(zend_object* socket, const http::RequestHead* request);
// The same by Server::send().
serve::Exchange* make_session_exchange(int64_t session_id, const http::RequestHead* request);

// Blocks while the client receives, for at most 1 s in which it receives nothing. The end of the response, or abort(),
// ends the connection for all processes.
serve::Responder* make_descriptor_responder(Fd socket);

}  // namespace tern::php
