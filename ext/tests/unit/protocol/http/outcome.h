// Runs the HTTP machines over input cut in chosen places and writes down all that a caller can see, as text: two runs
// agree when their texts are equal. Every piece lies in a heap block of its exact size, so that a sanitizer sees a read
// behind the end. For tests and fuzz targets.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "protocol/http/chunked.h"
#include "protocol/http/h1_parser.h"
#include "protocol/http/h1_response_parser.h"

namespace tern::http::test {

class Block {
public:
    explicit Block(Bytes content) : data_(new char[content.size()]), size_(content.size()) {
        if (size_ != 0) std::memcpy(data_.get(), content.data(), size_);
    }
    Bytes view() const { return Bytes(data_.get(), size_); }

private:
    std::unique_ptr<char[]> data_;
    size_t size_;
};

// A literal with NULs in it.
template <size_t N>
constexpr Bytes bytes(const char (&text)[N]) {
    return Bytes(text, N - 1);
}

inline bool accepted(const std::string& outcome) { return outcome.starts_with("consumed "); }

inline std::string quoted(Bytes text) { return text.data() == nullptr ? "-" : "[" + std::string(text) + "]"; }

inline bool inside(Bytes view, Bytes buffer) {
    if (view.data() == nullptr) return view.empty();
    return view.data() >= buffer.data() && view.data() + view.size() <= buffer.data() + buffer.size();
}

template <class Head>
bool fields_inside(const Head& head, Bytes buffer) {
    for (uint32_t i = 0; i < head.field_count; ++i) {
        if (!inside(head.fields[i].name, buffer) || !inside(head.fields[i].value, buffer)) return false;
    }
    return true;
}

inline bool views_inside(const RequestHead& head, Bytes buffer) {
    for (Bytes view : {head.raw, head.method, head.target, head.path, head.query, head.host}) {
        if (!inside(view, buffer)) return false;
    }
    return fields_inside(head, buffer);
}

inline bool views_inside(const ReceivedHead& head, Bytes buffer) {
    return inside(head.raw, buffer) && inside(head.reason, buffer) && fields_inside(head, buffer);
}

template <class Head>
std::string fields_text(const Head& head) {
    std::string text;
    for (uint32_t i = 0; i < head.field_count; ++i) text += quoted(head.fields[i].name) + quoted(head.fields[i].value);
    return text;
}

inline std::string text_of(const RequestHead& head) {
    std::string text = quoted(head.method) + quoted(head.target) + quoted(head.path) + quoted(head.query);
    text += quoted(head.host) + " v" + std::to_string(static_cast<int>(head.version));
    text += " length " + (head.has_content_length ? std::to_string(head.content_length) : "-");
    for (bool flag : {head.keep_alive, head.chunked, head.expect_continue, head.upgrade}) text += flag ? " 1" : " 0";
    return text + fields_text(head) + quoted(head.raw);
}

inline std::string text_of(const ReceivedHead& head) {
    std::string text = ' ' + std::to_string(head.status) + quoted(head.reason);
    text += " v" + std::to_string(static_cast<int>(head.version));
    text += " framing " + std::to_string(static_cast<int>(head.framing)) + ' ' + std::to_string(head.content_length);
    text += head.keep_alive ? " 1" : " 0";
    return text + fields_text(head) + quoted(head.raw);
}

template <class Head>
std::string text_of(const ParseStep& step, const Head& head, Bytes buffer) {
    if (step.state == ParseStep::State::need_more) return "need_more";
    if (step.state == ParseStep::State::failed) return "failed " + std::to_string(step.status) + " " + step.reason;
    return (views_inside(head, buffer) ? "consumed " : "VIEW OUTSIDE ") + std::to_string(step.consumed) + text_of(head);
}

// Shows the parser the first cuts[0] bytes, then the first cuts[1], ..., then all, each time at another address.
template <class Parser, class Head>
std::string parse_in_pieces(Parser& parser, Bytes input, const std::vector<size_t>& cuts, Head& head) {
    std::vector<size_t> stops = cuts;
    stops.push_back(input.size());
    std::string text;
    for (size_t stop : stops) {
        const Block block(input.substr(0, stop));
        text = text_of(parser.feed(block.view(), head), head, block.view());
        if (text != "need_more") break;
    }
    return text;
}

inline std::string parse_head(Bytes input, const std::vector<size_t>& cuts, const HeadLimits& limits,
                              RequestHead& head) {
    H1Parser parser(limits);
    return parse_in_pieces(parser, input, cuts, head);
}

inline std::string parse_response(Bytes input, const std::vector<size_t>& cuts, const HeadLimits& limits,
                                  SentRequest request, ReceivedHead& head) {
    H1ResponseParser parser(limits);
    parser.reset(request);
    return parse_in_pieces(parser, input, cuts, head);
}

// Data, trailers and the end of a chunked body; the pieces lie between the cuts.
inline std::string decode_chunked(Bytes input, const std::vector<size_t>& cuts) {
    ChunkedDecoder decoder;
    std::string body;
    size_t from = 0;
    std::vector<size_t> stops = cuts;
    stops.push_back(input.size());
    for (size_t stop : stops) {
        while (from < stop) {
            const Block block(input.substr(from, stop - from));
            const ChunkStep step = decoder.feed(block.view());
            from += step.consumed;
            if (step.state == ChunkStep::State::data) body += step.data.empty() ? "EMPTY DATA" : std::string(step.data);
            if (step.state == ChunkStep::State::data && !inside(step.data, block.view())) return "VIEW OUTSIDE";
            if (step.state == ChunkStep::State::more && from != stop) return "INPUT LEFT";
            if (step.state == ChunkStep::State::failed)
                return "failed " + std::to_string(step.status) + " " + step.reason;
            if (step.state != ChunkStep::State::done) continue;
            Field fields[ChunkedDecoder::kMaxTrailers];
            const size_t count = decoder.trailers(fields, ChunkedDecoder::kMaxTrailers);
            std::string text = "done " + std::to_string(from) + quoted(body);
            for (size_t i = 0; i < count; ++i) text += quoted(fields[i].name) + quoted(fields[i].value);
            return text;
        }
    }
    return "more" + quoted(body);
}

// Calls run(cuts) with no cut, with one cut at every byte, and with all cuts at once; all must give the same text.
template <class Run>
std::string same_in_pieces(size_t size, Run run) {
    const std::string whole = run(std::vector<size_t>{});
    std::vector<size_t> every;
    for (size_t cut = 0; cut <= size; ++cut) {
        every.push_back(cut);
        const std::string pieces = run(std::vector<size_t>{cut});
        if (pieces != whole) return "cut at " + std::to_string(cut) + ": " + pieces + " but whole: " + whole;
    }
    const std::string bytewise = run(every);
    return bytewise == whole ? whole : "byte by byte: " + bytewise + " but whole: " + whole;
}

}  // namespace tern::http::test
