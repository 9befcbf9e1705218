#include "php/shared/cache_ttl.h"

#include <cmath>
extern "C" {  // which this header forgets
#include <ext/date/php_date.h>
}

#include "php/library/library.h"
#include "shm/cache.h"

namespace tern::php {

namespace {

constexpr double kLongestTtlMs = 1e15;

// The seconds of a DateInterval, which only PHP code can compute.
double seconds_of(zval* interval) {
    zval result;
    ZVAL_UNDEF(&result);
    if (!library::call("tern\\internal\\interval", "seconds", interval, &result)) return 0;
    return Z_TYPE(result) == IS_DOUBLE ? Z_DVAL(result) : 0;
}

}  // namespace

bool read_ttl(zval* ttl, uint32_t argument, int64_t& ms) {
    ms = shm::Cache::kNever;
    if (ttl == nullptr || Z_TYPE_P(ttl) == IS_NULL) return true;
    double seconds = 0;
    if (Z_TYPE_P(ttl) == IS_LONG) {
        seconds = static_cast<double>(Z_LVAL_P(ttl));
    } else if (Z_TYPE_P(ttl) == IS_DOUBLE) {
        seconds = Z_DVAL_P(ttl);
    } else if (Z_TYPE_P(ttl) == IS_OBJECT && instanceof_function(Z_OBJCE_P(ttl), php_date_get_interval_ce())) {
        seconds = seconds_of(ttl);
        if (EG(exception) != nullptr) return false;
    } else {
        zend_argument_type_error(argument, "must be of type DateInterval|int|float|null, %s given",
                                 zend_zval_type_name(ttl));
        return false;
    }
    if (std::isnan(seconds)) {
        zend_argument_value_error(argument, "must be a number of seconds, NAN given");
        return false;
    }
    const double wanted = std::ceil(seconds * 1000);
    ms = wanted <= 0 ? -1 : static_cast<int64_t>(std::min(wanted, kLongestTtlMs));
    return true;
}

}  // namespace tern::php
