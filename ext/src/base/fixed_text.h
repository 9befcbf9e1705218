// Text in fixed memory, for code that must not allocate. Text that does not fit is left out.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace tern {

template <size_t kRoom>
class FixedText {
public:
    void add(Bytes text) noexcept {
        const size_t taken = text.size() < left() ? text.size() : left();
        if (taken == 0) return;  // empty text may have a null pointer
        std::memcpy(text_ + size_, text.data(), taken);
        size_ += taken;
    }
    void add(uint64_t number) noexcept {
        char digits[20];
        size_t at = sizeof digits;
        do digits[--at] = static_cast<char>('0' + number % 10);
        while ((number /= 10) > 0);
        add(Bytes(digits + at, sizeof digits - at));
    }
    Bytes view() const noexcept { return {text_, size_}; }
    size_t left() const noexcept { return kRoom - size_; }
    void clear() noexcept { size_ = 0; }

private:
    char text_[kRoom];
    size_t size_ = 0;
};

}  // namespace tern
