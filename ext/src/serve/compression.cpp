#include "serve/compression.h"

#include <algorithm>
#include <iterator>

#include "protocol/http/field.h"
#include "protocol/http/head.h"

namespace tern::serve {

using http::CodingWindow;
using http::ContentCoding;
using http::ContentEncoder;

namespace {

bool has_element(Bytes list, Bytes lower) noexcept {
    while (!list.empty()) {
        if (equals_lower(http::take_element(list), lower)) return true;
    }
    return false;
}

// Most of what is compared differs in the first character.
bool is_same(Bytes text, Bytes lower) noexcept {
    if (text.size() != lower.size()) return false;
    return lower.empty() || (ascii_lower(text.front()) == lower.front() && equals_lower(text, lower));
}

bool matches(Bytes type, Bytes pattern) noexcept {
    if (pattern.starts_with('*')) {
        pattern.remove_prefix(1);
        return type.size() >= pattern.size() && is_same(type.substr(type.size() - pattern.size()), pattern);
    }
    if (!pattern.ends_with('*')) return is_same(type, pattern);
    pattern.remove_suffix(1);
    return is_same(type.substr(0, pattern.size()), pattern);
}

// Compares the name, too: two fields may share their text.
bool is_that(const http::Field& field, Bytes lower_name, Bytes value) noexcept {
    return field.value.data() == value.data() && equals_lower(field.name, lower_name);
}

bool asks_for_identity(const http::Field& field) noexcept {
    return field.name.size() == 16 && equals_lower(field.name, "content-encoding") &&
           (field.value.empty() || equals_lower(trim_ows(field.value), "identity"));
}

CompressionOptions lower_types(CompressionOptions options) {
    for (std::string& type : options.types) std::ranges::transform(type, type.begin(), ascii_lower);
    return options;
}

size_t index(ContentCoding coding) noexcept { return static_cast<size_t>(coding); }

}  // namespace

Compression::Compression(CompressionOptions options) noexcept : options_(lower_types(std::move(options))) {
    std::copy_if(options_.methods.begin(), options_.methods.end(), std::back_inserter(lean_),
                 [](ContentCoding coding) { return coding != ContentCoding::br; });
}

CodedStream::CodedStream(Compression& owner, ContentCoding coding, CodingWindow window) noexcept
    : owner_(owner), coding_(coding), window_(window) {
    ++owner_.streams_;
    auto& idle = owner_.idle_[index(coding)];
    if (window == CodingWindow::stream && !idle.empty()) {
        encoder_ = std::move(idle.back());
        idle.pop_back();
    } else {
        encoder_ = ContentEncoder::make(coding, owner_.options_.level, window);
    }
}

CodedStream::~CodedStream() {
    --owner_.streams_;
    auto& idle = owner_.idle_[index(coding_)];
    const bool kept = window_ == CodingWindow::stream && idle.size() < Compression::kIdleStreams;
    if (encoder_ != nullptr && kept) idle.push_back(std::move(encoder_));
}

void Compression::note(Facts& facts, Bytes name, Bytes value) noexcept {
    switch (name.size()) {
        case 4:
            if (equals_lower(name, "etag")) facts.etag = value;
            if (!equals_lower(name, "vary")) return;
            if (facts.vary.data() == nullptr) facts.vary = value;
            facts.varies = facts.varies || has_element(value, "*") || has_element(value, "accept-encoding");
            return;
        case 11:  // RFC 9530: a digest of the uncompressed bytes; so is the next
            facts.fixed = facts.fixed || equals_lower(name, "repr-digest");
            return;
        case 12:
            if (equals_lower(name, "content-type")) facts.type = trim_ows(value.substr(0, value.find(';')));
            return;
        case 13:
            if (equals_lower(name, "cache-control") && has_element(value, "no-transform")) facts.fixed = true;
            return;
        case 14: facts.fixed = facts.fixed || equals_lower(name, "content-digest"); return;
        case 16: facts.fixed = facts.fixed || equals_lower(name, "content-encoding"); return;
        default: return;
    }
}

Compression::Facts Compression::read(const http::ResponseHead& head) noexcept {
    Facts facts;
    for (size_t i = 0; i < head.field_count; ++i) note(facts, head.fields[i].name, head.fields[i].value);
    return facts;
}

void Compression::replace(http::ResponseHead& head) const noexcept {
    head.fields = fields_.data();
    head.field_count = fields_.size();
}

// With `Content-Encoding: identity`, or none, a handler asks for no compression. The field is not sent (RFC
// 9110 12.5.3).
bool Compression::drop_identity(http::ResponseHead& head) noexcept {
    for (size_t i = 0; i < head.field_count; ++i) {
        if (!asks_for_identity(head.fields[i])) continue;
        fields_.clear();
        std::remove_copy_if(head.fields, head.fields + head.field_count, std::back_inserter(fields_),
                            asks_for_identity);
        replace(head);
        return true;
    }
    return false;
}

bool Compression::is_listed(Bytes type) noexcept {
    if (!type.empty() && type == known_type_) return known_is_listed_;
    const bool listed = std::any_of(options_.types.begin(), options_.types.end(),
                                    [type](const std::string& pattern) { return matches(type, pattern); });
    if (type.size() > kMostKnownType) return listed;
    known_type_ = type;
    known_is_listed_ = listed;
    return listed;
}

// RFC 9110 15: such responses have no content, or only a part of it.
bool Compression::may_code(int status, const Facts& facts) noexcept {
    return http::may_have_content(status) && status != 206 && !facts.fixed && is_listed(facts.type);
}

Bytes Compression::code(const http::RequestHead& request, http::ResponseHead& head, Bytes body) noexcept {
    if (head.field_count > 0 && drop_identity(head)) return {};
    if (head.status == 304) revalidate(request, head);
    if (body.empty() || body.size() < options_.min_length) return {};
    const Facts facts = read(head);
    if (!may_code(head.status, facts)) return {};
    ContentCoding coding = http::AcceptedCodings(request).choose(options_.methods);
    if (coding != ContentCoding::identity && !encode(coding, body)) coding = ContentCoding::identity;
    describe(head, facts, coding);
    return coding == ContentCoding::identity ? Bytes() : coded_.view();
}

// Compresses into coded_. False: the result would not be smaller.
bool Compression::encode(ContentCoding coding, Bytes body) noexcept {
    if (coded_.capacity() > kScratchKept) coded_.release();
    coded_.clear();
    Encoder& encoder = whole_[index(coding)];
    if (encoder == nullptr) encoder = ContentEncoder::make(coding, options_.level, CodingWindow::whole);
    return encoder != nullptr && encoder->begin(body.size()) && encoder->finish(body, coded_, body.size() - 1);
}

std::unique_ptr<CodedStream> Compression::start(const http::RequestHead& request, http::ResponseHead& head) noexcept {
    if (head.field_count > 0 && drop_identity(head)) return nullptr;
    const Facts facts = read(head);
    if (!may_code(head.status, facts)) return nullptr;
    const bool lean = streams_ >= kRoomyStreams || equals_lower(facts.type, "text/event-stream");
    const ContentCoding coding = http::AcceptedCodings(request).choose(lean ? lean_ : options_.methods);
    std::unique_ptr<CodedStream> stream;
    if (coding != ContentCoding::identity && streams_ < kMostStreams) {
        stream = std::make_unique<CodedStream>(*this, coding, lean ? CodingWindow::tiny : CodingWindow::stream);
        if (!stream->open()) stream.reset();
    }
    describe(head, facts, stream == nullptr ? ContentCoding::identity : coding);
    if (request.method == "HEAD") stream.reset();
    return stream;
}

// For a 304: the client may have a compressed copy, which has a weak entity tag.
void Compression::revalidate(const http::RequestHead& request, http::ResponseHead& head) noexcept {
    const Facts facts = read(head);
    if (!facts.etag.starts_with('"')) return;
    weaken(facts.etag);
    for (uint32_t i = 0; i < request.field_count; ++i) {
        const auto& [name, value] = request.fields[i];
        if (!equals_lower(name, "if-none-match") || value.find(etag_) == Bytes::npos) continue;
        describe(head, facts, ContentCoding::identity);
        for (http::Field& field : fields_) {
            if (equals_lower(field.name, "etag")) field.value = etag_;
        }
        return;
    }
}

void Compression::weaken(Bytes etag) noexcept { etag_.assign("W/").append(etag); }

// Adds the fields for a compressed response (RFC 9110 8.8.3.3, 12.5.5). Also for an uncompressed one, if another
// Accept-Encoding would have changed that.
void Compression::describe(http::ResponseHead& head, const Facts& facts, ContentCoding coding) noexcept {
    const bool coded = coding != ContentCoding::identity;
    if (head.fields != fields_.data()) fields_.assign(head.fields, head.fields + head.field_count);
    if (coded && facts.etag.starts_with('"')) weaken(facts.etag);
    if (!facts.vary.empty()) vary_.assign(facts.vary).append(", Accept-Encoding");
    const bool changes = coded || !facts.vary.empty();
    for (size_t i = 0; changes && i < fields_.size(); ++i) {
        http::Field& field = fields_[i];
        if (coded && is_that(field, "etag", facts.etag) && facts.etag.starts_with('"')) field.value = etag_;
        if (!facts.varies && !facts.vary.empty() && is_that(field, "vary", facts.vary)) field.value = vary_;
    }
    if (!facts.varies && facts.vary.empty()) fields_.push_back({"Vary", "Accept-Encoding"});
    if (coded) fields_.push_back({"Content-Encoding", http::name_of(coding)});
    replace(head);
}

}  // namespace tern::serve
