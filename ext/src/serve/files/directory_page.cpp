#include <algorithm>
#include <dirent.h>
#include <sys/stat.h>
#include <vector>

#include "protocol/http/uri.h"
#include "serve/files/static_files.h"

namespace tern::serve {

namespace {

void append_escaped(std::string& into, Bytes text) {
    for (char c : text) {
        switch (c) {
            case '&': into.append("&amp;"); break;
            case '<': into.append("&lt;"); break;
            case '>': into.append("&gt;"); break;
            case '"': into.append("&quot;"); break;
            case '\'': into.append("&#39;"); break;
            default: into.push_back(c);
        }
    }
}

bool is_directory(DIR* list, const dirent& entry) noexcept {
    if (entry.d_type != DT_UNKNOWN && entry.d_type != DT_LNK) return entry.d_type == DT_DIR;
    struct stat status {};
    return ::fstatat(::dirfd(list), entry.d_name, &status, 0) == 0 && S_ISDIR(status.st_mode);
}

// False for pipes, sockets and devices.
bool may_be_sent(unsigned char type) noexcept {
    return type == DT_REG || type == DT_DIR || type == DT_LNK || type == DT_UNKNOWN;
}

std::vector<std::string> names_in(DIR* list, const ListedNames& listed) {
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(list)) {
        const Bytes name(entry->d_name);
        if (name == "." || name == ".." || !may_be_sent(entry->d_type)) continue;
        if (!listed(entry->d_name, entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN)) continue;
        if (names.size() == kMostListed) break;
        names.emplace_back(name);
        if (is_directory(list, *entry)) names.back().push_back('/');
    }
    std::sort(names.begin(), names.end());
    return names;
}

void append_link(std::string& page, Bytes name) {
    page.append("<li><a href=\"./");  // so that a name with a colon is not taken for a scheme
    http::append_encoded_path(page, name);
    page.append("\">");
    append_escaped(page, name);
    page.append("</a></li>\n");
}

}  // namespace

std::string directory_page(Fd directory, Bytes path, const ListedNames& listed) {
    std::string page = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>";
    append_escaped(page, path);
    page.append("</title></head>\n<body><h1>");
    append_escaped(page, path);
    page.append("</h1>\n<ul>\n");
    if (path != "/") page.append("<li><a href=\"../\">../</a></li>\n");
    if (DIR* list = ::fdopendir(directory.get()); list != nullptr) {
        (void)directory.release();
        for (const std::string& name : names_in(list, listed)) append_link(page, name);
        ::closedir(list);
    }
    page.append("</ul></body></html>\n");
    return page;
}

}  // namespace tern::serve
