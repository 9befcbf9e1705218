// The account of a request as text: for the access log, and for a field of its answer.
#pragma once

#include "base/buffer.h"
#include "base/fixed_text.h"
#include "serve/telemetry/request_account.h"

namespace tern::serve {

// Whether %{name}w is a directive of the access log: "cpu", "switches", "memory", or a kind of waiting.
bool is_account_figure(Bytes lower_name) noexcept;
// Times are in microseconds, as for %D; memory is in bytes.
void append_account_figure(Buffer& out, Bytes lower_name, const RequestAccount& account) noexcept;
// Members of a JSON object, each after a comma: cpu and waits in seconds, switches, memory in bytes.
void append_json_account(Buffer& out, const RequestAccount& account) noexcept;

inline constexpr size_t kMostServerTiming = 512;
using ServerTimingText = FixedText<kMostServerTiming>;
// The value of a Server-Timing field (W3C Server Timing): cpu, the waits, and total, in milliseconds.
void write_server_timing(ServerTimingText& text, const RequestAccount& account, int64_t now_ns) noexcept;

// Writes "cpu 12 ms, socket 1500 ms, 3 switches, 4096 bytes of memory".
using AccountSummary = FixedText<kMostServerTiming>;
void write_summary(AccountSummary& text, const RequestAccount& account) noexcept;

}  // namespace tern::serve
