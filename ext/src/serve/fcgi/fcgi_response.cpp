// FcgiRequest: the response, as records.
#include <algorithm>

#include "serve/fcgi/fcgi_connection.h"
#include "serve/refusal.h"

namespace tern::serve {

using fastcgi::RecordType;

namespace {

constexpr size_t kJoinedBytes = 4096;  // a body of this size is copied into the record of the head, as php-fpm does

// Bytes in several records, which share their owner.
struct SharedOutput {
    Slice whole;
    size_t references = 0;

    static void release(void* owner) {
        auto* self = static_cast<SharedOutput*>(owner);
        if (--self->references == 0) delete self;
    }
};

}  // namespace

// --- The head

void FcgiRequest::write_head(http::ResponseHead& head, http::Framing wanted, Bytes body) noexcept {
    has_content_ = http::frame(head, exchange_->is_head_request(), wanted);
    append_head(head, has_content_ ? body : Bytes());
}

// `body`: in the same record.
void FcgiRequest::append_head(const http::ResponseHead& head, Bytes body) noexcept {
    Buffer& out = connection_.stream().tail();
    const size_t begin = out.size();
    (void)out.extend(fastcgi::kRecordHeadBytes);
    fastcgi::write_response_head(out, head, facts().style);
    out.append(body);
    const size_t length = out.size() - begin - fastcgi::kRecordHeadBytes;
    host().requests().note_response(*exchange_, head);
    if (length <= fastcgi::kMostContent) {
        return fastcgi::put_record_head(out.bytes() + begin, RecordType::output, id_, length);
    }
    Buffer text;
    text.append(out.view().substr(begin + fastcgi::kRecordHeadBytes));
    out.shrink(out.size() - begin);
    fastcgi::write_stream(out, RecordType::output, id_, text.view());
}

void FcgiRequest::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    append_head(refusal.head(), refusal.body());
    exchange_->facts.body_bytes = refusal.body().size();
}

// --- The body

void FcgiRequest::write_output(Slice bytes) noexcept {
    net::Stream& stream = connection_.stream();
    if (bytes.size() <= fastcgi::kMostContent || !bytes.owned()) {
        if (bytes.size() > fastcgi::kMostContent || bytes.empty())
            return fastcgi::write_stream(stream.tail(), RecordType::output, id_, bytes.view());
        fastcgi::write_record_head(stream.tail(), RecordType::output, id_, bytes.size());
        return stream.append(std::move(bytes));
    }
    Bytes rest = bytes.view();
    auto* shared = new SharedOutput{std::move(bytes), 1};
    while (!rest.empty()) {
        const Bytes some = rest.substr(0, fastcgi::kMostContent);
        rest.remove_prefix(some.size());
        ++shared->references;
        fastcgi::write_record_head(stream.tail(), RecordType::output, id_, some.size());
        stream.append(Slice(some, shared, SharedOutput::release));
    }
    SharedOutput::release(shared);
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): counted references

void FcgiRequest::write_file(const BodyPart& part) noexcept {
    net::Stream& stream = connection_.stream();
    off_t offset = part.offset;
    for (uint64_t left = part.length; left > 0;) {
        const uint64_t some = std::min<uint64_t>(left, fastcgi::kMostContent);
        fastcgi::write_record_head(stream.tail(), RecordType::output, id_, some);
        stream.append_file(part.file, offset, some);
        offset += static_cast<off_t>(some);
        left -= some;
    }
}

// --- Whole responses

Error FcgiRequest::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    BodyPart part{std::move(body), {}, 0, 0};
    head.content_length = part.bytes.size();
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error FcgiRequest::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    check(exchange);
    const bool joins = parts.size() == 1 && !parts[0].file.open() && parts[0].bytes.size() <= kJoinedBytes;
    write_head(head, http::Framing::length, joins ? parts[0].bytes.view() : Bytes());
    if (joins && has_content_) exchange.facts.body_bytes += parts[0].bytes.size();
    for (BodyPart& part : has_content_ && !joins ? parts : std::span<BodyPart>()) {
        exchange.facts.body_bytes += part.bytes.size() + part.length;
        write_output(std::move(part.bytes));
        if (part.file.open()) write_file(part);
    }
    complete();
    return Error::ok;
}

// --- Responses in pieces

Error FcgiRequest::start(Exchange& exchange, http::ResponseHead& head) {
    check(exchange);
    write_head(head, http::Framing::chunked);
    exchange.begin_pieces();
    return Error::ok;
}

Error FcgiRequest::write(Exchange& exchange, Slice piece) {
    check(exchange);
    if (has_content_ && !piece.empty()) {
        exchange.facts.body_bytes += piece.size();
        write_output(std::move(piece));
    }
    connection_.send();
    if (exchange_ != &exchange) return Error::session_closed_by_client;
    if (must_wait()) waited_on_ = true;
    return Error::ok;
}

Error FcgiRequest::write_error(Exchange& exchange, Bytes text) {
    check(exchange);
    if (must_wait()) return Error::output_buffer_overflow;
    connection_.write_errors(id_, text);
    return Error::ok;
}

// CGI has no trailers.
Error FcgiRequest::finish(Exchange& exchange, const http::Field*, size_t) {
    check(exchange);
    complete();
    return Error::ok;
}

void FcgiRequest::write_end(fastcgi::EndStatus status) noexcept {
    Buffer& out = connection_.stream().tail();
    fastcgi::write_record_head(out, RecordType::output, id_, 0);
    fastcgi::write_end_request(out, id_, 0, status);
}

// The whole response is queued.
void FcgiRequest::complete() noexcept {
    write_end(fastcgi::EndStatus::complete);
    Exchange& exchange = *exchange_;
    exchange.retain();
    const bool awaited = body_.arrives() && body_.streams();
    const bool handled = release_exchange(ResponseState::complete);
    connection_.on_request_over(*this);
    if (awaited && handled) host().handler().on_body(exchange);  // a coroutine may still wait for the body
    exchange.release();
}

// --- Waits

uint64_t FcgiRequest::queued() const { return connection_.stream().queued(); }

bool FcgiRequest::must_wait() const { return queued() > host().limits().high_watermark; }

Error FcgiRequest::wait_for_room(Exchange& exchange) {
    check(exchange);
    return connection_.wait_for_room(*this);
}

// The response stays incomplete. The end of the request would make it look complete, so the connection ends.
void FcgiRequest::abort(Exchange& exchange) {
    check(exchange);
    connection_.context().counters.abort_count.increment();
    const bool has_begun = exchange.state() == ResponseState::streaming;
    FcgiConnection& connection = connection_;
    if (has_begun) return connection.abort();
    write_end(fastcgi::EndStatus::complete);
    abort_exchange();
    connection.on_request_over(*this);
}

}  // namespace tern::serve
