// The options of HTTP ports.
#pragma once

#include "base/networks.h"
#include "php/http/options/option_rows.h"
#include "protocol/http/field.h"
#include "serve/files/static_files.h"
#include "serve/log/access_format.h"

namespace tern::php::option_rows {

inline const char* check_location(Bytes, Bytes value) { return value.starts_with('/') ? nullptr : "start with \"/\""; }

// A path has names between its slashes.
inline const char* check_hidden_name(Bytes, Bytes value) {
    const bool is_path = value.starts_with('/') && !value.ends_with('/') && value.find("//") == Bytes::npos;
    if (is_path || (!value.empty() && value.find('/') == Bytes::npos)) return nullptr;
    return "be a pattern of names without \"/\", or of a path that starts with \"/\" and does not end with one";
}

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
    {"http_parse_cookie", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, request.parse_cookie), 0, 1,
     "Fill Request::$cookie."},
    {"http_parse_post", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, request.parse_post), 0, 1,
     "Fill Request::$post."},
    {"http_parse_files", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, request.parse_files), 0, 1,
     "Fill Request::$files. Where it is set to true, names with brackets nest as in $_FILES."},
    {"upload_tmp_dir", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, serving.limits.upload_dir), 1, kPathLength,
     "The directory for uploaded files and large bodies while their request is handled."},
    {"upload_max_filesize", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.upload_bytes), 0, kNoLimit,
     "The largest multipart/form-data body, and the largest body that Tern\\Http\\BodyStream reads, where this is more "
     "than package_max_length. A larger one gets 413."},
    {"http_header_timeout", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, serving.limits.header_timeout_ms), 1, kDay,
     "How long a request head may take to arrive. After that the response is 408."},
    {"http_body_timeout", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, serving.limits.body_timeout_ms), 1, kDay,
     "How long a client may send nothing while the server waits for a body. After that the response is 408."},
    {"http_body_min_rate", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.body_min_rate), 0, kNoLimit,
     "The least average speed of a body in bytes per second, after the first http_body_timeout. A slower one gets "
     "408. 0: any speed."},
    {"http_keepalive_timeout", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, serving.limits.keep_alive_timeout_ms), 0, kDay,
     "How long a connection waits for its next request. 0: it closes after the first one."},
    {"http_keepalive_requests", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.limits.keep_alive_requests), 0, kNoLimit,
     "The most requests on one connection. The response to the last one closes it. 0: no limit."},
    {"http_header_max_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.head.head_bytes), 1024, 65536,
     "The largest request head. A larger one gets 431."},
    {"http_header_max_count", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.limits.head.fields), 1, 128,
     "The most fields of a request head. With more the response is 431."},
    {"http_target_max_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.head.target_bytes), 64, 65536,
     "The longest request target. A longer one gets 414."},
    {"http_body_memory_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.body_memory_bytes), 0, 1073741824,
     "Bodies that are larger go to a file in upload_tmp_dir while they arrive."},
    {"http_max_parts", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.limits.multipart.parts), 1, 1000000,
     "The most parts of a multipart body. With more the response is 413."},
    {"http_max_files", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.limits.files), 0, 1000000,
     "The most files among the parts, including inputs that were left empty. With more the response is 413."},
    {"http_max_part_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.part_bytes), 0, kNoLimit,
     "The largest part, a file or a field. A larger one gets 413. 0: as large as the body may be."},
    {"http_max_form_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.form_bytes), 0, kNoLimit,
     "The largest form. A larger one reaches the program without fields and files, as with post_max_size of PHP. 0: any "
     "that package_max_length allows."},
    {"http_max_file_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.file_bytes), 0, kNoLimit,
     "The largest file of a form. A larger one is dropped, and its error is UPLOAD_ERR_INI_SIZE, as with "
     "upload_max_filesize of PHP. 0: any size."},
    {"http_max_part_name_size", "",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.multipart.name_bytes), 1, 4096,
     "The longest name of a part, and the longest file name. With a longer one the response is 413."},
    {"http_stream_bodies", "", OptionKind::texts, kPort, TERN_MEMBER(PortConfig, serving.streams), 0, kPathLength,
     "The beginnings of paths whose requests are handled as soon as their heads have arrived. Tern\\Http\\BodyStream "
     "reads their bodies, see streaming.md. It needs enable_coroutine.", check_location},
    {"server_header", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, serving.server_name), 0, 256,
     "The Server field of responses that set none. Empty: no such field.", check_server_header},
    {"access_log", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, access_log), 0, kPathLength,
     "The file that gets a line for each request: a path, `-` or `/dev/stdout`, `/dev/stderr`. Empty: no such log. See "
     "logs.md."},
    {"access_log_format", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, access_log_format), 0, 4096,
     "The format of those lines: `combined`, `json`, or directives like `%h %t \"%r\" %>s %b "
     "%D`.", check_access_log_format},
    {"server_timing", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, server_timing), 0, 1,
     "Add a Server-Timing field to responses of the program: how long the request took, and what it waited for. It "
     "shows clients how the server works inside."},
    {"enable_static_handler", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, enable_static_handler), 0, 1,
     "Serve files in document_root to GET and HEAD requests, without the program: see static.md."},
    {"document_root", "", OptionKind::path, kPort, TERN_MEMBER(PortConfig, files.root.path), 0, kPathLength,
     "The directory of the files that enable_static_handler serves."},
    {"static_handler_locations", "",
     OptionKind::texts, kPort, TERN_MEMBER(PortConfig, files.locations), 0, kPathLength,
     "The beginnings of paths of files. For a file that is not found there the response is 404. Empty: any path may "
     "name a file, and the program gets the rest.", check_location},
    {"http_index_files", "", OptionKind::texts, kPort, TERN_MEMBER(PortConfig, files.index_files), 0, 255,
     "Names of files for a directory. The first one that exists is sent. A PHP file leads to the program.", check_name},
    {"http_autoindex", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, files.auto_index), 0, 1,
     "Send a listing of a directory that has none of http_index_files."},
    {"url_rewrite_rules", "", OptionKind::map, kPort, TERN_MEMBER(PortConfig, files.rewrite_rules), 0, kPathLength,
     "Paths that are replaced before a file is looked for. The key is the start of a path or a regular expression like "
     "`~^/post/(\\d+)$~`, the value is its replacement, like `/posts/$1.html`.", check_rewrite},
    {"static_cache_control", "", OptionKind::map, kPort, TERN_MEMBER(PortConfig, files.cache_control), 0, 1024,
     "The Cache-Control field of files by pattern, like `*.css`. A `*` also matches slashes. The first pattern that "
     "matches is used.",
     check_cache_control},
    {"static_precompressed", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, files.precompressed), 0, 1,
     "Send the file with .br, .zst or .gz at the end of its name instead, to clients that accept that coding."},
    {"static_follow_symlinks", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, files.root.follow_links), 0, 1,
     "Follow symbolic links also where they lead out of document_root. Off: what they lead to must be below it."},
    {"static_hidden_files", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, files.root.hidden_files), 0, 1,
     "Also send files that begin with a dot, the source of PHP files, and backup files of editors. See static.md."},
    {"static_hidden_names", "", OptionKind::texts, kPort, TERN_MEMBER(PortConfig, files.root.hidden_names), 0, 255,
     "Patterns, like `*.sql`, for more names of files and directories that are not sent. One that starts with a slash is "
     "for a path below document_root. Upper and lower case are the same.",
     check_hidden_name},
    {"static_cache_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, files.root.cache.bytes), 0, kNoLimit,
     "How many bytes of small files each worker keeps in memory."},
    {"static_cache_entries", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, files.root.cache.entries), 1, 1000000,
     "How many files, and paths without a file, each worker keeps in memory. Larger files are kept open, at most 256."},
    {"static_cache_valid", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, files.root.cache.valid_ms), 0, kDay,
     "How long a worker uses a file before it looks up its name again. 0: it looks it up each time."},
    {"http_compression", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, http_compression), 0, 1,
     "Compress responses for clients that accept it. See compression.md."},
    {"http_compression_level", "compression_level http_gzip_level",
     OptionKind::count, kPort, TERN_MEMBER(PortConfig, compression.level), 1, 22,
     "The compression level. The highest one is 9 for gzip and deflate, 11 for br and 22 for zstd."},
    {"http_compression_min_length", "compression_min_length",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, compression.min_length), 0, kNoLimit,
     "Bodies that are smaller are not compressed."},
    {"http_compression_types", "compression_types",
     OptionKind::texts, kPort, TERN_MEMBER(PortConfig, compression.types), 3, 127,
     "The media types that are compressed. A `*` stands for any beginning or end.", check_media_type},
    {"http_compression_methods", "",
     OptionKind::texts, kPort, TERN_MEMBER(PortConfig, compression.methods), 2, 7,
     "The codings: `zstd`, `br`, `gzip`, `deflate`. Of those that a client prefers, the first one in this list is "
     "used.",
     check_coding},
    {"http_request_decompression", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.limits.decode_bodies), 0, 1,
     "Decode request bodies with a Content-Encoding (gzip, deflate, br, zstd). package_max_length limits the decoded "
     "size."},
    {"trusted_proxies", "", OptionKind::texts, kPort, TERN_MEMBER(PortConfig, trusted_proxies), 0, 64,
     "Addresses and networks of trusted proxies, whose fields about the client are used. `unix` stands for unix "
     "sockets. See http-reference.md.", check_network},
    {"trusted_proxy_header", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, serving.proxies.field), 0, 16,
     "The fields that trusted proxies set: `x-forwarded` (X-Forwarded-For, -Proto, -Host, -Port) or `forwarded` (RFC "
     "7239). The other fields are ignored, because a client could have sent them.", check_proxy_header},
    {"proxy_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.proxy_protocol), 0, 1,
     "Every connection begins with a PROXY header, version 1 or 2, which names the client. Other connections are "
     "closed."},
};
// clang-format on

}  // namespace tern::php::option_rows
