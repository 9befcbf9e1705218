#include "http/mime.h"

#include <algorithm>
#include <iterator>

namespace tern::http {

namespace {

struct MediaType {
    Bytes extension;
    Bytes type;
};

// Sorted by extension.
constexpr MediaType kMediaTypes[] = {
    {"7z", "application/x-7z-compressed"},
    {"aac", "audio/aac"},
    {"abw", "application/x-abiword"},
    {"ai", "application/postscript"},
    {"apk", "application/vnd.android.package-archive"},
    {"apng", "image/apng"},
    {"asc", "text/plain"},
    {"atom", "application/atom+xml"},
    {"avi", "video/x-msvideo"},
    {"avif", "image/avif"},
    {"bin", "application/octet-stream"},
    {"bmp", "image/bmp"},
    {"br", "application/x-brotli"},
    {"bz2", "application/x-bzip2"},
    {"cer", "application/pkix-cert"},
    {"cjs", "text/javascript"},
    {"conf", "text/plain"},
    {"crl", "application/pkix-crl"},
    {"crt", "application/x-x509-ca-cert"},
    {"css", "text/css"},
    {"csv", "text/csv"},
    {"cur", "image/x-icon"},
    {"deb", "application/vnd.debian.binary-package"},
    {"dmg", "application/x-apple-diskimage"},
    {"doc", "application/msword"},
    {"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    {"dot", "application/msword"},
    {"dtd", "application/xml-dtd"},
    {"ear", "application/java-archive"},
    {"eml", "message/rfc822"},
    {"eot", "application/vnd.ms-fontobject"},
    {"eps", "application/postscript"},
    {"epub", "application/epub+zip"},
    {"exe", "application/octet-stream"},
    {"flac", "audio/flac"},
    {"flv", "video/x-flv"},
    {"geojson", "application/geo+json"},
    {"gif", "image/gif"},
    {"glb", "model/gltf-binary"},
    {"gltf", "model/gltf+json"},
    {"gpx", "application/gpx+xml"},
    {"gz", "application/gzip"},
    {"heic", "image/heic"},
    {"heif", "image/heif"},
    {"hqx", "application/mac-binhex40"},
    {"htc", "text/x-component"},
    {"htm", "text/html"},
    {"html", "text/html"},
    {"ico", "image/x-icon"},
    {"ics", "text/calendar"},
    {"img", "application/octet-stream"},
    {"ini", "text/plain"},
    {"iso", "application/octet-stream"},
    {"jad", "text/vnd.sun.j2me.app-descriptor"},
    {"jar", "application/java-archive"},
    {"jfif", "image/jpeg"},
    {"jpe", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript"},
    {"json", "application/json"},
    {"json5", "application/json5"},
    {"jsonld", "application/ld+json"},
    {"jxl", "image/jxl"},
    {"kar", "audio/midi"},
    {"kml", "application/vnd.google-earth.kml+xml"},
    {"kmz", "application/vnd.google-earth.kmz"},
    {"log", "text/plain"},
    {"m3u8", "application/vnd.apple.mpegurl"},
    {"m4a", "audio/mp4"},
    {"m4v", "video/mp4"},
    {"map", "application/json"},
    {"markdown", "text/markdown"},
    {"md", "text/markdown"},
    {"mid", "audio/midi"},
    {"midi", "audio/midi"},
    {"mjs", "text/javascript"},
    {"mka", "audio/x-matroska"},
    {"mkv", "video/x-matroska"},
    {"mml", "text/mathml"},
    {"mng", "video/x-mng"},
    {"mov", "video/quicktime"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"mpd", "application/dash+xml"},
    {"mpeg", "video/mpeg"},
    {"mpg", "video/mpeg"},
    {"msi", "application/octet-stream"},
    {"odg", "application/vnd.oasis.opendocument.graphics"},
    {"odp", "application/vnd.oasis.opendocument.presentation"},
    {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
    {"odt", "application/vnd.oasis.opendocument.text"},
    {"oga", "audio/ogg"},
    {"ogg", "audio/ogg"},
    {"ogv", "video/ogg"},
    {"ogx", "application/ogg"},
    {"opus", "audio/ogg"},
    {"otf", "font/otf"},
    {"p12", "application/x-pkcs12"},
    {"pdf", "application/pdf"},
    {"pem", "application/x-pem-file"},
    {"pfx", "application/x-pkcs12"},
    {"png", "image/png"},
    {"ppt", "application/vnd.ms-powerpoint"},
    {"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
    {"ps", "application/postscript"},
    {"psd", "image/vnd.adobe.photoshop"},
    {"rar", "application/vnd.rar"},
    {"rpm", "application/x-rpm"},
    {"rss", "application/rss+xml"},
    {"rtf", "application/rtf"},
    {"sh", "application/x-sh"},
    {"sql", "application/sql"},
    {"svg", "image/svg+xml"},
    {"svgz", "image/svg+xml"},
    {"swf", "application/x-shockwave-flash"},
    {"tar", "application/x-tar"},
    {"tgz", "application/gzip"},
    {"tif", "image/tiff"},
    {"tiff", "image/tiff"},
    {"toml", "application/toml"},
    {"torrent", "application/x-bittorrent"},
    {"ts", "video/mp2t"},
    {"tsv", "text/tab-separated-values"},
    {"ttc", "font/collection"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain"},
    {"vcard", "text/vcard"},
    {"vcf", "text/vcard"},
    {"vtt", "text/vtt"},
    {"war", "application/java-archive"},
    {"wasm", "application/wasm"},
    {"wav", "audio/wav"},
    {"weba", "audio/webm"},
    {"webm", "video/webm"},
    {"webmanifest", "application/manifest+json"},
    {"webp", "image/webp"},
    {"wmv", "video/x-ms-wmv"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xht", "application/xhtml+xml"},
    {"xhtml", "application/xhtml+xml"},
    {"xls", "application/vnd.ms-excel"},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {"xml", "application/xml"},
    {"xsl", "application/xslt+xml"},
    {"xslt", "application/xslt+xml"},
    {"xz", "application/x-xz"},
    {"yaml", "application/yaml"},
    {"yml", "application/yaml"},
    {"zip", "application/zip"},
    {"zst", "application/zstd"},
};

constexpr bool by_extension(const MediaType& a, const MediaType& b) noexcept { return a.extension < b.extension; }
constexpr bool shorter(const MediaType& a, const MediaType& b) noexcept {
    return a.extension.size() < b.extension.size();
}

static_assert(std::is_sorted(std::begin(kMediaTypes), std::end(kMediaTypes), by_extension));

constexpr size_t kLongestExtension =
    std::max_element(std::begin(kMediaTypes), std::end(kMediaTypes), shorter)->extension.size();

Bytes extension_of(Bytes file_name) noexcept {
    const size_t place = file_name.find_last_of("./");
    if (place == Bytes::npos || file_name[place] == '/') return {};
    return file_name.substr(place + 1);
}

}  // namespace

Bytes media_type_of(Bytes file_name) noexcept {
    const Bytes extension = extension_of(file_name);
    if (extension.empty() || extension.size() > kLongestExtension) return kDefaultMediaType;
    char lower[kLongestExtension];
    std::transform(extension.begin(), extension.end(), lower, ascii_lower);
    const MediaType wanted{Bytes(lower, extension.size()), {}};
    const MediaType* found = std::lower_bound(std::begin(kMediaTypes), std::end(kMediaTypes), wanted, by_extension);
    if (found == std::end(kMediaTypes) || found->extension != wanted.extension) return kDefaultMediaType;
    return found->type;
}

}  // namespace tern::http
