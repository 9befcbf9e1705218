#include "php/http/request/request_parts.h"

#include <algorithm>
#include <memory>

#include "base/clock.h"
#include "php/http/request/request_object.h"

namespace tern::php {

namespace {

// For requests without a connection; the pool exists as long as the process.
serve::ExchangePool& exchanges() noexcept {
    static serve::ExchangePool pool;
    return pool;
}

bool read_flag(HashTable* given, const char* name, bool fallback) {
    zval* value = given == nullptr ? nullptr : zend_hash_str_find(given, name, std::strlen(name));
    return value == nullptr ? fallback : zend_is_true(value);
}

}  // namespace

RequestOptions read_request_options(HashTable* given) {
    RequestOptions options;
    options.parse_cookie = read_flag(given, "parse_cookie", true);
    options.parse_post = read_flag(given, "parse_body", true);
    options.parse_files = read_flag(given, "parse_files", true);
    zval* most = given == nullptr ? nullptr : zend_hash_str_find(given, ZEND_STRL("upload_max_filesize"));
    zend_long bytes = most == nullptr ? 0 : zval_get_long(most);
    if (bytes > 0) options.upload_bytes = static_cast<uint64_t>(bytes);
    return options;
}

RequestParts::RequestParts(const RequestOptions& options) noexcept
    : exchange_(exchanges().take()), block_(net::BlockPool::large().take()), parser_(limits_.head) {
    limits_.parse_multipart = options.parse_files;
    limits_.upload_bytes = options.upload_bytes;
    exchange_->origin = {};
    exchange_->session_id = 0;
    exchange_->received_us = wall_clock_us();
    exchange_->hold(*block_);
}

RequestParts::~RequestParts() {
    reader_.reset();
    exchange_->release();
    net::BlockPool::release(*block_);
}

size_t RequestParts::feed(Bytes data) noexcept {
    size_t used = 0;
    if (state_ == State::head) used = feed_head(data);
    if (state_ == State::body) used += feed_body(data.substr(used));
    return used;
}

size_t RequestParts::feed_head(Bytes data) noexcept {
    size_t before = block_->filled;
    size_t taken = std::min(data.size(), block_->room());
    std::memcpy(block_->data() + before, data.data(), taken);
    block_->filled += static_cast<uint32_t>(taken);
    http::ParseStep step = parser_.feed(block_->view(0), exchange_->head);
    if (step.state == http::ParseStep::State::failed) state_ = State::failed;
    if (step.state != http::ParseStep::State::complete) return taken;
    block_->filled = step.consumed;
    begin_body();
    return step.consumed - before;
}

void RequestParts::begin_body() noexcept {
    state_ = State::complete;
    if (!exchange_->head.chunked && exchange_->head.content_length == 0) return;
    reader_ = std::make_unique<serve::BodyReader>(exchange_->head, exchange_->body, limits_);
    state_ = reader_->refusal() == 0 ? State::body : State::failed;
}

size_t RequestParts::feed_body(Bytes data) noexcept {
    serve::BodyStep step = reader_->feed(data);
    if (step.state == serve::BodyStep::State::done) state_ = State::complete;
    if (step.state == serve::BodyStep::State::failed) state_ = State::failed;
    return step.consumed;
}

}  // namespace tern::php
