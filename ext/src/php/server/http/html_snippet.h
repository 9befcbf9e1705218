// The option http_html_snippet: what whole HTML documents get added to them, for tools of developers.
#pragma once

#include "php/object/response_object.h"

namespace tern::php {

// Whether there is one.
bool has_html_snippet() noexcept;

// end_response(), with the snippet behind the content where that is a document.
bool end_with_snippet(ResponseObject& response, zend_string* content);

}  // namespace tern::php
