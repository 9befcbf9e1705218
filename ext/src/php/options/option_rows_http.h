// The options of ports that speak HTTP.
#pragma once

#include "base/networks.h"
#include "php/options/option_rows.h"
#include "protocol/http/field.h"
#include "serve/files/rewrite.h"
#include "serve/log/access_format.h"

namespace tern::php::option_rows {

inline const char* check_location(Bytes, Bytes value) { return value.starts_with('/') ? nullptr : "start with \"/\""; }

inline const char* check_name(Bytes, Bytes value) {
    const bool good = !value.empty() && value.find('/') == Bytes::npos;
    return good ? nullptr : "be the name of a file, without \"/\"";
}

inline const char* check_rewrite(Bytes key, Bytes value) {
    if (const char* must = serve::Rewriter::complaint(key)) return must;
    return value.starts_with('/') ? nullptr : "lead to a path that starts with \"/\"";
}

inline const char* check_cache_control(Bytes, Bytes value) {
    return http::valid_field_value(value) ? nullptr : "lead to the value of a field, without line ends";
}

inline const char* check_server_header(Bytes, Bytes value) {
    return http::valid_field_value(value) ? nullptr : "be the value of a field, without line ends";
}

inline const char* check_access_log_format(Bytes, Bytes value) { return serve::AccessFormat::complaint(value); }

inline const char* check_network(Bytes, Bytes value) {
    Networks networks;
    return networks.add(value) ? nullptr : "be an address, a network as 10.0.0.0/8, or \"unix\"";
}

inline const char* check_proxy_header(Bytes, Bytes value) {
    return value == "x-forwarded" || value == "forwarded" ? nullptr : "be \"x-forwarded\" or \"forwarded\"";
}

inline const char* check_media_type(Bytes, Bytes value) {
    const size_t slash = value.find('/');
    const size_t star = value.find('*');
    const bool affix = star == Bytes::npos || ((star == 0 || star + 1 == value.size()) && value.rfind('*') == star);
    const bool type = slash != Bytes::npos && slash > 0 && slash + 1 < value.size();
    const bool token = value.find_first_of(" \t;,") == Bytes::npos;
    return affix && token && (type || star == 0) ? nullptr : "be a media type, \"text/*\" or \"*+json\"";
}

inline const char* check_coding(Bytes, Bytes value) {
    const bool known = value == "zstd" || value == "br" || value == "gzip" || value == "deflate";
    return known ? nullptr : "be \"zstd\", \"br\", \"gzip\" or \"deflate\"";
}

// clang-format off
constexpr Option kHttpRows[] = {
    {"http_parse_cookie", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_cookie), 0, 1,
     "Fill Request::$cookie."},
    {"http_parse_post", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_post), 0, 1,
     "Fill Request::$post."},
    {"http_parse_files", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_parse_files), 0, 1,
     "Fill Request::$files."},
    {"upload_tmp_dir", "", OptionKind::path, kPort, offsetof(PortConfig, upload_tmp_dir), 1, kPathLength,
     "Where uploaded files and large bodies are kept while their request is handled."},
    {"upload_max_filesize", "", OptionKind::size, kPort, offsetof(PortConfig, upload_max_filesize), 0, kNoLimit,
     "The largest multipart/form-data body, and the largest that is read by Tern\\Http\\BodyStream, where that is more "
     "than package_max_length; beyond it the answer is 413."},
    {"http_header_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_header_timeout_ms), 1, kDay,
     "How long a request head may take; beyond it the answer is 408."},
    {"http_body_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_body_timeout_ms), 1, kDay,
     "The longest silence while a body is awaited; beyond it the answer is 408."},
    {"http_body_min_rate", "", OptionKind::size, kPort, offsetof(PortConfig, http_body_min_rate), 0, kNoLimit,
     "Bytes a second that a body has to come with on average, http_body_timeout not counted; beyond it the answer is "
     "408; 0: any."},
    {"http_keepalive_timeout", "", OptionKind::seconds, kPort, offsetof(PortConfig, http_keepalive_timeout_ms), 0, kDay,
     "How long a connection waits for its next request; 0: it closes after the first."},
    {"http_keepalive_requests", "", OptionKind::integer, kPort, offsetof(PortConfig, http_keepalive_requests), 0, kNoLimit,
     "Requests on one connection: the answer to the last closes it; 0: no limit."},
    {"http_header_max_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_header_max_size), 1024, 16384,
     "The largest request head; beyond it the answer is 431."},
    {"http_header_max_count", "", OptionKind::integer, kPort, offsetof(PortConfig, http_header_max_count), 1, 128,
     "Fields of a request head; beyond it the answer is 431."},
    {"http_target_max_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_target_max_size), 64, 16384,
     "The longest request target; beyond it the answer is 414."},
    {"http_body_memory_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_body_memory_size), 0, 1073741824,
     "Larger bodies go to a file in upload_tmp_dir while they arrive."},
    {"http_max_parts", "", OptionKind::integer, kPort, offsetof(PortConfig, http_max_parts), 1, 1000000,
     "Parts of a multipart body; beyond it the answer is 413."},
    {"http_max_files", "", OptionKind::integer, kPort, offsetof(PortConfig, http_max_files), 0, 1000000,
     "Files among them, inputs left empty included; beyond it the answer is 413."},
    {"http_max_part_size", "", OptionKind::size, kPort, offsetof(PortConfig, http_max_part_size), 0, kNoLimit,
     "The largest part, a file or a field; beyond it the answer is 413. 0: as much as the body may have."},
    {"http_max_part_name_size", "",
     OptionKind::size, kPort, offsetof(PortConfig, http_max_part_name_size), 1, 4096,
     "The longest name of a part, and the longest file name; beyond it the answer is 413."},
    {"http_stream_bodies", "", OptionKind::texts, kPort, offsetof(PortConfig, http_stream_bodies), 0, kPathLength,
     "Where paths begin whose requests are handled as soon as their heads have arrived: Tern\\Http\\BodyStream reads "
     "their bodies, see http.md. Needs enable_coroutine.", check_location},
    {"server_header", "", OptionKind::text, kPort, offsetof(PortConfig, server_header), 0, 256,
     "The Server field of answers that have none of their own; empty: no such field.", check_server_header},
    {"access_log", "", OptionKind::path, kPort, offsetof(PortConfig, access_log), 0, kPathLength,
     "Where a line for each request goes: a file, `-` or `/dev/stdout`, `/dev/stderr`; empty: nowhere. See operate.md."},
    {"access_log_format", "", OptionKind::text, kPort, offsetof(PortConfig, access_log_format), 0, 4096,
     "`combined`, `json`, or a format with directives as `%h %t \"%r\" %>s %b %D`.", check_access_log_format},
    {"server_timing", "", OptionKind::boolean, kPort, offsetof(PortConfig, server_timing), 0, 1,
     "Add a Server-Timing field to answers of the program: what their requests took, and waited for. It tells clients "
     "about the inside of the server."},
    {"enable_static_handler", "", OptionKind::boolean, kPort, offsetof(PortConfig, enable_static_handler), 0, 1,
     "Answer GET and HEAD requests for files in document_root without the program: see static.md."},
    {"document_root", "", OptionKind::path, kPort, offsetof(PortConfig, document_root), 0, kPathLength,
     "The directory of those files."},
    {"static_handler_locations", "",
     OptionKind::texts, kPort, offsetof(PortConfig, static_handler_locations), 0, kPathLength,
     "Where paths of files begin; what is not found there is answered with 404. Empty: everywhere, and what is "
     "not found goes to the program.", check_location},
    {"http_index_files", "", OptionKind::texts, kPort, offsetof(PortConfig, http_index_files), 0, 255,
     "Names of files that are sent for a directory, the first that exists.", check_name},
    {"http_autoindex", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_autoindex), 0, 1,
     "Send a list of a directory that has none of http_index_files."},
    {"url_rewrite_rules", "", OptionKind::map, kPort, offsetof(PortConfig, url_rewrite_rules), 0, kPathLength,
     "Paths to look for instead: the start of a path, or a regular expression as `~^/post/(\\d+)$~`, and what takes "
     "its place, as `/posts/$1.html`.", check_rewrite},
    {"static_cache_control", "", OptionKind::map, kPort, offsetof(PortConfig, static_cache_control), 0, 1024,
     "The Cache-Control field of files by pattern, as `*.css`; `*` matches slashes too, the first that fits counts.",
     check_cache_control},
    {"static_precompressed", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_precompressed), 0, 1,
     "Send the neighbour with .br, .zst or .gz at the end of its name to clients that accept it."},
    {"static_follow_symlinks", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_follow_symlinks), 0, 1,
     "Follow symbolic links out of document_root."},
    {"static_hidden_files", "", OptionKind::boolean, kPort, offsetof(PortConfig, static_hidden_files), 0, 1,
     "Send what begins with a dot, source of PHP files and what editors leave beside it: see static.md."},
    {"static_hidden_names", "", OptionKind::texts, kPort, offsetof(PortConfig, static_hidden_names), 0, 255,
     "Patterns, as `*.sql`, for names of files and directories that are not sent either, in upper or lower case.",
     check_name},
    {"static_cache_size", "", OptionKind::size, kPort, offsetof(PortConfig, static_cache_size), 0, kNoLimit,
     "Bytes of small files that each worker keeps in memory."},
    {"static_cache_entries", "", OptionKind::integer, kPort, offsetof(PortConfig, static_cache_entries), 1, 1000000,
     "Files that each worker keeps in memory, and paths that lead nowhere; larger files are kept open, at most 256."},
    {"static_cache_valid", "", OptionKind::seconds, kPort, offsetof(PortConfig, static_cache_valid_ms), 0, kDay,
     "How long the name of a file is trusted before it is looked up again; 0: each time."},
    {"http_compression", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_compression), 0, 1,
     "Compress answers for clients that accept it: see http.md."},
    {"http_compression_level", "compression_level http_gzip_level",
     OptionKind::integer, kPort, offsetof(PortConfig, http_compression_level), 1, 22,
     "How much time to spend on it. gzip and deflate have levels to 9, br to 11, zstd to 22; what is more counts as that."},
    {"http_compression_min_length", "compression_min_length",
     OptionKind::size, kPort, offsetof(PortConfig, http_compression_min_length), 0, kNoLimit,
     "Smaller bodies are sent as they are."},
    {"http_compression_types", "compression_types",
     OptionKind::texts, kPort, offsetof(PortConfig, http_compression_types), 3, 127,
     "Which media types are compressed; a `*` stands for any beginning or end.", check_media_type},
    {"http_compression_methods", "",
     OptionKind::texts, kPort, offsetof(PortConfig, http_compression_methods), 2, 7,
     "How: of those that a client wants most, the first in this list. `zstd`, `br`, `gzip` and `deflate` are known.",
     check_coding},
    {"http_request_decompression", "", OptionKind::boolean, kPort, offsetof(PortConfig, http_request_decompression), 0, 1,
     "Decode request bodies with a Content-Encoding (gzip, deflate, br, zstd); package_max_length is about what comes out."},
    {"trusted_proxies", "", OptionKind::texts, kPort, offsetof(PortConfig, trusted_proxies), 0, 64,
     "Addresses and networks of proxies that are believed what they say of the client, `unix` for unix sockets: see "
     "http.md.", check_network},
    {"trusted_proxy_header", "", OptionKind::text, kPort, offsetof(PortConfig, trusted_proxy_header), 0, 16,
     "Where they say it: `x-forwarded` (X-Forwarded-For, -Proto, -Host, -Port) or `forwarded` (RFC 7239). The other is "
     "not looked at, since a client could have sent it.", check_proxy_header},
    {"proxy_protocol", "", OptionKind::boolean, kPort, offsetof(PortConfig, proxy_protocol), 0, 1,
     "Every connection begins with a PROXY header, version 1 or 2, that tells its client; others are closed."},
};
// clang-format on

}  // namespace tern::php::option_rows
