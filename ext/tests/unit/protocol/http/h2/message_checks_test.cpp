// nghttp2's own checks of requests are off in Session, which has them itself. Both get the same bytes here: what those
// of nghttp2 refuse, Session refuses, too.
#include <doctest/doctest.h>

#include "protocol/http/h2/nghttp2_client.h"
#include "protocol/http/h2/session.h"

using namespace tern;
using namespace tern::http;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

namespace {

constexpr int kDataFrame = 0;
constexpr int kHeadersFrame = 1;
constexpr int kEndsStream = NGHTTP2_FLAG_END_STREAM;
constexpr int32_t kFirstStream = 1;
constexpr int32_t kSecondStream = 3;

// What has become of a request.
struct Verdict {
    bool begun = false;  // its head was accepted
    bool ended = false;
    bool reset = false;

    bool accepted() const { return begun && ended && !reset; }
};

// nghttp2 with its checks.
class Reference {
public:
    Reference() {
        nghttp2_session_callbacks* calls = nullptr;
        REQUIRE(nghttp2_session_callbacks_new(&calls) == 0);
        nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
        nghttp2_session_callbacks_set_on_invalid_header_callback(calls, on_invalid_header);
        nghttp2_session_callbacks_set_on_frame_send_callback(calls, on_frame_sent);
        REQUIRE(nghttp2_session_server_new(&session_, calls, this) == 0);
        nghttp2_session_callbacks_del(calls);
        const nghttp2_settings_entry entry{NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL, 1};
        REQUIRE(nghttp2_submit_settings(session_, 0, &entry, 1) == 0);
    }
    Reference(const Reference&) = delete;
    ~Reference() { nghttp2_session_del(session_); }

    Verdict receive(const std::string& bytes) {
        const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
        CHECK(nghttp2_session_mem_recv(session_, data, bytes.size()) == static_cast<ssize_t>(bytes.size()));
        const uint8_t* frame = nullptr;
        while (nghttp2_session_mem_send(session_, &frame) > 0) {}
        return verdicts[kFirstStream];
    }

    std::map<int32_t, Verdict> verdicts;

private:
    static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* self) {
        if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
        Verdict& verdict = static_cast<Reference*>(self)->verdicts[frame->hd.stream_id];
        verdict.begun = true;
        verdict.ended = verdict.ended || (frame->hd.flags & kEndsStream) != 0;
        return 0;
    }
    static int on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t, const uint8_t*, size_t,
                                 uint8_t, void*) {
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    static int on_frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) {
        if (frame->hd.type == NGHTTP2_RST_STREAM) {
            static_cast<Reference*>(self)->verdicts[frame->hd.stream_id].reset = true;
        }
        return 0;
    }

    nghttp2_session* session_ = nullptr;
};

class CheckedServer final : public SessionEvents {
public:
    CheckedServer() : session(options(), *this) {}
    void on_request(int32_t id, RequestReader&, bool ends) override {
        streams[id].verdict.begun = true;
        streams[id].verdict.ended = ends;
        session.attach(id, streams[id]);
    }
    Verdict receive(const std::string& bytes) {
        CHECK(session.receive(bytes, 1));
        Buffer out;
        session.send(out, SIZE_MAX);
        return verdict(kFirstStream, out.view());
    }
    // A stream that is reset before its head was accepted has no events, so the frames are looked at.
    Verdict verdict(int32_t id, Bytes out) {
        Verdict found = streams[id].verdict;
        const std::string reset = test::frame(NGHTTP2_RST_STREAM, 0, id, "1234").substr(0, 9);
        found.reset = out.find(reset) != Bytes::npos;
        return found;
    }

    struct Stream final : StreamEvents {
        void on_data(Bytes) override {}
        void on_end() override { verdict.ended = true; }
        Pull on_pull(size_t) override { return {}; }
        bool on_put(Buffer&, size_t) override { return true; }
        void on_trailers() override {}
        void on_unsendable() override {}
        void on_closed(ErrorCode) override {}
        Verdict verdict;
    };
    std::map<int32_t, Stream> streams;
    Session session;

private:
    static SessionOptions options() {
        SessionOptions some;
        some.extended_connect = true;
        return some;
    }
};

// A client that sends any field.
class RawClient {
public:
    RawClient() { REQUIRE(nghttp2_hd_deflate_new(&deflater_, 4096) == 0); }
    RawClient(const RawClient&) = delete;
    ~RawClient() { nghttp2_hd_deflate_del(deflater_); }

    std::string head(const Fields& fields, int flags, int32_t stream = kFirstStream) {
        std::vector<nghttp2_nv> list;
        for (const auto& [name, value] : fields) {
            list.push_back({bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        }
        std::string block(nghttp2_hd_deflate_bound(deflater_, list.data(), list.size()), '\0');
        const ssize_t size = nghttp2_hd_deflate_hd(deflater_, bytes(block), block.size(), list.data(), list.size());
        REQUIRE(size >= 0);
        block.resize(static_cast<size_t>(size));
        return test::frame(kHeadersFrame, flags | NGHTTP2_FLAG_END_HEADERS, stream, block);
    }
    static std::string greeting() { return std::string(kClientPreface) + test::frame(NGHTTP2_SETTINGS, 0, 0, ""); }

private:
    static uint8_t* bytes(const std::string& text) {
        return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data()));
    }
    nghttp2_hd_deflater* deflater_ = nullptr;
};

std::string shown_fields(const Fields& fields) {
    std::string all;
    for (const auto& [name, value] : fields) all += "[" + name + "|" + value + "]";
    for (char& c : all) {
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
    }
    return all;
}

const Fields kPlainGet = {{":method", "GET"}, {":scheme", "http"}, {":authority", "a"}, {":path", "/"}};

Fields with_field(Fields fields, size_t at, const std::string& name, const std::string& value) {
    fields.insert(fields.begin() + static_cast<ptrdiff_t>(at), {name, value});
    return fields;
}

const Fields kSomeFields = {
    {":method", "GET"},
    {":path", "/"},
    {":scheme", "http"},
    {":authority", "a"},
    {":authority", "b"},
    {":protocol", "websocket"},
    {":status", "200"},
    {":x", "y"},
    {":", "y"},
    {"", "y"},
    {":path", ""},
    {"host", "a"},
    {"host", ""},
    {"x", "y"},
    {"x", ""},
    {"X", "y"},
    {"Host", "a"},
    {"connection", "close"},
    {"keep-alive", "1"},
    {"proxy-connection", "x"},
    {"transfer-encoding", "chunked"},
    {"upgrade", "x"},
    {"te", "trailers"},
    {"te", "Trailers"},
    {"te", "gzip"},
    {"te", "trailers, gzip"},
    {"te", ""},
    {"content-length", "0"},
    {"content-length", "1"},
    {"content-length", ""},
    {"content-length", "-1"},
    {"content-length", "9223372036854775808"},
    {"content-length", "18446744073709551616"},
    {"priority", "u=0"},
};

const Fields kSomeTrailers[] = {
    {},
    {{"x", "y"}},
    {{":method", "GET"}},
    {{":path", "/"}},
    {{":x", "y"}},
    {{"x", "y"}, {":path", "/"}},
    {{"X", "y"}},
    {{"x", " y"}},
    {{"x", "a\r\nb"}},
    {{"connection", "close"}},
    {{"transfer-encoding", "chunked"}},
    {{"te", "gzip"}},
    {{"te", "trailers"}},
    {{"content-length", "1"}},
    {{"content-length", "5"}},
    {{"host", "a"}},
    {{"", "y"}},
};

// A request without a body.
void compare_checks(const Fields& fields) {
    RawClient client;
    const std::string bytes = RawClient::greeting() + client.head(fields, kEndsStream);
    const bool wanted = Reference().receive(bytes).accepted();
    const bool found = CheckedServer().receive(bytes).accepted();
    CAPTURE(shown_fields(fields));
    CHECK((wanted || !found));
}

// With and without END_STREAM in the head, bytes in DATA frames, and trailers.
void compare_checks(const std::string& length, const std::vector<size_t>& pieces, bool ends,
                    const Fields* trailers = nullptr, int flags_of_trailers = kEndsStream) {
    RawClient client;
    const Fields fields = length.empty() ? kPlainGet : with_field(kPlainGet, 4, "content-length", length);
    std::string bytes =
        RawClient::greeting() + client.head(fields, pieces.empty() && trailers == nullptr && ends ? kEndsStream : 0);
    for (size_t i = 0; i < pieces.size(); ++i) {
        const bool is_last = i + 1 == pieces.size() && trailers == nullptr && ends;
        bytes += test::frame(kDataFrame, is_last ? kEndsStream : 0, kFirstStream, std::string(pieces[i], 'x'));
    }
    if (trailers != nullptr) bytes += client.head(*trailers, flags_of_trailers);
    const Verdict wanted = Reference().receive(bytes);
    const Verdict found = CheckedServer().receive(bytes);
    CAPTURE(length);
    CAPTURE(pieces.size());
    CAPTURE(trailers == nullptr ? "" : shown_fields(*trailers));
    CHECK((wanted.accepted() || !found.accepted()));
    CHECK((found.reset || !wanted.reset));
}

}  // namespace

TEST_CASE("Session checks as nghttp2 does: each byte in names and values") {
    for (int i = 0; i < 256; ++i) {
        const std::string byte(1, static_cast<char>(i));
        compare_checks(with_field(kPlainGet, 4, byte, "a"));
        compare_checks(with_field(kPlainGet, 4, "x" + byte, "a"));
        for (const char* name : {"x", "host", "te", "cookie", "content-length", "priority"}) {
            for (const std::string& value : {byte, "a" + byte, byte + "a", "1" + byte, "a" + byte + "1"}) {
                compare_checks(with_field(kPlainGet, 4, name, value));
            }
        }
        for (size_t at = 0; at < kPlainGet.size(); ++at) {
            for (const std::string& value : {byte, kPlainGet[at].second + byte, byte + kPlainGet[at].second}) {
                Fields fields = kPlainGet;
                fields[at].second = value;
                compare_checks(fields);
            }
        }
        compare_checks({{":method", "CONNECT"},
                        {":protocol", "p" + byte},
                        {":scheme", "http"},
                        {":authority", "a"},
                        {":path", "/"}});
    }
}

TEST_CASE("Session checks as nghttp2 does: a field at each place") {
    for (const auto& [name, value] : kSomeFields) {
        for (size_t at = 0; at <= kPlainGet.size() + 1; ++at) {
            compare_checks(with_field(with_field(kPlainGet, 4, "x", "y"), at, name, value));
            for (const auto& [other, text] : kSomeFields)
                compare_checks(with_field(with_field(kPlainGet, 4, other, text), at, name, value));
        }
    }
}

TEST_CASE("Session checks as nghttp2 does: pseudo-header fields that are missing") {
    const std::string methods[] = {"GET", "OPTIONS", "CONNECT", "HEAD"};
    const std::string paths[] = {"/", "*", "a", "http://a/"};
    for (unsigned set = 0; set < 64; ++set) {
        for (const std::string& method : methods) {
            for (const std::string& path : paths) {
                for (const char* scheme : {"http", "HTTPS", "ftp"}) {
                    const Fields all = {{":method", method}, {":scheme", scheme},        {":authority", "a"},
                                        {":path", path},     {":protocol", "websocket"}, {"host", "a"}};
                    Fields some;
                    for (size_t i = 0; i < all.size(); ++i) {
                        if ((set >> i & 1) != 0) some.push_back(all[i]);
                    }
                    compare_checks(some);
                }
            }
        }
    }
}

TEST_CASE("Session checks as nghttp2 does: bodies and trailers") {
    for (const char* length : {"", "0", "1", "5", "6", "05"}) {
        for (const std::vector<size_t>& pieces :
             std::vector<std::vector<size_t>>{{}, {0}, {5}, {2, 3}, {5, 0}, {5, 1}, {6}}) {
            for (const bool ends : {true, false}) compare_checks(length, pieces, ends);
            for (const Fields& some : kSomeTrailers) {
                for (const int flags : {0, kEndsStream}) compare_checks(length, pieces, true, &some, flags);
            }
        }
    }
}

TEST_CASE("Session: after a malformed head, or malformed trailers, the next head is decoded as it was encoded") {
    for (const char* wrong : {"X", ":x", "connection"}) {
        for (const bool in_trailers : {false, true}) {
            RawClient client;
            Fields fields = {{wrong, "y"}, {"first", "1"}, {"second", "2"}};
            std::string bytes = RawClient::greeting();
            if (in_trailers) {
                bytes += client.head(kPlainGet, 0);
                bytes += client.head(fields, kEndsStream);
            } else {
                fields.insert(fields.begin(), kPlainGet.begin(), kPlainGet.end());
                bytes += client.head(fields, kEndsStream);
            }
            bytes += client.head({{":method", "GET"},
                                  {":scheme", "http"},
                                  {":authority", "a"},
                                  {":path", "/next"},
                                  {"first", "1"},
                                  {"second", "2"}},
                                 kEndsStream, kSecondStream);
            CheckedServer server;
            CHECK_FALSE(server.receive(bytes).accepted());
            CHECK(server.streams[kSecondStream].verdict.accepted());
        }
    }
}
