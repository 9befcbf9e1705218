#include "protocol/framing.h"

#include <cstring>
#include <doctest/doctest.h>
#include <vector>

using namespace tern;
using namespace tern::protocol;

namespace {

using State = FramingStep::State;

Framing by_length(char letter, size_t offset, size_t body_offset, size_t most = 64) {
    Framing framing;
    framing.by = Framing::By::length;
    framing.field = LengthField::from_letter(letter).value();
    framing.offset = offset;
    framing.body_offset = body_offset;
    framing.most = most;
    return framing;
}

Framing by_mark(const char* mark, size_t most = 64) {
    Framing framing;
    framing.by = Framing::By::end_mark;
    framing.end_mark = mark;
    framing.most = most;
    return framing;
}

FramingStep step(const Framing& framing, Bytes bytes) { return FrameScanner().step(framing, bytes); }

// The messages of a stream that arrives in two pieces.
std::vector<std::string> messages(const Framing& framing, const std::string& stream, size_t split) {
    std::vector<std::string> found;
    FrameScanner scanner;
    std::string buffered;
    for (const std::string& piece : {stream.substr(0, split), stream.substr(split)}) {
        for (char byte : piece) {
            buffered += byte;
            const FramingStep now = scanner.step(framing, buffered);
            if (now.state != State::done) continue;
            REQUIRE(now.size <= buffered.size());
            found.push_back(buffered.substr(0, now.size));
            buffered.erase(0, now.size);
            scanner.restart();
        }
    }
    CHECK(buffered.empty());
    return found;
}

// All of them at once.
std::vector<std::string> messages_of_whole(const Framing& framing, Bytes stream) {
    std::vector<std::string> found;
    FrameScanner scanner;
    while (!stream.empty()) {
        const FramingStep now = scanner.step(framing, stream);
        REQUIRE(now.state == State::done);
        found.emplace_back(stream.substr(0, now.size));
        stream.remove_prefix(now.size);
        scanner.restart();
    }
    return found;
}

}  // namespace

TEST_CASE("framing: every letter of pack() reads its number") {
    const struct {
        char letter;
        Bytes bytes;
        int64_t number;
    } rows[] = {
        {'c', Bytes("\xff", 1), -1},
        {'C', Bytes("\xff", 1), 255},
        {'n', Bytes("\1\2", 2), 0x102},
        {'v', Bytes("\1\2", 2), 0x201},
        {'N', Bytes("\xff\0\0\1", 4), 0xff000001},
        {'V', Bytes("\1\0\0\xff", 4), 0xff000001},
        {'J', Bytes("\0\0\0\0\0\0\1\0", 8), 256},
        {'P', Bytes("\0\1\0\0\0\0\0\0", 8), 256},
    };
    for (const auto& row : rows) {
        CAPTURE(row.letter);
        CHECK(LengthField::from_letter(row.letter).value().read(row.bytes) == row.number);
    }
    const int16_t small = -2;
    const int32_t middle = -3;
    const int64_t large = -4;
    const auto bytes = [](const auto& number) { return Bytes(reinterpret_cast<const char*>(&number), sizeof number); };
    CHECK(LengthField::from_letter('s').value().read(bytes(small)) == -2);
    CHECK(LengthField::from_letter('S').value().read(bytes(small)) == 65534);
    CHECK(LengthField::from_letter('l').value().read(bytes(middle)) == -3);
    CHECK(LengthField::from_letter('L').value().read(bytes(middle)) == 0xfffffffd);
    CHECK(LengthField::from_letter('q').value().read(bytes(large)) == -4);
    CHECK(LengthField::from_letter('Q').value().read(bytes(large)) == -4);
    for (char letter : {'\0', 'a', 'x', 'i', 'I'}) CHECK(!LengthField::from_letter(letter).ok());
}

TEST_CASE("framing: messages do not depend on how the stream was split") {
    const struct {
        Framing framing;
        std::vector<std::string> messages;
    } rows[] = {
        {by_length('n', 0, 2), {std::string("\0\3abc", 5), std::string("\0\0", 2), std::string("\0\1d", 3)}},
        {by_length('n', 2, 0), {std::string("xy\0\6ab", 6), std::string("zz\0\4", 4)}},
        {by_length('C', 1, 4), {std::string("a\2bccc", 6), std::string("q\0rr", 4)}},
        {by_mark("\r\n\r\n"), {"a\r\n\r\n", "\r\n\r\n", "b\r\nc\r\n\r\n", "\r\r\n\r\n"}},
        {by_mark("\n"), {"one\n", "\n", "two\n"}},
    };
    for (const auto& row : rows) {
        std::string stream;
        for (const std::string& message : row.messages) stream += message;
        for (size_t split = 0; split <= stream.size(); ++split) {
            CAPTURE(split);
            CHECK(messages(row.framing, stream, split) == row.messages);
        }
        CHECK(messages_of_whole(row.framing, stream) == row.messages);
    }
}

TEST_CASE("framing: what is known of a message is told before it is there") {
    CHECK(step(by_length('n', 0, 2), Bytes("\0", 1)).size == 0);
    const FramingStep begun = step(by_length('n', 0, 2), Bytes("\0\5ab", 4));
    CHECK(begun.state == State::need_more);
    CHECK(begun.size == 7);
}

TEST_CASE("framing: lengths that cannot be") {
    CHECK(step(by_length('C', 0, 1, 9), "\x8").state == State::need_more);
    CHECK(step(by_length('C', 0, 1, 9), "\x9").state == State::too_large);
    CHECK(step(by_length('c', 0, 1), "\xff").state == State::malformed);
    // It counts itself, and says that it is smaller than that.
    CHECK(step(by_length('n', 2, 0), Bytes("ab\0\3", 4)).state == State::malformed);
    CHECK(step(by_length('n', 0, 0), Bytes("\0\0", 2)).state == State::malformed);
    CHECK(step(by_length('J', 0, 8), "\xff\xff\xff\xff\xff\xff\xff\xff").state == State::too_large);
    CHECK(step(by_length('J', 0, 8), "\x7f\xff\xff\xff\xff\xff\xff\xff").state == State::too_large);
    const int64_t least = INT64_MIN;
    CHECK(step(by_length('q', 0, 8), Bytes(reinterpret_cast<const char*>(&least), 8)).state == State::malformed);
    CHECK(step(by_length('N', 100, 8), "a").state == State::too_large);
}

TEST_CASE("framing: a mark that does not come") {
    CHECK(step(by_mark("\r\n", 8), "1234567").state == State::need_more);
    CHECK(step(by_mark("\r\n", 8), "123456\r\n").state == State::done);
    CHECK(step(by_mark("\r\n", 8), "1234567\r").state == State::too_large);
    CHECK(step(by_mark("\r\n", 8), "1234567\r\n").state == State::too_large);
}

TEST_CASE("framing: a function measures") {
    Framing framing;
    framing.by = Framing::By::function;
    framing.most = 8;
    int64_t answer = 0;
    framing.context = &answer;
    framing.measure = [](void* context, Bytes) { return *static_cast<int64_t*>(context); };
    FrameScanner scanner;
    CHECK(scanner.step(framing, "ab").state == State::need_more);
    CHECK(scanner.step(framing, "abcdefgh").state == State::too_large);
    answer = -1;
    CHECK(scanner.step(framing, "ab").state == State::malformed);
    answer = 9;
    CHECK(scanner.step(framing, "ab").state == State::too_large);
    answer = 3;
    CHECK(scanner.step(framing, "ab").size == 3);
    answer = -1;  // nobody is asked again
    CHECK(scanner.step(framing, "abcd").state == State::done);
    scanner.restart();
    CHECK(scanner.step(framing, "abcd").state == State::malformed);
}

TEST_CASE("framing: none, so whatever is there is a message") {
    const FramingStep all = step({}, "abc");
    CHECK(all.state == State::done);
    CHECK(all.size == 3);
    CHECK(step({}, "").state == State::need_more);
}

TEST_CASE("framing: control packets of MQTT") {
    Framing framing;
    framing.by = Framing::By::mqtt;
    framing.most = 100'000;
    const std::string ping("\xc0\0", 2);
    const std::string publish = std::string("\x30\xc8\x01", 3) + std::string(200, 'p');
    const std::string large = std::string("\x30\x80\x80\x01", 4) + std::string(16384, 'l');
    const std::string stream = ping + publish + large + ping;
    for (size_t split : {size_t{0}, size_t{1}, size_t{3}, size_t{4}, size_t{250}}) {
        CHECK(messages(framing, stream, split) == std::vector<std::string>{ping, publish, large, ping});
    }
    CHECK(step(framing, Bytes("\x30\xff\xff\xff\xff", 5)).state == State::malformed);
    CHECK(step(framing, Bytes("\x30\xff\xff\xff", 4)).state == State::need_more);
    CHECK(step(framing, Bytes("\x30\xff\xff\x7f", 4)).state == State::too_large);
}

TEST_CASE("framing: records of FastCGI") {
    Framing framing;
    framing.by = Framing::By::fastcgi;
    const std::string empty("\x01\x05\0\x01\0\0\0\0", 8);
    const std::string padded = std::string("\x01\x06\0\x01\0\x05\x03\0", 8) + "hello" + std::string(3, '\0');
    const std::string large = std::string("\x01\x06\0\x01\xff\xff\xff\0", 8) + std::string(65535 + 255, 'l');
    const std::string stream = empty + padded + large + empty;
    for (size_t split : {size_t{0}, size_t{1}, size_t{7}, size_t{8}, size_t{250}}) {
        CHECK(messages(framing, stream, split) == std::vector<std::string>{empty, padded, large, empty});
    }
    CHECK(step(framing, padded.substr(0, 8)).size == padded.size());
    CHECK(step(framing, padded.substr(0, 7)).state == State::need_more);
    CHECK(step(framing, Bytes("\x02\x06", 2)).state == State::malformed);
    framing.most = 65535;
    CHECK(step(framing, large).state == State::too_large);
    framing.most = 7;
    CHECK(step(framing, empty).state == State::too_large);
}

TEST_CASE("framing: commands to Redis") {
    Framing framing;
    framing.by = Framing::By::resp;
    framing.most = 1000;
    const std::string get = "*2\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n";
    const std::string inline_ping = "PING hello\r\n";
    const std::string none = "*0\r\n";
    const std::string stream = get + inline_ping + none + "\n" + get;
    for (size_t split = 0; split < stream.size(); ++split) {
        CHECK(messages(framing, stream, split) == std::vector<std::string>{get, inline_ping, none, "\n", get});
    }
    CHECK(messages_of_whole(framing, stream).size() == 5);
    for (const char* wrong : {"*a\r\n", "*1\r\n:1\r\n", "*1\r\n$-1\r\n", "*1\r\n$9999999999\r\n", "*2000000\r\n",
                              "*1\r\n$111111111111111111111111"}) {
        CHECK(step(framing, wrong).state == State::malformed);
    }
    CHECK(step(framing, "*1\r\n$2000\r\nxx").state == State::too_large);
    CHECK(step(framing, std::string(1001, 'x')).state == State::too_large);
    CHECK(step(framing, "*1\r\n$2").state == State::need_more);
}

TEST_CASE("framing: the words of a command") {
    std::vector<Bytes> words;
    split_command("*3\r\n$3\r\nSET\r\n$0\r\n\r\n$4\r\na\r\nb\r\n", words);
    CHECK(words == std::vector<Bytes>{"SET", "", "a\r\nb"});
    split_command("  set\ta  b \r\n", words);
    CHECK(words == std::vector<Bytes>{"set", "a", "b"});
    split_command("\r\n", words);
    CHECK(words.empty());
    split_command("*-1\r\n", words);
    CHECK(words.empty());
}

TEST_CASE("framing by HTTP/1: heads, lengths, chunks") {
    Framing framing;
    framing.by = Framing::By::http;
    framing.most = 1000;
    const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    const std::string post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    const std::string chunked =
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\n";
    const std::string stream = get + post + chunked + get;
    const std::vector<std::string> expected = {get, post, chunked, get};
    for (size_t split : {size_t{0}, size_t{5}, get.size(), stream.size() - 1}) {
        CHECK(messages(framing, stream, split) == expected);
    }
    CHECK(messages_of_whole(framing, stream) == expected);
    CHECK(step(framing, "no request\r\n").state == State::malformed);
    CHECK(step(framing, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx").state == State::malformed);
    CHECK(step(framing, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n").state ==
          State::malformed);
    CHECK(step(framing, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n").state == State::too_large);
    CHECK(step(framing, "GET /" + std::string(1000, 'x')).state == State::too_large);
}
