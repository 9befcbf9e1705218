#include "serve/files/file_cache.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace tern;
using namespace tern::serve;

namespace {

namespace fs = std::filesystem;
using Kind = CachedFile::Kind;

// A directory with files in it, below one that has a secret.
class Folder {
public:
    Folder() {
        char name[] = "/tmp/tern-files-XXXXXX";
        REQUIRE(mkdtemp(name) != nullptr);
        top_ = name;
        fs::create_directory(path(""));
        std::ofstream(top_ / "secret") << "secret";
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(top_); }

    fs::path path(const std::string& name) const { return top_ / "root" / name; }
    // Last changed long ago, so that the file counts as settled; each write is another second.
    void write(const std::string& name, const std::string& content) {
        fs::create_directories(path(name).parent_path());
        std::ofstream(path(name)) << content;
        const timespec times[] = {{1'000'000 + ++writes_, 0}, {1'000'000 + writes_, 0}};
        REQUIRE(utimensat(AT_FDCWD, path(name).c_str(), times, 0) == 0);
    }
    std::string root() const { return (top_ / "root").string(); }

private:
    fs::path top_;
    time_t writes_ = 0;
};

struct Rig {
    explicit Rig(FileCacheOptions options = {}, RootDirectory::Links links = RootDirectory::Links::beneath)
        : cache(root, options) {
        REQUIRE(root.open(folder.root().c_str(), links) == Error::ok);
    }
    CachedFile& find(Bytes path, int64_t now_ms = 0, FileCache::Need need = FileCache::Need::content) {
        return *cache.find(path, now_ms, need).value();
    }

    Folder folder;
    RootDirectory root;
    FileCache cache;
};

}  // namespace

TEST_CASE("file cache: small files are in memory, large ones open") {
    Rig rig;
    rig.folder.write("small", "hello");
    rig.folder.write("empty", "");
    rig.folder.write("limit", std::string(FileCache::kSmallFile, 'x'));
    rig.folder.write("large", std::string(FileCache::kSmallFile + 1, 'x'));
    CHECK(rig.find("/small").kind == Kind::in_memory);
    CHECK(rig.find("/small").content == "hello");
    CHECK(rig.find("/empty").kind == Kind::in_memory);
    CHECK(rig.find("/limit").kind == Kind::in_memory);
    CHECK(rig.find("/large").kind == Kind::open);
    CHECK(rig.find("/large").status.size == FileCache::kSmallFile + 1);
    CHECK(rig.find("/").kind == Kind::directory);
    CHECK(rig.find("/nothing").kind == Kind::missing);
    CHECK(rig.find("/small/x").kind == Kind::missing);
    CHECK(rig.find("/small").etag.starts_with('"'));
    CHECK(Bytes(rig.find("/small").last_modified, http::kDateBytes) == "Mon, 12 Jan 1970 13:46:41 GMT");
}

TEST_CASE("file cache: an entry is trusted for a time, then looked at") {
    Rig rig;
    rig.folder.write("a", "one");
    const std::string etag = rig.find("/a").etag;
    rig.folder.write("a", "two");
    CHECK(rig.find("/a", 999).content == "one");
    CHECK(rig.find("/a", 1000).content == "two");
    CHECK(rig.find("/a", 1000).etag != etag);
    fs::remove(rig.folder.path("a"));
    CHECK(rig.find("/a", 1500).content == "two");
    CHECK(rig.find("/a", 2000).kind == Kind::missing);
    rig.folder.write("a", "three");
    CHECK(rig.find("/a", 2500).kind == Kind::missing);
    CHECK(rig.find("/a", 3000).content == "three");
}

TEST_CASE("file cache: a large file is looked at each time") {
    Rig rig;
    rig.folder.write("a", std::string(50'000, 'x'));
    CHECK(rig.find("/a").status.size == 50'000);
    rig.folder.write("a", std::string(60'000, 'x'));
    CHECK(rig.find("/a", 1).status.size == 60'000);
    rig.folder.write("a", "tiny");
    CHECK(rig.find("/a", 2).content == "tiny");
}

TEST_CASE("file cache: a file is read when its content is needed, and not before") {
    Rig rig;
    rig.folder.write("a", "one");
    CHECK(rig.find("/a", 0, FileCache::Need::status).kind == Kind::unread);
    CHECK(rig.find("/a", 0, FileCache::Need::status).status.size == 3);
    CHECK_FALSE(rig.find("/a", 0, FileCache::Need::status).is_file());
    CHECK(rig.cache.bytes() == 0);
    CHECK(rig.find("/a").content == "one");
    CHECK(rig.find("/a", 0, FileCache::Need::status).kind == Kind::in_memory);
    rig.folder.write("a", "longer");
    CHECK(rig.find("/a", 1000, FileCache::Need::status).kind == Kind::unread);
    CHECK(rig.find("/a", 1000, FileCache::Need::status).status.size == 6);
    CHECK(rig.cache.count() == 1);
}

TEST_CASE("file cache: why a path has no file, and when that changes") {
    Rig rig;
    CHECK(rig.find("/a").error == static_cast<Error>(ENOENT));
    fs::create_symlink("../secret", rig.folder.path("a"));
    CHECK(rig.find("/a", 999).error == static_cast<Error>(ENOENT));
    CHECK(rig.find("/a", 1000).error == static_cast<Error>(EXDEV));
    fs::remove(rig.folder.path("a"));
    rig.folder.write("a", "one");
    CHECK(rig.find("/a", 2000).error == Error::ok);
}

TEST_CASE("file cache: a file that has just changed is read again, and its tag is weak") {
    Rig rig;
    std::ofstream(rig.folder.path("a")) << "one";
    if (rig.find("/a").etag.starts_with("W/")) {  // else this machine took too long
        std::ofstream(rig.folder.path("a")) << "two";
        CHECK(rig.find("/a").content == "two");
    }
}

TEST_CASE("file cache: a replaced file is another one, even with the same size and time") {
    Rig rig({.valid_ms = 0});
    rig.folder.write("a", "one");
    const std::string etag = rig.find("/a").etag;
    rig.folder.write("b", "two");
    const timespec times[] = {{1'000'001, 0}, {1'000'001, 0}};
    REQUIRE(utimensat(AT_FDCWD, rig.folder.path("b").c_str(), times, 0) == 0);
    fs::rename(rig.folder.path("b"), rig.folder.path("a"));
    CHECK(rig.find("/a").content == "two");
    CHECK(rig.find("/a").etag != etag);
}

TEST_CASE("file cache: bounds") {
    Rig rig({.bytes = 25, .entries = 4});
    for (int i = 0; i < 10; ++i) {
        rig.folder.write(std::to_string(i), std::string(10, 'x'));
        CHECK(rig.find("/" + std::to_string(i)).is_file());
        CHECK(rig.cache.bytes() <= 25);
    }
    CHECK(rig.cache.bytes() == 20);
    CHECK(rig.cache.count() == 2);
    for (int i = 0; i < 100; ++i) CHECK(rig.find("/none" + std::to_string(i)).kind == Kind::missing);
    CHECK(rig.cache.count() == 6);
    rig.folder.write("more", std::string(26, 'x'));
    CHECK(rig.find("/more").kind == Kind::open);
    // The least recently used goes first.
    rig.folder.write("9", std::string(10, 'x'));
    CHECK(rig.find("/8").is_file());
    CHECK(rig.cache.open_count() == 1);
}

TEST_CASE("file cache: what is missing is not kept under a long path") {
    Rig rig;
    CHECK(rig.find("/" + std::string(100, 'x')).kind == Kind::missing);
    CHECK(rig.cache.count() == 1);
    CHECK(rig.find("/" + std::string(1000, 'x')).kind == Kind::missing);
    CHECK(rig.cache.count() == 1);
}

TEST_CASE("file cache: bytes on their way outlive the entry") {
    Rig rig({.entries = 1});
    rig.folder.write("a", "hello");
    rig.folder.write("b", "other");
    const Slice slice = rig.find("/a").slice(1, 3);
    CHECK(rig.find("/b").is_file());
    CHECK(rig.cache.count() == 1);
    CHECK(slice.view() == "ell");
}

TEST_CASE("file cache: idle files are closed") {
    Rig rig;
    rig.folder.write("a", std::string(50'000, 'x'));
    rig.folder.write("b", std::string(50'000, 'x'));
    (void)rig.find("/a", 0);
    (void)rig.find("/b", 0);
    (void)rig.find("/a", 9000);
    rig.cache.close_idle(10'000);
    CHECK(rig.cache.open_count() == 1);
    rig.cache.close_idle(19'000);
    CHECK(rig.cache.open_count() == 0);
}

TEST_CASE("file cache: only small files are kept") {
    Rig rig({.valid_ms = 0, .keeps_open = false}, RootDirectory::Links::any);
    rig.folder.write("small", "one");
    rig.folder.write("large", std::string(50'000, 'x'));
    CHECK(rig.find("/small").content == "one");
    CHECK(rig.find("/large").kind == Kind::open);
    CHECK(rig.cache.open_count() == 0);
    CHECK_FALSE(rig.find("/nothing").is_file());
    CHECK(rig.cache.count() == 1);
}

TEST_CASE("root directory: never outside, never a device") {
    for (RootDirectory::Links links : {RootDirectory::Links::beneath, RootDirectory::Links::none}) {
        Rig rig({.valid_ms = 0}, links);
        rig.folder.write("dir/a", "a");
        fs::create_symlink("dir/a", rig.folder.path("inner"));
        fs::create_symlink("../secret", rig.folder.path("outer"));
        fs::create_symlink("..", rig.folder.path("up"));
        fs::create_symlink("/etc", rig.folder.path("absolute"));
        fs::create_symlink(rig.folder.path("dir"), rig.folder.path("within"));
        fs::create_symlink("/proc/self/cwd", rig.folder.path("magic"));
        fs::create_symlink("loop", rig.folder.path("loop"));
        REQUIRE(mkfifo(rig.folder.path("pipe").c_str(), 0600) == 0);
        CHECK(rig.find("/dir/a").content == "a");
        CHECK(rig.find("/inner").is_file() == (links == RootDirectory::Links::beneath));
        CHECK(rig.find("/within/a").is_file() == (links == RootDirectory::Links::beneath));
        CHECK(rig.root.open_directory("/within").ok() == (links == RootDirectory::Links::beneath));
        for (Bytes path : {Bytes("/outer"), Bytes("/up/secret"), Bytes("/absolute/passwd"), Bytes("/magic"),
                           Bytes("/magic/x"), Bytes("/loop"), Bytes("/pipe"), Bytes("/dir/a/"), Bytes("/dir//")}) {
            INFO(path);
            CHECK_FALSE(rig.find(path).is_file());
        }
        CHECK(rig.root.open_directory("/").ok());
        CHECK(rig.root.open_directory("/dir/").ok());
        CHECK_FALSE(rig.root.open_directory("/up").ok());
    }
}

TEST_CASE("root directory: anywhere, when links may lead there") {
    Rig rig({.valid_ms = 0}, RootDirectory::Links::any);
    fs::create_symlink("../secret", rig.folder.path("outer"));
    fs::create_symlink("/dev/zero", rig.folder.path("zero"));
    CHECK(rig.find("/outer").content == "secret");
    CHECK_FALSE(rig.find("/zero").is_file());
}
