#include <algorithm>

#include "protocol/http/h2/session.h"

namespace tern::http::h2 {

namespace {

bool is_fault_of_client(uint32_t code) noexcept {
    return code == NGHTTP2_PROTOCOL_ERROR || code == NGHTTP2_FLOW_CONTROL_ERROR || code == NGHTTP2_STREAM_CLOSED ||
           code == NGHTTP2_FRAME_SIZE_ERROR || code == NGHTTP2_REFUSED_STREAM;
}

}  // namespace

// nghttp2 ignores PRIORITY frames, since we announce that (RFC 9218 2.1). One rule of RFC 9113 6.3 still applies.
int Session::Callbacks::on_begin_frame(nghttp2_session*, const nghttp2_frame_hd* head, void* self) noexcept {
    if (head->type == NGHTTP2_PRIORITY && head->stream_id == 0) {
        (void)of(self).fail("PRIORITY for stream 0", ErrorCode::protocol_error);
    }
    return 0;
}

int Session::Callbacks::on_begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept {
    const bool is_request = frame->headers.cat == NGHTTP2_HCAT_REQUEST;
    if (is_request) ++of(self).open_streams_;
    of(self).reader_.reset(!is_request);
    of(self).in_head_ = true;
    return 0;
}

// For heads and trailers: both have limits. The connection of a client that goes far beyond them ends.
int Session::Callbacks::on_header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                                  const uint8_t* value, size_t value_size, uint8_t, void* self) noexcept {
    Session& session = of(self);
    if (!session.reader_.add(bytes_of(name, name_size), bytes_of(value, value_size))) {
        session.in_head_ = false;
        session.reset_malformed(frame->hd.stream_id);
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;  // the rest of the head is not reported
    }
    const bool too_many = session.reader_.field_lines() > session.most_field_lines_;
    if (!too_many && session.reader_.counted_bytes() <= session.most_head_bytes_) return 0;
    if (session.why_ == nullptr) session.events_.on_endless_head();
    (void)session.fail(
        too_many ? "a head far beyond http2_max_headers" : "a head far beyond http2_max_header_list_size",
        ErrorCode::enhance_your_calm);
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

// A malformed request is an error of its stream (RFC 9113 8.1.1). The reset counts for FloodWatch when it is sent.
void Session::reset_malformed(int32_t stream_id) noexcept { reset(stream_id, ErrorCode::protocol_error); }

void Session::begin_request(int32_t stream_id, bool ends) noexcept {
    if (!reader_.has_all_pseudo() || (ends && reader_.announced_bytes() > 0)) return reset_malformed(stream_id);
    if (const Priority* priority = reader_.priority(); priority != nullptr) {
        const nghttp2_extpri wanted{priority->urgency, priority->incremental};
        (void)nghttp2_session_change_extpri_stream_priority(session_, stream_id, &wanted, 0);
    }
    head_ends_stream_ = ends;
    events_.on_request(stream_id, reader_, ends);
}

// The body or the trailers were the last that the client sends.
void Session::end_input(nghttp2_session* handle, const nghttp2_frame_hd& last) noexcept {
    StreamEvents* stream = Callbacks::stream_of(handle, last.stream_id);
    if (stream == nullptr) return;
    if (stream->announced_left > 0) return reset_malformed(last.stream_id);
    stream->client_has_ended = true;
    stream->on_end();
}

// Never called: the session does not let nghttp2 check fields.
int Session::Callbacks::on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t,
                                          const uint8_t*, size_t, uint8_t, void*) noexcept {
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int Session::Callbacks::on_frame(nghttp2_session* handle, const nghttp2_frame* frame, void* self) noexcept {
    Session& session = of(self);
    const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    switch (frame->hd.type) {
        case NGHTTP2_HEADERS:
            session.in_head_ = false;
            if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
                if (session.why_ == nullptr) session.begin_request(frame->hd.stream_id, ends);
                return 0;
            }
            if (!ends) session.reset_malformed(frame->hd.stream_id);  // trailers are the end (RFC 9113 8.1)
            [[fallthrough]];
        case NGHTTP2_DATA:
            if (ends) session.end_input(handle, frame->hd);
            return 0;
        case NGHTTP2_SETTINGS: session.greeted_ = true; return 0;
        case NGHTTP2_PING:
            if ((frame->hd.flags & NGHTTP2_FLAG_ACK) != 0) session.events_.on_ping_ack();
            return 0;
        case NGHTTP2_PRIORITY_UPDATE:
            if (static_cast<const nghttp2_ext_priority_update*>(frame->ext.payload)->stream_id == 0) {
                (void)session.fail("PRIORITY_UPDATE for stream 0", ErrorCode::protocol_error);  // RFC 9218 7.1
            }
            return 0;
        default: return 0;
    }
}

int Session::Callbacks::on_data(nghttp2_session* handle, uint8_t, int32_t stream_id, const uint8_t* data, size_t size,
                                void* self) noexcept {
    Session& session = of(self);
    StreamEvents* stream = stream_of(handle, stream_id);
    if (stream == nullptr || stream->announced_left < 0) {
        session.pass_data(stream_id, stream, bytes_of(data, size));
        return 0;
    }
    if (size > static_cast<uint64_t>(stream->announced_left)) {  // malformed (RFC 9113 8.1.1)
        stream->announced_left = 0;
        session.consume_connection(size);
        session.reset_malformed(stream_id);
        return 0;
    }
    stream->announced_left -= static_cast<int64_t>(size);
    session.pass_data(stream_id, stream, bytes_of(data, size));
    return 0;
}

int Session::Callbacks::on_invalid_frame(nghttp2_session*, const nghttp2_frame* frame, int error, void* self) noexcept {
    Session& session = of(self);
    session.last_invalid_ = nghttp2_strerror(error);
    session.in_head_ = false;
    // nghttp2 refuses streams while the client may not know the limit; afterwards they are a connection error.
    const bool is_new = frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST;
    if (!is_new || session.open_streams_ < session.most_streams_) return 0;
    if (error == NGHTTP2_ERR_PROTO) session.last_invalid_ = "more streams than http2_max_concurrent_streams";
    if (error == NGHTTP2_ERR_PROTO || error == NGHTTP2_ERR_REFUSED_STREAM) session.events_.on_too_many_streams();
    return 0;
}

int Session::Callbacks::on_frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept {
    Session& session = of(self);
    if (frame->hd.type == NGHTTP2_HEADERS) session.sent_head_ = frame->hd.stream_id;
    if (frame->hd.type == NGHTTP2_DATA) session.watch_.floods().on_data_sent();
    const bool carries_response = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    if (carries_response && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
        const StreamEvents& stream = frame->hd.type == NGHTTP2_DATA ? *session.sending_ : *session.head_stream_;
        // The rest of the request is not needed (RFC 9113 8.1).
        if (!stream.client_has_ended) session.reset(frame->hd.stream_id, ErrorCode::no_error);
    }
    // A client that causes resets is treated like one that sends them (CVE-2025-8671).
    if (frame->hd.type == NGHTTP2_RST_STREAM && is_fault_of_client(frame->rst_stream.error_code) &&
        !session.watch_.floods().count(Flood::resets)) {
        session.on_flood();
    }
    // Sent now, so that the client answers the PING after it has read the GOAWAY.
    if (frame->hd.type == NGHTTP2_GOAWAY && frame->goaway.last_stream_id == INT32_MAX) session.ping();
    if (frame->hd.type == NGHTTP2_GOAWAY && frame->goaway.error_code != NGHTTP2_NO_ERROR) session.note_local_error();
    return 0;
}

int Session::Callbacks::on_stream_close(nghttp2_session* handle, int32_t stream_id, uint32_t code,
                                        void* self) noexcept {
    // Most streams end with their last frame. nghttp2 keeps no closed streams, so this is the last event.
    Session& session = of(self);
    --session.open_streams_;
    if (stream_id == session.sent_head_) {
        session.head_closes_ = true;  // complete_head() reports it
        return 0;
    }
    StreamEvents* stream = stream_id == session.sending_id_ ? session.sending_ : stream_of(handle, stream_id);
    if (stream != nullptr) stream->on_closed(static_cast<ErrorCode>(code));
    return 0;
}

// nghttp2 asks again in its next step, so DATA follows when the window opens.
ssize_t Session::Callbacks::pull(nghttp2_session*, int32_t, uint8_t*, size_t most, uint32_t* flags,
                                 nghttp2_data_source* source, void* self) noexcept {
    const int64_t window = of(self).window();
    if (window <= 0) return NGHTTP2_ERR_PAUSE;
    auto* stream = static_cast<StreamEvents*>(source->ptr);
    const Pull pull = stream->on_pull(std::min<size_t>(most, static_cast<size_t>(window)));
    if (pull.trailers_next) stream->on_trailers();
    return FrameOutput::promise(pull, flags);
}

int Session::Callbacks::put(nghttp2_session*, nghttp2_frame* frame, const uint8_t* head, size_t size,
                            nghttp2_data_source* source, void* self) noexcept {
    Session& session = of(self);
    if (session.output_.is_full()) return NGHTTP2_ERR_WOULDBLOCK;
    auto* stream = static_cast<StreamEvents*>(source->ptr);
    if (!stream->has_to_put(size)) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;  // resets the stream
    session.sending_ = stream;
    session.sending_id_ = frame->hd.stream_id;
    const size_t place = session.output_.size();
    if (stream->on_put(session.output_.begin_data(head), size)) return 0;
    session.output_.drop_data(place);
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

}  // namespace tern::http::h2
