#include "php/database/pgsql/key.h"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "base/environment.h"
#include "php/database/key_parts.h"

namespace tern::php {

namespace {

// Options that name a file, and where it is if they do not.
struct FileOption {
    const char* keyword;
    const char* environment;
    const char* below_home;
};
constexpr FileOption kFileOptions[] = {
    {"passfile", "PGPASSFILE", ".pgpass"},
    {"", "PGSERVICEFILE", ".pg_service.conf"},
    {"sslcert", "PGSSLCERT", ".postgresql/postgresql.crt"},
    {"sslkey", "PGSSLKEY", ".postgresql/postgresql.key"},
    {"sslrootcert", "PGSSLROOTCERT", ".postgresql/root.crt"},
    {"sslcrl", "PGSSLCRL", ".postgresql/root.crl"},
};

const char* value_of(const PgOption* options, const char* keyword) noexcept {
    for (const PgOption* option = options; option != nullptr && option->keyword != nullptr; ++option) {
        if (std::strcmp(option->keyword, keyword) == 0) return option->value;
    }
    return nullptr;
}

void add_file(KeyParts& parts, const char* path) {
    struct stat file {};
    if (stat(path, &file) != 0) return parts.add(uint64_t{0});
    for (const uint64_t part :
         {uint64_t{file.st_dev}, uint64_t{file.st_ino}, static_cast<uint64_t>(file.st_size),
          static_cast<uint64_t>(file.st_mtim.tv_sec), static_cast<uint64_t>(file.st_mtim.tv_nsec),
          static_cast<uint64_t>(file.st_ctim.tv_sec), static_cast<uint64_t>(file.st_ctim.tv_nsec)}) {
        parts.add(part);
    }
}

void add_files(KeyParts& parts, const PgOption* options) {
    const char* home = std::getenv("HOME");
    for (const FileOption& option : kFileOptions) {
        const char* path = value_of(options, option.keyword);
        if (path == nullptr) path = std::getenv(option.environment);
        add_file(parts,
                 path != nullptr ? path : (std::string(home == nullptr ? "" : home) + "/" + option.below_home).c_str());
    }
    const char* folder = std::getenv("PGSYSCONFDIR");
    add_file(parts, (std::string(folder == nullptr ? "/etc/postgresql-common" : folder) + "/pg_service.conf").c_str());
}

// libpq's, and those of the libraries by which it logs in.
bool is_of_login(Bytes variable) noexcept {
    constexpr Bytes kBegins[] = {"PG", "HOME=", "KRB5", "SSL_CERT_", "OPENSSL_CONF="};
    return std::ranges::any_of(kBegins, [&](Bytes begin) { return variable.starts_with(begin); });
}

void add_environment(KeyParts& parts) {
    std::vector<Bytes> variables;  // in any order
    for (char** variable = environment(); variable != nullptr && *variable != nullptr; ++variable) {
        if (is_of_login(*variable)) variables.emplace_back(*variable);
    }
    std::ranges::sort(variables);
    for (const Bytes variable : variables) parts.add(variable);
    parts.add(uint64_t{geteuid()});
    parts.add(static_cast<const char*>(std::setlocale(LC_CTYPE, nullptr)));  // client_encoding=auto
}

}  // namespace

PgsqlLogin login_of(const Libpq& libpq, const char* conninfo) noexcept {
    PgOption* options = libpq.parse(conninfo, nullptr);  // null: it is wrong
    const char* replication = value_of(options, "replication");
    KeyParts parts;
    parts.add("pgsql");
    parts.add(Bytes(conninfo));
    add_environment(parts);
    add_files(parts, options);
    if (options != nullptr) libpq.free_options(options);
    return {parts.digest(), replication != nullptr};
}

}  // namespace tern::php
