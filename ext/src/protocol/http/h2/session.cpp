#include "protocol/http/h2/session.h"

#include <algorithm>
#include <string>

namespace tern::http::h2 {

Session::Session(const SessionOptions& options, SessionEvents& events) noexcept
    : events_(events),
      watch_(options.floods),
      reader_(options.head, options.extended_connect, options.field_lines),
      most_head_bytes_(std::max<uint64_t>(uint64_t{options.head.head_bytes} * 4, 64 * 1024)),
      most_field_lines_(std::max<uint64_t>(uint64_t{options.field_lines} * 4, RequestReader::kFieldLines)),
      most_streams_(options.concurrent_streams) {
    TERN_CHECK(make(options));  // it fails only without memory
    submit_settings(options);
}

Session::~Session() = default;

bool Session::make(const SessionOptions& options) noexcept {
    nghttp2_option* settings = nullptr;
    if (nghttp2_option_new(&settings) != 0) return false;
    nghttp2_option_set_no_auto_window_update(settings, 1);
    nghttp2_option_set_no_http_messaging(settings, 1);  // RequestReader and StreamEvents have these checks
    nghttp2_option_set_no_closed_streams(settings, 1);
    nghttp2_option_set_builtin_recv_extension_type(settings, NGHTTP2_PRIORITY_UPDATE);
    // FloodWatch and output_full() are the limits. nghttp2's count of CONTINUATION is for reads, not for frames.
    nghttp2_option_set_stream_reset_rate_limit(settings, UINT64_MAX, UINT64_MAX);
    nghttp2_option_set_max_continuations(settings, SIZE_MAX);
    nghttp2_option_set_max_outbound_ack(settings, kMostQueuedFrames * 4);
    nghttp2_session_callbacks* callbacks = make_callbacks<Callbacks>();
    memory_ = options.memory;
    nghttp2_mem* memory = memory_ == nullptr ? nullptr : memory_->functions();
    const bool made =
        callbacks != nullptr && nghttp2_session_server_new3(&session_, callbacks, this, settings, memory) == 0;
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_option_del(settings);
    return made;
}

void Session::submit_settings(const SessionOptions& options) noexcept {
    const nghttp2_settings_entry entries[] = {
        {NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, options.header_table_bytes},
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, options.concurrent_streams},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, options.stream_window_bytes},
        {NGHTTP2_SETTINGS_MAX_FRAME_SIZE, options.frame_bytes},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, options.head.head_bytes},
        {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
        {NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL, 1},
    };
    const size_t count = std::size(entries) - (options.extended_connect ? 0 : 1);
    TERN_CHECK(nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, entries, count) == 0);
    const auto window = static_cast<int32_t>(options.connection_window_bytes);
    (void)nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, window);
}

// The part of `in` after the preface, which nghttp2 reads itself.
Bytes Session::behind_preface(Bytes in) noexcept {
    const size_t taken = std::min<size_t>(kClientPreface.size() - preface_seen_, in.size());
    preface_seen_ += static_cast<uint32_t>(taken);
    return in.substr(taken);
}

bool Session::receive(Bytes in, int64_t now_ms) noexcept {
    if (why_ != nullptr) return false;
    watch_.floods().set_now(now_ms);
    Bytes frames = behind_preface(in);
    in.remove_suffix(frames.size());
    if (!in.empty() && !feed(in)) return false;
    while (!frames.empty()) {
        const Bytes part = watch_.next(frames);
        if (watch_.refuses()) refuse_frame();
        if (why_ != nullptr || (!part.empty() && !feed(part))) return false;
    }
    return true;
}

void Session::on_flood() noexcept {
    flooded_ = true;
    (void)fail(name_of(watch_.floods().kind()), ErrorCode::enhance_your_calm);
}

void Session::refuse_frame() noexcept {
    using Fault = ClientStreams::Fault;
    switch (watch_.fault()) {
        case Fault::none: return on_flood();
        case Fault::id_too_low: (void)fail("a stream with an id below the last one", ErrorCode::protocol_error); return;
        case Fault::closed:
            (void)fail("a frame for a stream that the client has ended", ErrorCode::stream_closed);
            return;
        case Fault::depends_on_itself:
            (void)fail("PRIORITY that makes a stream depend on itself", ErrorCode::protocol_error);
            return;
    }
}

bool Session::output_full() const noexcept {
    return nghttp2_session_get_outbound_queue_size(session_) + heads_.count() > kMostQueuedFrames;
}

void Session::attach(int32_t stream_id, StreamEvents& stream) noexcept {
    stream.client_has_ended = head_ends_stream_;
    stream.announced_left = reader_.announced_bytes();
    (void)nghttp2_session_set_stream_user_data(session_, stream_id, &stream);
}

bool Session::fits(int32_t stream_id, const Field* fields, size_t count) noexcept {
    if (HeadQueue::fits(fields, count)) return true;
    if (StreamEvents* stream = Callbacks::stream_of(session_, stream_id)) stream->on_unsendable();
    return false;
}

void Session::respond(int32_t stream_id, const ResponseHead& head, const OwnFields& own, bool ends) noexcept {
    if (fits(stream_id, head.fields, head.field_count)) heads_.push_final(stream_id, head, own, ends);
}

void Session::inform(int32_t stream_id, const ResponseHead& head) noexcept {
    if (fits(stream_id, head.fields, head.field_count)) heads_.push_interim(stream_id, head);
}

void Session::send_trailers(int32_t stream_id, const Field* fields, size_t count) noexcept {
    if (fits(stream_id, fields, count)) heads_.push_trailers(stream_id, fields, count);
}

// --- Output

void Session::send(Buffer& out, size_t most) noexcept {
    output_.begin(out, most);
    ssize_t size = 1;
    while ((size > 0 || !heads_.empty()) && !output_.is_full()) {
        const bool submitted = submit_head();
        size = output_.append_next(session_);
        const bool sent = std::exchange(sent_head_, 0) != 0;
        if (size < 0) return (void)fail_by(static_cast<int>(size));
        if (sent) complete_head(out, out.size() - static_cast<size_t>(size));
        if (submitted) heads_.pop();
    }
}

// nghttp2 makes the frame of a head in its next step, as it has nothing else to send before it. So what is decided here
// is still true then. False: there is no head, or it must wait.
bool Session::submit_head() noexcept {
    small_body_ = 0;
    if (nghttp2_session_get_outbound_queue_size(session_) > 0) return false;
    for (; !heads_.empty(); heads_.pop()) {
        const int32_t stream_id = heads_.stream_id();
        head_stream_ = Callbacks::stream_of(session_, stream_id);
        if (head_stream_ != nullptr && submit(stream_id, *head_stream_, heads_.kind()) == 0) return true;
    }
    return false;
}

int Session::submit(int32_t stream_id, StreamEvents& stream, HeadQueue::Kind kind) noexcept {
    switch (kind) {
        case HeadQueue::Kind::interim:
            return nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, stream_id, nullptr, nullptr, 0, nullptr);
        case HeadQueue::Kind::trailers: return nghttp2_submit_trailer(session_, stream_id, nullptr, 0);
        default: return submit_response(stream_id, stream, kind == HeadQueue::Kind::without_body);
    }
}

// For nghttp2 the head ends the stream when a small body goes with it.
int Session::submit_response(int32_t stream_id, StreamEvents& stream, bool ends) noexcept {
    const Pull body = ends ? Pull{0, true} : stream.on_pull(kSmallBody);
    if (body.end && !body.trailers_next && !body.may_be_lost && has_room(stream_id, body.bytes)) {
        small_body_ = body.bytes;
        return nghttp2_submit_response(session_, stream_id, nullptr, 0, nullptr);
    }
    nghttp2_data_provider provider{};
    provider.source.ptr = &stream;
    provider.read_callback = Callbacks::pull;
    return nghttp2_submit_response(session_, stream_id, nullptr, 0, &provider);
}

bool Session::has_room(int32_t stream_id, size_t bytes) const noexcept {
    const auto wanted = static_cast<int64_t>(bytes);
    return wanted == 0 || (wanted + kReservedWindow <= window() &&
                           wanted <= nghttp2_session_get_stream_remote_window_size(session_, stream_id));
}

namespace {

// Of the head of a frame (RFC 9113 4.1).
constexpr size_t kTypePlace = 3;
constexpr size_t kFlagsPlace = 4;
constexpr char kContinuation = 0x9;
constexpr char kAllFields = 0x4;  // END_HEADERS

void write_length(char* frame, size_t bytes) noexcept {
    frame[0] = static_cast<char>(bytes >> 16);
    frame[1] = static_cast<char>(bytes >> 8);
    frame[2] = static_cast<char>(bytes);
}

}  // namespace

void Session::complete_head(Buffer& out, size_t place) noexcept {
    write_fields(out, place);
    if (small_body_ > 0) write_body(out, place);
    if (std::exchange(head_closes_, false)) head_stream_->on_closed(ErrorCode::no_error);
}

// The payload of the HEADERS frame has no more than updates of the size of the client's table.
void Session::write_fields(Buffer& out, size_t place) noexcept {
    const size_t payload = place + FrameOutput::kFrameHeadBytes;
    encoder_.note_sizes(out.view().substr(payload));
    heads_.write(encoder_, out);
    if (out.size() - payload <= kMostPayload) return write_length(out.bytes() + place, out.size() - payload);
    const std::string rest(out.view().substr(payload + kMostPayload));
    out.shrink(rest.size());
    write_length(out.bytes() + place, kMostPayload);
    out.bytes()[place + kFlagsPlace] = static_cast<char>(out.bytes()[place + kFlagsPlace] & ~kAllFields);
    char head[FrameOutput::kFrameHeadBytes];
    std::memcpy(head, out.data() + place, sizeof head);
    head[kTypePlace] = kContinuation;
    for (Bytes left = rest; !left.empty();) {
        const Bytes piece = left.substr(0, kMostPayload);
        left.remove_prefix(piece.size());
        write_length(head, piece.size());
        head[kFlagsPlace] = left.empty() ? kAllFields : 0;
        out.append(Bytes(head, sizeof head));
        out.append(piece);
    }
}

// Not the HEADERS frame ends the stream, but this DATA frame behind it.
void Session::write_body(Buffer& out, size_t place) noexcept {
    char head[FrameOutput::kFrameHeadBytes];
    std::memcpy(head, out.data() + place, sizeof head);
    out.bytes()[place + kFlagsPlace] = static_cast<char>(head[kFlagsPlace] & ~kEndStream);
    write_length(head, small_body_);
    head[kTypePlace] = static_cast<char>(FrameType::data);
    head[kFlagsPlace] = kEndStream;
    out.append(Bytes(head, sizeof head));
    watch_.add_uncounted(static_cast<uint32_t>(small_body_));
    watch_.floods().on_data_sent();
    TERN_CHECK(head_stream_->on_put(out, std::exchange(small_body_, 0)));
}

bool Session::is_blocked(int32_t stream_id) const noexcept {
    return nghttp2_session_get_stream_remote_window_size(session_, stream_id) <= 0 || window() <= 0;
}

void Session::announce_shutdown() noexcept { (void)nghttp2_submit_shutdown_notice(session_); }

void Session::shut_down(ErrorCode code, Bytes debug_data) noexcept {
    (void)nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE, nghttp2_session_get_last_proc_stream_id(session_),
                                static_cast<uint32_t>(code), reinterpret_cast<const uint8_t*>(debug_data.data()),
                                debug_data.size());
}

void Session::terminate(ErrorCode code) noexcept {
    (void)nghttp2_session_terminate_session(session_, static_cast<uint32_t>(code));
}

}  // namespace tern::http::h2
