#include "serve/compression.h"

#include <algorithm>

#include "http/field.h"

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

bool matches(Bytes type, Bytes pattern) noexcept {
    if (pattern.starts_with('*')) {
        pattern.remove_prefix(1);
        return type.size() >= pattern.size() && equals_lower(type.substr(type.size() - pattern.size()), pattern);
    }
    if (!pattern.ends_with('*')) return equals_lower(type, pattern);
    pattern.remove_suffix(1);
    return equals_lower(type.substr(0, pattern.size()), pattern);
}

size_t index(ContentCoding coding) noexcept { return static_cast<size_t>(coding); }

}  // namespace

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

void Compression::note(Facts& facts, const http::Field& field) noexcept {
    const auto& [name, value] = field;
    if (equals_lower(name, "content-type")) {
        facts.type = trim_ows(value.substr(0, value.find(';')));
    } else if (equals_lower(name, "content-encoding")) {
        facts.identity = equals_lower(trim_ows(value), "identity");
        facts.fixed = true;
    } else if (equals_lower(name, "cache-control")) {
        facts.fixed = facts.fixed || has_element(value, "no-transform");
    } else if (equals_lower(name, "etag")) {
        facts.etag = value;
    } else if (equals_lower(name, "vary")) {
        if (facts.vary.data() == nullptr) facts.vary = value;
        facts.varies = facts.varies || has_element(value, "*") || has_element(value, "accept-encoding");
    } else if (equals_lower(name, "content-digest") || equals_lower(name, "repr-digest")) {
        facts.fixed = true;  // RFC 9530: of the bytes as the handler gave them
    }
}

Compression::Facts Compression::read(const http::ResponseHead& head) noexcept {
    Facts facts;
    for (size_t i = 0; i < head.field_count; ++i) note(facts, head.fields[i]);
    return facts;
}

void Compression::replace(http::ResponseHead& head) const noexcept {
    head.fields = fields_.data();
    head.field_count = fields_.size();
}

// Drops `Content-Encoding: identity`, by which a handler says that it wants no coding: it is no value to be sent
// (RFC 9110 12.5.3).
bool Compression::may_code(http::ResponseHead& head, const Facts& facts) noexcept {
    if (facts.identity) {
        fields_.clear();
        for (size_t i = 0; i < head.field_count; ++i) {
            if (!equals_lower(head.fields[i].name, "content-encoding")) fields_.push_back(head.fields[i]);
        }
        replace(head);
    }
    const int status = head.status;
    if (facts.fixed || status < 200 || status == 204 || status == 205 || status == 206) return false;
    return std::any_of(options_.types.begin(), options_.types.end(),
                       [&facts](const std::string& pattern) { return matches(facts.type, pattern); });
}

Bytes Compression::code(const http::RequestHead& request, http::ResponseHead& head, Bytes body) noexcept {
    if (head.status == 304) {
        revalidate(request, head);
        return {};
    }
    const Facts facts = read(head);
    if (!may_code(head, facts) || body.empty() || body.size() < options_.min_length) return {};
    ContentCoding coding = http::AcceptedCodings(request).choose(options_.methods);
    if (coding != ContentCoding::identity && !encode(coding, body)) coding = ContentCoding::identity;
    describe(head, facts, coding);
    return coding == ContentCoding::identity ? Bytes() : coded_.view();
}

// Into coded_. False: it would not be smaller.
bool Compression::encode(ContentCoding coding, Bytes body) noexcept {
    if (coded_.capacity() > kScratchKept) coded_.release();
    coded_.clear();
    Encoder& encoder = whole_[index(coding)];
    if (encoder == nullptr) encoder = ContentEncoder::make(coding, options_.level, CodingWindow::whole);
    return encoder != nullptr && encoder->begin(body.size()) && encoder->finish(body, coded_, body.size() - 1);
}

std::unique_ptr<CodedStream> Compression::start(const http::RequestHead& request, http::ResponseHead& head) noexcept {
    const Facts facts = read(head);
    if (head.status == 304 || !may_code(head, facts)) return nullptr;
    ContentCoding coding = http::AcceptedCodings(request).choose(options_.methods);
    std::unique_ptr<CodedStream> stream;
    if (coding != ContentCoding::identity && streams_ < kMostStreams) {
        const bool events = equals_lower(facts.type, "text/event-stream");
        stream = std::make_unique<CodedStream>(*this, coding, events ? CodingWindow::tiny : CodingWindow::stream);
        if (!stream->open()) stream.reset();
    }
    describe(head, facts, stream == nullptr ? ContentCoding::identity : coding);
    if (request.method == "HEAD") stream.reset();
    return stream;
}

// The client asks whether what it has, coded then and so known by a weak tag, is still good.
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

// The fields that go with the coding (RFC 9110 8.8.3.3, 12.5.5): for one that another Accept-Encoding would have got,
// too.
void Compression::describe(http::ResponseHead& head, const Facts& facts, ContentCoding coding) noexcept {
    const bool coded = coding != ContentCoding::identity;
    if (head.fields != fields_.data()) fields_.assign(head.fields, head.fields + head.field_count);
    if (coded && facts.etag.starts_with('"')) weaken(facts.etag);
    if (!facts.vary.empty()) vary_.assign(facts.vary).append(", Accept-Encoding");
    for (http::Field& field : fields_) {
        if (coded && field.value.data() == facts.etag.data() && facts.etag.starts_with('"')) field.value = etag_;
        if (!facts.varies && !facts.vary.empty() && field.value.data() == facts.vary.data()) field.value = vary_;
    }
    if (!facts.varies && facts.vary.empty()) fields_.push_back({"Vary", "Accept-Encoding"});
    if (coded) fields_.push_back({"Content-Encoding", http::name_of(coding)});
    replace(head);
}

}  // namespace tern::serve
