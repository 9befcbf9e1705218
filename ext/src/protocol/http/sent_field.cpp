
#include "protocol/http/field.h"
#include "protocol/http/head.h"

namespace tern::http {

namespace {

// For a Connection field: the server decides whether the connection persists.
bool says_whether_to_persist(Bytes options) noexcept {
    while (!options.empty()) {
        const Bytes option = take_element(options);
        if (equals_lower(option, "close") || equals_lower(option, "keep-alive")) return true;
    }
    return false;
}

const Field* given_field(const ResponseHead& head, Bytes lower_name) noexcept {
    for (size_t i = 0; i < head.field_count; ++i) {
        if (equals_lower(head.fields[i].name, lower_name)) return &head.fields[i];
    }
    return nullptr;
}

std::string connection_field(const ResponseHead& head) {
    for (size_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (!equals_lower(field.name, "connection") || says_whether_to_persist(field.value)) continue;
        return std::string(trim_ows(field.value));
    }
    if (head.status < 200) return {};
    return head.keep_alive && head.framing != Framing::close ? "keep-alive" : "close";
}

// Fields of the framing or the connection: the handler's fields with these names are not sent.
bool is_framing(Bytes lower_name) noexcept {
    return lower_name == "content-length" || lower_name == "transfer-encoding" || lower_name == "connection";
}

std::string framing_field(const ResponseHead& head, Bytes lower_name) {
    if (lower_name == "content-length") {
        return head.framing == Framing::length ? std::to_string(head.content_length) : std::string();
    }
    if (head.version == Version::http2) return {};  // RFC 9113 8.2.2
    if (lower_name == "connection") return connection_field(head);
    return head.framing == Framing::chunked ? "chunked" : "";
}

}  // namespace

std::string sent_field(const ResponseHead& head, Bytes lower_name, Bytes date, Bytes server) {
    if (is_framing(lower_name)) return framing_field(head, lower_name);
    if (const Field* given = given_field(head, lower_name)) return std::string(trim_ows(given->value));
    if (lower_name == "server") return std::string(server);
    if (lower_name == "date") return std::string(date);
    const bool has_type = head.framing != Framing::none && may_have_content(head.status);
    return lower_name == "content-type" && has_type ? "text/html" : "";
}

}  // namespace tern::http
