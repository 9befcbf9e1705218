// What a request gets of a file: all of it, the ranges that it names, or only a status (RFC 9110 13 and 14).
#pragma once

#include <optional>
#include <string>

#include "protocol/http/conditional.h"
#include "serve/exchange.h"
#include "serve/files/file_cache.h"

namespace tern::serve {

// A text that lives as long as it is part of a body.
Slice owned(std::string text);

class FileResponse {
public:
    // The whole file with this status, whatever the request says.
    FileResponse(CachedFile& file, int status) noexcept : file_(file), status_(status) {}
    // For GET and HEAD: by the conditions and ranges of the request.
    FileResponse(CachedFile& file, const Exchange& exchange, int64_t now_s);

    // 304, 412 and 416 have no body of the file.
    int status() const noexcept { return status_; }
    bool has_body() const noexcept { return has_body_; }
    // The value of Content-Range; empty: the response has none.
    Bytes content_range() const noexcept { return content_range_; }
    // The value of Content-Type. Call it before send(): several ranges have a type of their own, and each names the
    // given one.
    Bytes content_type(Bytes media_type);
    // `head` has all fields. Its status and length are set here.
    Error send(Exchange& exchange, http::ResponseHead& head);

private:
    void select(Bytes field);
    Error send_whole(Exchange& exchange, http::ResponseHead& head);
    Error send_range(Exchange& exchange, http::ResponseHead& head);
    Error send_ranges(Exchange& exchange, http::ResponseHead& head);

    CachedFile& file_;
    int status_ = 200;
    bool has_body_ = true;
    std::string content_range_;
    std::optional<http::RangeSet> ranges_;  // of 206
    Bytes media_type_;                      // of the file, for several ranges
    std::string multipart_;                 // their Content-Type
    std::string boundary_;
};

}  // namespace tern::serve
