// Messages whose size the program tells (package_length_func), which may close the connection instead.
#include "framing_target.h"

namespace tern::fuzz {

namespace {

constexpr unsigned kRefuses = 0xff;
constexpr unsigned kCloses = 0xfe;

// 0: never enough; below 0x80 the size is in one byte, else in two.
int64_t measure(Bytes head) {
    const auto first = static_cast<unsigned char>(head[0]);
    if (first == kRefuses || first == kCloses) return kRefused;
    if (first < 0x80) return first;
    return head.size() < 2 ? 0 : (first & 0x7f) << 8 | static_cast<unsigned char>(head[1]);
}

int64_t measure_or_close(void*, Bytes head) {
    serve::TcpConnection* connection = line == nullptr ? nullptr : line->connection();
    if (connection != nullptr && static_cast<unsigned char>(head[0]) == kCloses) {
        head.size() % 2 == 0 ? connection->close() : line->reset();
        return 1;
    }
    return measure(head);
}

}  // namespace

void choose_framing(protocol::Framing& framing, ScriptReader&) {
    framing.by = protocol::Framing::By::function;
    framing.measure = measure_or_close;
}

int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    const int64_t size = measure(rest);
    if (size < 0 || size > static_cast<int64_t>(framing.most)) return kRefused;
    if (size > 0) return size <= static_cast<int64_t>(rest.size()) ? size : 0;
    return rest.size() < framing.most ? 0 : kRefused;
}

void check_message(Bytes) {}

}  // namespace tern::fuzz
