// The account of a request as text: in lines of the access log, and as a field of its answer.
#pragma once

#include "base/buffer.h"
#include "base/fixed_text.h"
#include "serve/telemetry/request_account.h"

namespace tern::serve {

// Whether %{name}w is a directive of the access log: "cpu", "switches", "memory", or a kind of waiting.
bool is_account_figure(Bytes lower_name) noexcept;
// Times in microseconds, as %D has them; memory in bytes.
void append_account_figure(Buffer& out, Bytes lower_name, const RequestAccount& account) noexcept;
// Members of a JSON object, a comma before each: cpu and waits in seconds, switches, memory in bytes.
void append_json_account(Buffer& out, const RequestAccount& account) noexcept;

inline constexpr size_t kMostServerTiming = 512;
using ServerTimingText = FixedText<kMostServerTiming>;
// The value of a Server-Timing field (W3C Server Timing): cpu, what it waited for, and total, in milliseconds.
void write_server_timing(ServerTimingText& text, const RequestAccount& account, int64_t now_ns) noexcept;

// "cpu 12 ms, socket 1500 ms, 3 switches, 4096 bytes of memory"
using AccountSummary = FixedText<kMostServerTiming>;
void write_summary(AccountSummary& text, const RequestAccount& account) noexcept;

}  // namespace tern::serve
