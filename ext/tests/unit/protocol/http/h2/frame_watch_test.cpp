#include "protocol/http/h2/frame_watch.h"

#include "protocol/http/h2/nghttp2_client.h"
#include "protocol/http/h2/watched_input.h"

using namespace tern;
using namespace tern::http::h2;
using namespace tern::http::h2::test;

namespace {

// Each cut is a read of its own.
std::string passed_on_in_two(FrameWatch& watch, const std::string& bytes, size_t cut) {
    const std::string first = passed_on(watch, Bytes(bytes).substr(0, cut));
    return first + passed_on(watch, Bytes(bytes).substr(cut));
}

}  // namespace

TEST_CASE("FrameWatch: passes all on, cut anywhere") {
    const std::string bytes = frame(1, 4, 1, "head") + frame(2, 0, 3, "12345") + frame(0, 1, 1, std::string(300, 'x')) +
                              frame(8, 0, 0, "\1\1\1\1") + frame(2, 0, 3, "123") + frame(4, 1, 0, "");
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameWatch watch({});
        CHECK(passed_on_in_two(watch, bytes, cut) == bytes);
        CHECK_FALSE(watch.refuses());
    }
}

TEST_CASE("FrameWatch: WINDOW_UPDATE of the connection without DATA that is not counted, cut anywhere") {
    const std::string ping = frame(6, 0, 0, "pingping");
    const std::string other = frame(8, 0, 1, std::string("\0\0\0\7", 4));
    const std::string bytes = ping + frame(8, 0, 0, std::string("\0\0\0\3", 4)) + other +
                              frame(8, 0, 0, std::string("\x80\0\1\2", 4)) + ping +
                              frame(8, 0, 0, std::string("\0\0\0\1", 4));
    const std::string expected =
        ping + other + frame(8, 0, 0, std::string("\0\0\0\xfd", 4)) + ping + frame(8, 0, 0, std::string("\0\0\0\1", 4));
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameWatch watch({});
        watch.add_uncounted(5);
        watch.add_uncounted(3);
        CHECK(passed_on_in_two(watch, bytes, cut) == expected);
        CHECK(watch.uncounted() == 0);
    }
}

TEST_CASE("FrameWatch: a stream that depends on itself, cut anywhere") {
    const std::string bytes("\0\0\5\2\0\0\0\0\3\0\0\0\1\20\0\0\5\2\0\0\0\0\3\200\0\0\3\20", 28);
    for (size_t cut = 0; cut <= bytes.size(); ++cut) {
        FrameWatch watch({});
        const bool both = passes(watch, Bytes(bytes).substr(0, cut), 1) && passes(watch, Bytes(bytes).substr(cut), 1);
        CHECK_FALSE(both);
        CHECK(watch.fault() == ClientStreams::Fault::depends_on_itself);
    }
    FrameWatch watch({});
    CHECK(passes(watch, bytes.substr(0, 14), 1));
    CHECK(passes(watch, Bytes("\0\0\1\2\0\0\0\0\3x\0\0\0\2\0\0\0\0\3", 19), 1));  // no room for one
}
