// The option http_html_snippet: text that is added to whole HTML documents, for developers' tools.
#pragma once

#include "php/http/response/response_object.h"

namespace tern::php {

// True: the option is set.
bool has_html_snippet() noexcept;

// Like end_response(), with the snippet after the content if that is a document.
bool end_with_snippet(ResponseObject& response, zend_string* content);

}  // namespace tern::php
