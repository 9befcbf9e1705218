// Finds the end of a run of allowed bytes: sixteen bytes at a time with SSE2, by table otherwise. Never reads at or
// after `end`. Both ways have the same result for every input.
#pragma once

#include "protocol/http/char_class.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tern::http {

namespace detail {

inline const char* scan_by_table(const char* at, const char* end, CharClass wanted) noexcept {
    while (at != end && is_in(*at, wanted)) ++at;
    return at;
}

#ifdef __SSE2__
inline __m128i load16(const char* at) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

// 0xff where low <= byte <= high, both unsigned.
inline __m128i in_range(__m128i bytes, char low, char high) noexcept {
    const __m128i moved = _mm_sub_epi8(bytes, _mm_set1_epi8(low));
    return _mm_cmpeq_epi8(_mm_min_epu8(moved, _mm_set1_epi8(static_cast<char>(high - low))), moved);
}

// Skips bytes that are no `stops`. Returns the first stop, or `end`; fewer than sixteen bytes are left to the table.
template <class Stops>
inline const char* skip_blocks(const char* at, const char* end, Stops stops) noexcept {
    const char* const begin = at;
    for (; end - at >= 16; at += 16) {
        const int mask = _mm_movemask_epi8(stops(load16(at)));
        if (mask != 0) return at + __builtin_ctz(static_cast<unsigned>(mask));
    }
    if (at == begin || at == end) return at;
    // The last sixteen, without those that were seen already.
    const int mask = _mm_movemask_epi8(stops(load16(end - 16))) >> (16 - (end - at));
    return mask != 0 ? at + __builtin_ctz(static_cast<unsigned>(mask)) : end;
}

// Letters, digits and '-' make up almost every field name; the table handles other bytes.
inline const char* skip_token(const char* at, const char* end) noexcept {
    return skip_blocks(at, end, [](__m128i bytes) {
        const __m128i alpha = in_range(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
        const __m128i plain =
            _mm_or_si128(_mm_or_si128(alpha, in_range(bytes, '0', '9')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('-')));
        return _mm_cmpeq_epi8(plain, _mm_setzero_si128());
    });
}

inline const char* skip_target(const char* at, const char* end) noexcept {
    return skip_blocks(at, end, [](__m128i bytes) {
        const __m128i special =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('#')));
        return _mm_or_si128(in_range(bytes, 0, 0x20), special);
    });
}

inline const char* skip_value(const char* at, const char* end) noexcept {
    return skip_blocks(at, end, [](__m128i bytes) {
        return _mm_or_si128(in_range(bytes, 0, 0x1f), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)));
    });
}

inline const char* skip_line(const char* at, const char* end) noexcept {
    return skip_blocks(at, end, [](__m128i bytes) {
        const __m128i line_end =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
        return _mm_or_si128(line_end, _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    });
}

inline const char* skip_plain(const char* at, const char* end) noexcept {
    return skip_blocks(at, end, [](__m128i bytes) {
        const __m128i special =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        return _mm_or_si128(_mm_or_si128(in_range(bytes, 0, 0x1f), in_range(bytes, 0x7f, '\xff')), special);
    });
}
#else
inline const char* skip_line(const char* at, const char*) noexcept { return at; }
inline const char* skip_plain(const char* at, const char*) noexcept { return at; }
inline const char* skip_token(const char* at, const char*) noexcept { return at; }
inline const char* skip_target(const char* at, const char*) noexcept { return at; }
inline const char* skip_value(const char* at, const char*) noexcept { return at; }
#endif

}  // namespace detail

// The first byte of [at, end) that is not of the class, or `end`.
inline const char* scan_token(const char* at, const char* end) noexcept {
    return detail::scan_by_table(detail::skip_token(at, end), end, kTokenChar);
}
inline const char* scan_target(const char* at, const char* end) noexcept {
    return detail::scan_by_table(detail::skip_target(at, end), end, kTargetChar);
}
inline const char* scan_plain(const char* at, const char* end) noexcept {
    return detail::scan_by_table(detail::skip_plain(at, end), end, kPlainChar);
}
// The first CR, LF or NUL.
inline const char* scan_line(const char* at, const char* end) noexcept {
    at = detail::skip_line(at, end);
    while (at != end && *at != '\r' && *at != '\n' && *at != '\0') ++at;
    return at;
}
inline const char* scan_value(const char* at, const char* end) noexcept {
    at = detail::skip_value(at, end);
    while (at != end && is_in(*at, kValueChar)) {
        at = *at == '\t' ? detail::skip_value(at + 1, end) : at + 1;
    }
    return at;
}

}  // namespace tern::http
