// The response to a request that is refused before a handler sees it.
#pragma once

#include <string>

#include "protocol/http/head.h"

namespace tern::serve {

class Refusal {
public:
    explicit Refusal(int status)
        : text_(std::to_string(status) + ' ' + std::string(http::reason_phrase(status)) + '\n'), status_(status) {
        if (status == 503) fields_[1] = {"Retry-After", "1"};
    }

    Bytes body() const noexcept { return text_; }
    // The head is valid as long as this object.
    http::ResponseHead head() const noexcept {
        http::ResponseHead head;
        head.status = status_;
        head.fields = fields_;
        head.field_count = 1 + (status_ == 415 || status_ == 503);  // RFC 9110 15.5.16, 15.6.4
        head.content_length = text_.size();
        head.keep_alive = false;
        return head;
    }

private:
    std::string text_;
    http::Field fields_[2] = {{"Content-Type", "text/plain"}, {"Accept-Encoding", "gzip, deflate, br, zstd"}};
    int status_;
};

}  // namespace tern::serve
