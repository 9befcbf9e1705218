#include "php/server/message/stand_in_dispatch.h"

#include <cstring>
#include <string>

#include "php/engine/compat/engine.h"
#include "php/engine/string_slice.h"
#include "proc/shared_state.h"

namespace tern::php {

namespace {

constexpr http::Field kFields[] = {{"Content-Type", "text/plain; charset=utf-8"}, {"Retry-After", "1"}};
// A page in a browser asks again.
constexpr http::Field kFieldsOfError[] = {
    {"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-store"}, {"Refresh", "2"}};

}  // namespace

void StandInDispatch::on_request(serve::Exchange& exchange) {
    const proc::StartFailure& failure = *host_.start_failure;
    const bool shows = PG(display_errors) == PHP_DISPLAY_ERRORS_STDOUT && failure.number.load() != 0;
    http::ResponseHead head;
    head.status = shows ? 500 : 503;
    head.fields = shows ? kFieldsOfError : kFields;
    head.field_count = shows ? std::size(kFieldsOfError) : std::size(kFields);
    std::string text = "Service Unavailable\n";
    if (shows) text = std::string(failure.text, strnlen(failure.text, sizeof failure.text)) + "\n";
    zend_string* body = zend_string_init(text.data(), text.size(), false);
    (void)exchange.responder()->respond(exchange, head, keep(body));
    zend_string_release(body);
}

}  // namespace tern::php
