#include "protocol/http/h2/field_list.h"

#include "base/check.h"
#include "protocol/http/head.h"

namespace tern::http::h2 {

namespace {

enum Kind : unsigned { kPlain = 0, kServer = 1, kDate = 2, kContentType = 4, kDropped = 8 };

unsigned kind_of(Bytes name) noexcept {
    switch (name.size()) {
        case 2: return equals_lower(name, "te") ? kDropped : kPlain;
        case 4: return equals_lower(name, "date") ? kDate : kPlain;
        case 6: return equals_lower(name, "server") ? kServer : kPlain;
        case 12: return equals_lower(name, "content-type") ? kContentType : kPlain;
        case 14: return equals_lower(name, "content-length") ? kDropped : kPlain;
        default: return is_field_of_http1(name) ? kDropped : kPlain;
    }
}

}  // namespace

void ResponseFields::add_status(int status) noexcept {
    if (status == 200) {
        list_.clear();
        return list_.add_lasting(":status", "200");
    }
    TERN_CHECK(status >= 100 && status <= 999);
    status_[0] = static_cast<char>('0' + status / 100);
    status_[1] = static_cast<char>('0' + status / 10 % 10);
    status_[2] = static_cast<char>('0' + status % 10);
    list_.clear();
    list_.add_named(":status", Bytes(status_, 3));
}

void ResponseFields::make_final(const ResponseHead& head, const OwnFields& own) noexcept {
    add_status(head.status);
    unsigned given = kPlain;
    for (size_t i = 0; i < head.field_count; ++i) given |= kind_of(head.fields[i].name);
    if ((given & kServer) == 0 && !own.server.empty()) list_.add_lasting("server", own.server);
    if ((given & kDate) == 0) list_.add_lasting("date", own.date);
    if ((given & kContentType) == 0 && head.framing != Framing::none && may_have_content(head.status))
        list_.add_lasting("content-type", "text/html");
    for (size_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (kind_of(field.name) != kDropped) add(field.name, trim_ows(field.value));
    }
    if (head.framing != Framing::length) return;
    const char* end = write_decimal(length_, head.content_length);
    list_.add_named("content-length", Bytes(length_, static_cast<size_t>(end - length_)));
}

void ResponseFields::make_interim(const ResponseHead& head) noexcept {
    add_status(head.status);
    for (size_t i = 0; i < head.field_count; ++i) {
        const Field& field = head.fields[i];
        if (kind_of(field.name) != kDropped) add(field.name, trim_ows(field.value));
    }
}

void ResponseFields::make_trailers(const Field* fields, size_t count) noexcept {
    list_.clear();
    for (size_t i = 0; i < count; ++i) {
        if (kind_of(fields[i].name) == kPlain) add(fields[i].name, trim_ows(fields[i].value));
    }
}

}  // namespace tern::http::h2
