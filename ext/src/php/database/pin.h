// Why an object of the program keeps its connection between requests, and which line made it so.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace tern::php {

enum class Pin : uint8_t {
    none,
    transaction,
    prepared_statement,
    result,
    user_variable,
    temporary_table,
    lock,
    setting,
    unknown_statement,
    listen,
    changed_user,
    no_coroutine,  // used outside of coroutines: no end of a request is known
    driver,        // the driver's connections cannot leave their objects
};
inline constexpr size_t kPins = 13;
// As in metrics: "user_variable".
const char* name_of(Pin pin) noexcept;

// A line of the program: "/srv/app/Report.php:12". Of packages (vendor/) only if nothing else runs.
struct ProgramLine {
    static constexpr size_t kBytes = 120;
    char text[kBytes] = {};

    // Where the running code is.
    void take() noexcept;
};

}  // namespace tern::php
