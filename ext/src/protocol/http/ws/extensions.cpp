#include "protocol/http/ws/extensions.h"

#include "protocol/http/char_class.h"

namespace tern::http::ws {

void ExtensionReader::skip_space() noexcept {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
}

bool ExtensionReader::skip(char wanted) noexcept {
    skip_space();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    skip_space();
    return true;
}

Bytes ExtensionReader::take_token() noexcept {
    size_t end = 0;
    while (end < rest_.size() && is_in(rest_[end], kTokenChar)) ++end;
    const Bytes token = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return token;
}

bool ExtensionReader::next_extension(Bytes& name) noexcept {
    ExtensionParameter ignored;
    while (next_parameter(ignored)) {}
    skip_space();
    if (malformed_ || rest_.empty()) return false;
    if (begun_ && rest_.front() != ',') return fail();
    while (skip(',')) {}  // empty elements are allowed (RFC 9110 5.6.1.2)
    skip_space();
    if (rest_.empty()) return false;
    name = take_token();
    begun_ = true;
    return !name.empty() || fail();
}

bool ExtensionReader::next_parameter(ExtensionParameter& parameter) noexcept {
    if (malformed_ || !begun_ || !skip(';')) return false;
    parameter = {};
    parameter.name = take_token();
    if (parameter.name.empty()) return fail();
    if (!skip('=')) return true;
    parameter.has_value = true;
    return take_value(parameter);
}

bool ExtensionReader::take_value(ExtensionParameter& parameter) noexcept {
    const bool quoted = !rest_.empty() && rest_.front() == '"';
    if (quoted) rest_.remove_prefix(1);
    parameter.value = take_token();
    if (parameter.value.empty()) return fail();
    if (!quoted) return true;
    if (rest_.empty() || rest_.front() != '"') return fail();
    rest_.remove_prefix(1);
    return true;
}

}  // namespace tern::http::ws
