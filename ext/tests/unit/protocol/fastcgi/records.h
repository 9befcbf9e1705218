// Records of a web server, and what the records of an application say.
#pragma once

#include <map>
#include <string>

#include "protocol/fastcgi/parameters.h"
#include "protocol/fastcgi/record.h"

namespace tern::fastcgi::test {

inline std::string record(RecordType type, uint16_t id, Bytes content, uint8_t padding = 0) {
    std::string head(kRecordHeadBytes, '\0');
    put_record_head(head.data(), type, id, content.size());
    head[6] = static_cast<char>(padding);
    return head + std::string(content) + std::string(padding, 'p');
}

inline std::string begin(uint16_t id, bool keeps, uint16_t role = 1) {
    const char content[kBeginBytes] = {static_cast<char>(role >> 8), static_cast<char>(role), keeps ? '\1' : '\0'};
    return record(RecordType::begin_request, id, Bytes(content, kBeginBytes));
}

inline std::string pair(Bytes name, Bytes value) {
    Buffer out;
    write_pair(out, name, value);
    return std::string(out.view());
}

using Variables = std::map<std::string, std::string>;

inline std::string pairs(const Variables& variables) {
    std::string text;
    for (const auto& [name, value] : variables) text += pair(name, value);
    return text;
}

// The parameters of a request, with the usual ones.
inline std::string parameters(uint16_t id, Variables variables) {
    variables.insert({{"REQUEST_METHOD", "GET"}, {"REQUEST_URI", "/a"}, {"SERVER_PROTOCOL", "HTTP/1.1"}});
    return record(RecordType::parameters, id, pairs(variables)) + record(RecordType::parameters, id, {});
}

inline std::string input(uint16_t id, Bytes content) { return record(RecordType::input, id, content); }

inline std::string get(uint16_t id, const std::string& uri, bool keeps = true) {
    return begin(id, keeps) + parameters(id, {{"REQUEST_URI", uri}}) + input(id, {});
}

inline std::string post(uint16_t id, const std::string& uri, const std::string& body, bool keeps = true) {
    const Variables variables = {
        {"REQUEST_METHOD", "POST"}, {"REQUEST_URI", uri}, {"CONTENT_LENGTH", std::to_string(body.size())}};
    return begin(id, keeps) + parameters(id, variables) + input(id, body) + input(id, {});
}

// What came back for one request.
struct Reply {
    std::string output;
    std::string error;
    int ends = 0;
    int status = -1;  // of the protocol
    std::string head() const { return output.substr(0, output.find("\r\n\r\n") + 2); }
    std::string body() const {
        const size_t end = output.find("\r\n\r\n");
        return end == std::string::npos ? "?" : output.substr(end + 4);
    }
};

struct Replies {
    std::map<uint16_t, Reply> of;
    std::map<std::string, std::string> values;
    std::string unknown_types;
    bool broken = false;

    explicit Replies(Bytes bytes) {
        RecordParser parser;
        while (!bytes.empty()) {
            const RecordStep step = parser.feed(bytes);
            bytes.remove_prefix(step.consumed);
            if (step.state == RecordStep::State::failed) broken = true;
            if (step.state != RecordStep::State::piece) break;
            note(step);
        }
        broken = broken || !bytes.empty() || !parser.between_records();
    }

private:
    void note(const RecordStep& step) {
        Reply& reply = of[step.record.id];
        switch (step.record.type) {
            case RecordType::output: reply.output += step.piece; break;
            case RecordType::error: reply.error += step.piece; break;
            case RecordType::end_request:
                if (step.piece.size() != kBeginBytes) broken = true;
                reply.status = step.piece[4];
                ++reply.ends;
                break;
            case RecordType::get_values_result: {
                PairReader reader(step.piece);
                Pair one;
                while (reader.next(one)) values[std::string(one.name)] = one.value;
                break;
            }
            case RecordType::unknown_type: unknown_types += step.piece[0]; break;
            default: broken = true;
        }
    }
};

}  // namespace tern::fastcgi::test
