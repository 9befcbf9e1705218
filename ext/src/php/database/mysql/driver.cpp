#include "php/database/mysql/driver.h"

#include <dlfcn.h>

namespace tern::php {

namespace {

template <class Symbol>
bool find_symbol(const char* name, Symbol& into) noexcept {
    into = reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
    return into != nullptr;
}

bool find_all(MySqlDriver& driver) noexcept {
    const bool found = find_symbol("mysqlnd_plugin_methods_xetters", driver.methods) &&
                       find_symbol("mysqlnd_allocator", driver.allocator) &&
                       find_symbol("mysqlnd_connection_init", driver.init);
    if (!found) return false;
    driver.session = *driver.methods->connection_data.get();
    driver.prepare = driver.methods->statement.get()->prepare;
    driver.send_command = driver.methods->protocol.get()->send_command;
    return true;
}

}  // namespace

const MySqlDriver* MySqlDriver::find() noexcept {
    static MySqlDriver driver{};
    static const bool is_there = find_all(driver);
    return is_there ? &driver : nullptr;
}

void MySqlDriver::assign(MYSQLND_STRING& string, const char* text, size_t size, bool persistent) const {
    if (string.s != nullptr) allocator->m_pefree(string.s, persistent MYSQLND_MEM_C);
    string = {};
    if (text == nullptr) return;
    string.s = copy(text, size, persistent);
    string.l = size;
}

}  // namespace tern::php
