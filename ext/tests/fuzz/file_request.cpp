// What decides which bytes of which file are sent: path, ranges, conditions, codings. The first byte chooses the size
// of the file, a line each is the path, Range, If-Range, If-None-Match, a date and Accept-Encoding.
#include <cstdlib>

#include "protocol/http/conditional.h"
#include "protocol/http/content_coding.h"
#include "protocol/http/uri.h"

using namespace tern;
using namespace tern::http;

namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

Bytes take_line(Bytes& input) {
    const Bytes line = input.substr(0, input.find('\n'));
    input.remove_prefix(line.size() == input.size() ? line.size() : line.size() + 1);
    return line;
}

void check_path(Bytes encoded) {
    std::string path;
    if (!normalize_path(encoded, path)) return;
    expect(path.starts_with('/'));
    for (Bytes trouble : {Bytes("/../"), Bytes("/./"), Bytes("//"), Bytes("\\"), Bytes("\0", 1)}) {
        expect((path + '/').find(trouble) == std::string::npos || (trouble == "//" && path.ends_with('/')));
    }
    std::string again;
    expect(resolve_segments(path, again) && again == path);
    std::string round;
    append_encoded_path(round, path);
    expect(normalize_path(round, again) && again == path);
}

void check_ranges(Bytes field, uint64_t size) {
    const RangeSet set = parse_range(field, size);
    expect(set.count <= RangeSet::kMost);
    expect((set.kind == RangeSet::Kind::satisfiable) == (set.count > 0));
    uint64_t total = 0;
    for (size_t i = 0; i < set.count; ++i) {
        expect(set.ranges[i].length > 0 && set.ranges[i].last() < size);
        total += set.ranges[i].length;
    }
    expect(total <= size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes input(reinterpret_cast<const char*>(data), size);
    if (input.empty() || input.size() > 4096) return 0;
    const auto file_size = static_cast<uint64_t>(data[0]) * 1000;
    input.remove_prefix(1);
    check_path(take_line(input));
    RequestHead head;
    for (Bytes name : {Bytes("Range"), Bytes("If-Range"), Bytes("If-None-Match"), Bytes("If-Modified-Since"),
                       Bytes("Accept-Encoding")}) {
        head.fields[head.field_count++] = {name, trim_ows(take_line(input))};
    }
    check_ranges(head.fields[0].value, file_size);
    const Validators current{"\"a\"", 784'111'777, 1'000'000'000};
    expect(evaluate(head, current) != Precondition::failed);
    (void)applicable_range(head, current);
    const AcceptedCodings accepted(head);
    for (size_t i = 0; i < kContentCodings; ++i) {
        const int weight = accepted.weight(static_cast<ContentCoding>(i));
        expect(weight >= 0 && weight <= 1000);
    }
    return 0;
}
