// A value, or the error why there is none, which is never Error::ok.
#pragma once

#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace tern {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) noexcept : value_(std::move(value)) {}
    Result(Error error) noexcept : error_(error) { TERN_CHECK(error != Error::ok); }

    bool ok() const noexcept { return error_ == Error::ok; }
    explicit operator bool() const noexcept { return ok(); }
    Error error() const noexcept { return error_; }
    T& value() noexcept {
        TERN_CHECK(ok());
        return value_;
    }
    const T& value() const noexcept {
        TERN_CHECK(ok());
        return value_;
    }

private:
    T value_{};
    Error error_ = Error::ok;
};

}  // namespace tern
