#include "serve/files/document_root.h"

#include <utility>

namespace tern::serve {

DocumentRoot::DocumentRoot(Options options) noexcept
    : options_(std::move(options)),
      hidden_(!options_.hidden_files, options_.hidden_names),
      cache_(folder_, options_.cache) {}

Error DocumentRoot::open_folder(RootDirectory& folder) const noexcept {
    return folder.open(options_.path.c_str(),
                       options_.follow_links ? RootDirectory::Links::any : RootDirectory::Links::beneath);
}

Result<CachedFile*> DocumentRoot::find(Bytes path, int64_t now_ms, FileCache::Need need) {
    const Result<CachedFile*> found = cache_.find(path, now_ms, need);
    if (found.ok()) judge(*found.value(), path);
    return found;
}

void DocumentRoot::judge(CachedFile& file, Bytes path) const {
    if (std::exchange(file.judged, true)) return;
    file.hidden = hidden_.in_path(path);
    file.hidden_script = path.ends_with(".php") && hidden_.script_in_path(path);
}

}  // namespace tern::serve
