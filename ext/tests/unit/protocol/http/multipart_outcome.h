// Runs MultipartParser over input cut in chosen places and writes down all that a handler sees, as text. For tests and
// the fuzz target.
#pragma once

#include "outcome.h"
#include "protocol/http/multipart.h"

namespace tern::http::test {

class PartRecorder final : public MultipartHandler {
public:
    void on_part(const PartHead& part) override {
        if (open_) text_ += "PART IN PART";
        open_ = true;
        text_ += "part " + quoted(part.name()) + quoted(part.file_name()) + quoted(part.content_type()) + "=";
    }
    void on_data(Bytes data) override { text_ += open_ && !data.empty() ? std::string(data) : "BAD DATA"; }
    void on_part_end() override {
        text_ += open_ ? "|" : "BAD END";
        open_ = false;
    }
    std::string& text() { return text_; }

private:
    std::string text_;
    bool open_ = false;
};

inline std::string parse_multipart(Bytes boundary, Bytes input, const std::vector<size_t>& cuts,
                                   const MultipartLimits& limits) {
    PartRecorder recorder;
    MultipartParser parser(boundary, limits, recorder);
    std::vector<size_t> stops = cuts;
    stops.push_back(input.size());
    size_t from = 0;
    for (size_t stop : stops) {
        const Block block(input.substr(from, stop - from));
        parser.feed(block.view());
        from = stop;
    }
    const MultipartStep step = parser.finish();
    if (step.state == MultipartStep::State::done) return recorder.text() + "done";
    return recorder.text() + "failed " + std::to_string(step.status) + " " + step.reason;
}

}  // namespace tern::http::test
