#include "protocol/http/chunked.h"

#include "base/check.h"
#include "protocol/http/field.h"
#include "protocol/http/number.h"

namespace tern::http {

namespace {

// Fields that a recipient needs before it can have seen a trailer.
constexpr Bytes kForbiddenTrailers[] = {
    "te",
    "age",
    "date",
    "host",
    "vary",
    "range",
    "cookie",
    "expect",
    "pragma",
    "expires",
    "trailer",
    "upgrade",
    "if-match",
    "if-range",
    "location",
    "warning",
    "connection",
    "keep-alive",
    "set-cookie",
    "retry-after",
    "content-type",
    "max-forwards",
    "authorization",
    "cache-control",
    "content-range",
    "if-none-match",
    "content-length",
    "www-authenticate",
    "content-encoding",
    "if-modified-since",
    "proxy-connection",
    "transfer-encoding",
    "proxy-authenticate",
    "if-unmodified-since",
    "proxy-authorization",
};

bool forbidden_in_trailers(Bytes name) noexcept {
    for (Bytes forbidden : kForbiddenTrailers) {
        if (equals_lower(name, forbidden)) return true;
    }
    return false;
}

bool is_space(char c) noexcept { return c == ' ' || c == '\t'; }

}  // namespace

void ChunkedDecoder::reset() noexcept {
    left_ = 0;
    size_digits_ = extension_ = extensions_in_all_ = trailer_bytes_ = trailer_lines_ = kept_count_ = 0;
    line_ = 0;
    status_ = 0;
    reason_ = nullptr;
    phase_ = Phase::size_first;
    trailers_.clear();
}

ChunkStep ChunkedDecoder::feed(Bytes in) noexcept {
    ChunkStep step;
    size_t at = 0;
    while (phase_ < Phase::done && at < in.size()) {
        if (phase_ == Phase::data) {
            const size_t taken = in.size() - at < left_ ? in.size() - at : static_cast<size_t>(left_);
            left_ -= taken;
            if (left_ == 0) phase_ = Phase::data_cr;
            step.state = ChunkStep::State::data;
            step.data = in.substr(at, taken);
            step.consumed = at + taken;
            return step;
        }
        read_framing(in[at]);
        if (phase_ != Phase::failed) ++at;
    }
    step.consumed = at;
    if (phase_ == Phase::done) step.state = ChunkStep::State::done;
    if (phase_ == Phase::failed) {
        step.state = ChunkStep::State::failed;
        step.status = status_;
        step.reason = reason_;
    }
    return step;
}

void ChunkedDecoder::fail(int status, const char* reason) noexcept {
    phase_ = Phase::failed;
    status_ = status;
    reason_ = reason;
}

void ChunkedDecoder::expect(char c, char wanted, Phase next, const char* reason) noexcept {
    if (c != wanted) return fail(400, reason);
    phase_ = next;
}

void ChunkedDecoder::read_framing(char c) noexcept {
    switch (phase_) {
        case Phase::size_first:
        case Phase::size: return read_size(c);
        case Phase::extension_space:
        case Phase::extension_start:
        case Phase::extension_name:
        case Phase::extension_name_space:
        case Phase::extension_value_start:
        case Phase::extension_value:
        case Phase::extension_quoted:
        case Phase::extension_escaped:
        case Phase::extension_quoted_end: return read_extension(c);
        case Phase::size_lf:
            expect(c, '\n', left_ == 0 ? Phase::trailer_start : Phase::data, "bare CR in a chunk size line");
            return;
        case Phase::data_cr: return expect(c, '\r', Phase::data_lf, "chunk data is longer than its size");
        case Phase::data_lf:
            size_digits_ = extension_ = 0;
            return expect(c, '\n', Phase::size_first, "no CRLF behind chunk data");
        case Phase::trailer_start: return open_trailer(c);
        case Phase::trailer: return read_trailer(c);
        case Phase::trailer_lf:
            expect(c, '\n', Phase::trailer_start, "bare CR in the trailers");
            if (phase_ == Phase::trailer_start) close_trailer();
            return;
        case Phase::end_lf: return expect(c, '\n', Phase::done, "bare CR in the trailers");
        default: return;
    }
}

void ChunkedDecoder::read_size(char c) noexcept {
    const int digit = hex_value(c);
    if (digit >= 0) {
        if (++size_digits_ > kMaxSizeDigits) return fail(400, "chunk size has too many digits");
        if (left_ > (kMaxLength >> 4)) return fail(400, "chunk size overflows");
        left_ = left_ << 4 | static_cast<uint64_t>(digit);
        phase_ = Phase::size;
        return;
    }
    if (phase_ == Phase::size_first) return fail(400, "chunk without a size");
    if (c == '\r') {
        phase_ = Phase::size_lf;
        return;
    }
    if (c != ';' && !is_space(c)) return fail(400, "invalid character in a chunk size");
    phase_ = Phase::extension_space;
    read_extension(c);
}

// Extensions are skipped if they are well-formed (RFC 9112 7.1.1).
void ChunkedDecoder::read_extension(char c) noexcept {
    if (c == '\r') return end_extensions();
    if (!is_in(c, kValueChar)) return fail(400, "invalid character in a chunk extension");
    if (++extension_ > kMaxExtension) return fail(400, "chunk extension too long");
    if (++extensions_in_all_ > kMaxExtensionsInAll) return fail(400, "too many chunk extensions");
    switch (phase_) {
        case Phase::extension_quoted:
            if (c == '"') phase_ = Phase::extension_quoted_end;
            if (c == '\\') phase_ = Phase::extension_escaped;
            return;
        case Phase::extension_escaped: phase_ = Phase::extension_quoted; return;
        case Phase::extension_start: return open_extension_part(c, Phase::extension_name);
        case Phase::extension_value_start:
            if (c != '"') return open_extension_part(c, Phase::extension_value);
            phase_ = Phase::extension_quoted;
            return;
        default: return continue_extension_part(c);
    }
}

void ChunkedDecoder::open_extension_part(char c, Phase part) noexcept {
    if (is_space(c)) return;
    if (!is_in(c, kTokenChar)) return refuse_extension();
    phase_ = part;
}

void ChunkedDecoder::continue_extension_part(char c) noexcept {
    const bool in_token = phase_ == Phase::extension_name || phase_ == Phase::extension_value;
    const bool named = phase_ == Phase::extension_name || phase_ == Phase::extension_name_space;
    if (in_token && is_in(c, kTokenChar)) return;
    if (c == ';') {
        phase_ = Phase::extension_start;
    } else if (c == '=' && named) {
        phase_ = Phase::extension_value_start;
    } else if (is_space(c)) {
        phase_ = named ? Phase::extension_name_space : Phase::extension_space;
    } else {
        refuse_extension();
    }
}

void ChunkedDecoder::end_extensions() noexcept {
    const bool complete =
        phase_ == Phase::extension_name || phase_ == Phase::extension_value || phase_ == Phase::extension_quoted_end;
    if (!complete) return refuse_extension();
    phase_ = Phase::size_lf;
}

void ChunkedDecoder::refuse_extension() noexcept {
    fail(400, phase_ == Phase::extension_space ? "white space in a chunk size" : "malformed chunk extension");
}

void ChunkedDecoder::open_trailer(char c) noexcept {
    if (c == '\r') {
        phase_ = Phase::end_lf;
        return;
    }
    if (++trailer_lines_ > kMaxTrailers) return fail(431, "too many trailer fields");
    if (!is_in(c, kTokenChar)) return fail(400, "invalid trailer field name");
    line_ = trailers_.size();
    phase_ = Phase::trailer;
    read_trailer(c);
}

void ChunkedDecoder::read_trailer(char c) noexcept {
    if (c == '\r') {
        phase_ = Phase::trailer_lf;
        return;
    }
    if (++trailer_bytes_ > kMaxTrailerBytes) return fail(431, "trailers too large");
    if (!is_in(c, kValueChar)) return fail(400, "control character in a trailer field");
    *trailers_.extend(1) = c;
}

void ChunkedDecoder::close_trailer() noexcept {
    const Bytes line = trailers_.view().substr(line_);
    const size_t colon = line.find(':');
    if (colon == Bytes::npos || !valid_field_name(line.substr(0, colon)))
        return fail(400, "invalid trailer field name");
    if (forbidden_in_trailers(line.substr(0, colon))) return trailers_.shrink(line.size());
    *trailers_.extend(1) = '\n';
    ++kept_count_;
}

size_t ChunkedDecoder::trailers(Field* out, size_t capacity) const noexcept {
    Bytes rest = trailers_.view();
    size_t count = 0;
    while (count < capacity && count < kept_count_) {
        const size_t end = rest.find('\n');
        const size_t colon = rest.find(':');
        TERN_CHECK(colon < end);
        out[count++] = Field{rest.substr(0, colon), trim_ows(rest.substr(colon + 1, end - colon - 1))};
        rest.remove_prefix(end + 1);
    }
    return count;
}

size_t write_chunk_head(char* out, uint64_t size) noexcept {
    static constexpr char kDigits[] = "0123456789abcdef";
    size_t length = 1;
    while (length < 16 && (size >> (4 * length)) != 0) ++length;
    for (size_t i = 0; i < length; ++i) out[i] = kDigits[(size >> (4 * (length - 1 - i))) & 15];
    out[length] = '\r';
    out[length + 1] = '\n';
    return length + 2;
}

void write_last_chunk(Buffer& out, const Field* trailers, size_t count) noexcept {
    out.append("0\r\n");
    for (size_t i = 0; i < count; ++i) {
        out.append(trailers[i].name);
        out.append(": ");
        out.append(trailers[i].value);
        out.append("\r\n");
    }
    out.append("\r\n");
}

}  // namespace tern::http
