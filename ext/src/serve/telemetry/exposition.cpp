#include "serve/telemetry/exposition.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "protocol/http/ws/utf8.h"

namespace tern::serve {

namespace {

constexpr Bytes kTypes[] = {"counter", "gauge", "histogram"};

// Escapes quotes only in a quoted text.
void append_escaped(Buffer& out, Bytes text, bool quoted) noexcept {
    const Bytes special = quoted ? Bytes("\\\n\"") : Bytes("\\\n");
    while (!text.empty()) {
        const size_t plain = std::min(text.find_first_of(special), text.size());
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) return;
        out.append(text.front() == '\n' ? Bytes("\\n") : text.front() == '"' ? Bytes("\\\"") : Bytes("\\\\"));
        text.remove_prefix(1);
    }
}

}  // namespace

void make_label_text(char* text, size_t bytes) noexcept {
    if (http::ws::valid_utf8(Bytes(text, bytes))) return;
    for (size_t i = 0; i < bytes; ++i) {
        if (static_cast<unsigned char>(text[i]) >= 0x80) text[i] = '?';
    }
}

void append_number(Buffer& out, double number) noexcept {
    if (std::isnan(number)) return out.append("NaN");
    if (std::isinf(number)) return out.append(number > 0 ? Bytes("+Inf") : Bytes("-Inf"));
    constexpr size_t kLongest = 32;
    char* place = out.extend(kLongest);
    const bool whole = number == std::trunc(number) && std::fabs(number) < 1e15;
    const auto end = whole ? std::to_chars(place, place + kLongest, static_cast<int64_t>(number)).ptr
                           : std::to_chars(place, place + kLongest, number).ptr;
    out.shrink(kLongest - static_cast<size_t>(end - place));
}

void append_bound(Buffer& out, double bound) noexcept {
    const size_t begin = out.size();
    append_number(out, bound);
    if (std::isfinite(bound) && out.view().substr(begin).find_first_of(".e") == Bytes::npos) out.append(".0");
}

void Exposition::line(Bytes keyword, Bytes text) noexcept {
    out_.append(keyword);
    out_.append(name_.view());
    out_.append(" ");
    append_escaped(out_, text, openmetrics_);
    out_.append("\n");
}

// OpenMetrics names the family of a counter without the "_total" of its samples.
void Exposition::family(const MetricHead& head) {
    type_ = head.type;
    name_.clear();
    name_.append(head.name);
    if (type_ == MetricType::counter && !openmetrics_) name_.append("_total");
    if (!head.help.empty()) line("# HELP ", head.help);
    line("# TYPE ", kTypes[static_cast<size_t>(type_)]);
    if (openmetrics_ && !head.unit.empty()) line("# UNIT ", head.unit);
    if (type_ == MetricType::counter && openmetrics_) name_.append("_total");
}

void Exposition::name_and_labels(Bytes suffix, std::span<const MetricLabel> labels, const double* bound) noexcept {
    out_.append(name_.view());
    out_.append(suffix);
    if (labels.empty() && bound == nullptr) return out_.append(" ");
    Bytes before = "{";
    for (const MetricLabel& label : labels) {
        out_.append(before);
        out_.append(label.name);
        out_.append("=\"");
        append_escaped(out_, label.value, true);
        out_.append("\"");
        before = ",";
    }
    if (bound != nullptr) {
        out_.append(before);
        out_.append("le=\"");
        append_bound(out_, *bound);
        out_.append("\"");
    }
    out_.append("} ");
}

void Exposition::sample(std::span<const MetricLabel> labels, double value) {
    name_and_labels({}, labels, nullptr);
    append_number(out_, value);
    out_.append("\n");
}

void Exposition::histogram(std::span<const MetricLabel> labels, std::span<const double> bounds,
                           std::span<const uint64_t> counts, double sum) {
    uint64_t total = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        const double bound = i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity();
        name_and_labels("_bucket", labels, &bound);
        append_number(out_, static_cast<double>(total));
        out_.append("\n");
    }
    name_and_labels("_sum", labels, nullptr);
    append_number(out_, sum);
    out_.append("\n");
    name_and_labels("_count", labels, nullptr);
    append_number(out_, static_cast<double>(total));
    out_.append("\n");
}

void Exposition::finish() noexcept {
    if (openmetrics_) out_.append("# EOF\n");
}

}  // namespace tern::serve
