// Records and parameters of FastCGI. What the parser finds must not depend on how the bytes were split, and the head
// that is made of parameters must be one that other code can rely on.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "protocol/fastcgi/parameters.h"
#include "protocol/fastcgi/record.h"

using namespace tern;
using namespace tern::fastcgi;

namespace {

[[noreturn]] void fail(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

// One record after the other, as text.
std::string read_all(Bytes bytes, size_t step_bytes) {
    RecordParser parser;
    std::string said;
    std::string held;
    bool open = false;
    while (!bytes.empty()) {
        held += bytes.substr(0, step_bytes);
        bytes.remove_prefix(std::min(step_bytes, bytes.size()));
        for (;;) {
            const RecordStep step = parser.feed(held);
            if (step.consumed > held.size()) fail("more was used than given");
            if (step.state == RecordStep::State::failed) return said + "failed";
            if (step.state == RecordStep::State::piece) {
                if (!open)
                    said += std::to_string(static_cast<int>(step.record.type)) + '#' + std::to_string(step.record.id);
                said += step.piece;
                open = !step.ends;
                if (step.ends) said += '|';
            }
            held.erase(0, step.consumed);
            if (step.state == RecordStep::State::more) break;
        }
    }
    return said;
}

void check_head(Bytes bytes) {
    Parameters parameters;
    parameters.append(bytes);
    if (!parameters.parse()) return;
    http::RequestHead head;
    const http::HeadLimits limits{200, 64 * 1024, 8};
    const Refusal refusal = parameters.make_head(head, limits);
    if (refusal.status != 0) {
        if (refusal.reason == nullptr) fail("refused without a reason");
        return;
    }
    if (head.method.empty()) fail("no method");
    if (!head.path.starts_with('/') && head.path != "*") fail("a path that begins with no slash");
    if (head.field_count > limits.fields) fail("too many fields");
    for (const http::Field& field : head.all_fields()) {
        if (field.name.empty()) fail("a field without a name");
        if (field.value.find_first_of(Bytes("\r\n\0", 3)) != Bytes::npos) fail("a value that splits the head");
    }
    Buffer again;
    for (const Pair& pair : parameters.all()) write_pair(again, pair.name, pair.value);
    Parameters copy;
    copy.append(again.view());
    if (!copy.parse() || copy.all().size() != parameters.all().size()) fail("pairs do not survive being written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1 || size > 70'000) return 0;
    const size_t step = 1 + data[0];
    const Bytes bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (read_all(bytes, bytes.size() + 1) != read_all(bytes, step)) fail("the split matters");
    check_head(bytes);
    return 0;
}
