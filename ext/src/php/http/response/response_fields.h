// The head of a Response in the form that the protocol needs.
#pragma once

#include "php/http/response/response_object.h"

namespace tern::php {

// The fields of the object as views into its arrays. Valid until the arrays change.
struct FieldList {
    const http::Field* fields;
    size_t count;
    bool closes;  // Connection: close is among them
};

// "content-type" as "Content-Type". The second one returns `name` itself with one more reference if it looks so
// already.
zend_string* format_field_name(Bytes name);
zend_string* format_field_name(zend_string* name);

FieldList collect_fields(ResponseObject& response);
FieldList collect_trailers(ResponseObject& response);

// Adds the names of the known trailers to a head that was just composed (RFC 9110 6.6.2), unless it has a Trailer
// field.
void announce_trailers(ResponseObject& response, http::ResponseHead& head);

// Composes the head of the object. Its views are valid until the object's arrays change.
http::ResponseHead compose_head(ResponseObject& response);
// Removes a Content-Encoding without a value, by which a program asks for no compression.
void drop_empty_coding(http::ResponseHead& head);

}  // namespace tern::php
