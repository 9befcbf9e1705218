#include "protocol/http/mime.h"

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

Bytes built_in(Bytes extension) noexcept {
    if (extension.empty() || extension.size() > kLongestExtension) return {};
    char lower[kLongestExtension];
    std::transform(extension.begin(), extension.end(), lower, ascii_lower);
    const MediaType wanted{Bytes(lower, extension.size()), {}};
    const MediaType* found = std::lower_bound(std::begin(kMediaTypes), std::end(kMediaTypes), wanted, by_extension);
    if (found == std::end(kMediaTypes) || found->extension != wanted.extension) return {};
    return found->type;
}

std::string lower_case(Bytes text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), ascii_lower);
    return lower;
}

// The next word of a line; empty at its end.
Bytes take_word(Bytes& line) noexcept {
    constexpr Bytes kSpace = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    const Bytes word = line.substr(0, line.find_first_of(kSpace));
    line.remove_prefix(word.size());
    return word;
}

Bytes or_default(Bytes type) noexcept { return type.empty() ? kDefaultMediaType : type; }

}  // namespace

Bytes media_type_of(Bytes file_name) noexcept { return or_default(built_in(extension_of(file_name))); }

Bytes MediaTypes::type_of(const std::string& extension) const {
    if (const auto changed = changes_.find(extension); changed != changes_.end()) return changed->second;
    if (const Bytes ours = built_in(extension); !ours.empty()) return ours;
    const auto theirs = system_.find(extension);
    return theirs == system_.end() ? Bytes() : Bytes(theirs->second);
}

Bytes MediaTypes::find(Bytes file_name) const { return or_default(type_of(lower_case(extension_of(file_name)))); }

bool MediaTypes::has(Bytes extension) const { return !type_of(lower_case(extension)).empty(); }

void MediaTypes::set(Bytes extension, Bytes type) { changes_[lower_case(extension)] = std::string(type); }

bool MediaTypes::add(Bytes extension, Bytes type) {
    std::string& change = changes_.try_emplace(lower_case(extension), built_in(extension)).first->second;
    if (!change.empty()) return false;
    change = std::string(type);
    return true;
}

bool MediaTypes::remove(Bytes extension) {
    const bool known = has(extension);
    if (known) changes_[lower_case(extension)].clear();
    return known;
}

void MediaTypes::add_table(Bytes text) {
    while (!text.empty()) {
        Bytes line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line = line.substr(0, line.find('#'));
        const Bytes type = take_word(line);
        for (Bytes extension = take_word(line); !extension.empty(); extension = take_word(line)) {
            const std::string lower = lower_case(extension);
            if (built_in(lower).empty()) system_.try_emplace(lower, type);
        }
    }
}

void MediaTypes::each(void (*see)(Bytes extension, Bytes type, void* argument), void* argument) const {
    for (const MediaType& row : kMediaTypes) {
        if (changes_.find(row.extension) == changes_.end()) see(row.extension, row.type, argument);
    }
    for (const auto& [extension, type] : system_) {
        if (changes_.find(extension) == changes_.end()) see(extension, type, argument);
    }
    for (const auto& [extension, type] : changes_) {
        if (!type.empty()) see(extension, type, argument);
    }
}

}  // namespace tern::http
