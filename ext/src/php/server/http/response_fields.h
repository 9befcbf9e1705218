// What a Response says in its head, as the protocol needs it.
#pragma once

#include "php/object/response_object.h"

namespace tern::php {

// The fields of the object as views into its arrays, for composing a head: valid until the arrays change.
struct FieldList {
    const http::Field* fields;
    size_t count;
    bool closes;  // Connection: close is among them
};

FieldList collect_fields(ResponseObject& response);
FieldList collect_trailers(ResponseObject& response);

// Adds the names of those known by now to a head that was just composed (RFC 9110 6.6.2), unless it has a Trailer
// field.
void announce_trailers(ResponseObject& response, http::ResponseHead& head);

// The head as the object has it. The views in it live until the object's arrays change.
http::ResponseHead compose_head(ResponseObject& response);

}  // namespace tern::php
