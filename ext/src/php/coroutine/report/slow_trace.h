// The stack of a slow page, for the slowlog of a pool of `tern fpm`: lines as php-fpm writes them, in one message to a
// descriptor whose reader knows the page.
//
//   1234 7 1000345                                  the process, the coroutine, and the age of the request in
//   microseconds [0x00007f3b9c013070] sleep() /srv/page.php:3
#pragma once

#include <string>

#include "php/coroutine/report/blocking_report.h"
#include "serve/telemetry/request_account.h"

namespace tern::php {

class SlowTrace {
public:
    // Call it before requests come. The descriptor outlives this object.
    void send_to(int descriptor, uint64_t most_frames) noexcept;
    bool wanted() const noexcept { return descriptor_ >= 0; }
    // `frame` may be of a thread that runs, as for Peek. The account is of a request that is not over.
    void send(const serve::RequestAccount& account, const zend_execute_data* frame, Peek& peek) noexcept;

private:
    int descriptor_ = -1;
    uint64_t most_frames_ = 0;
};

}  // namespace tern::php
