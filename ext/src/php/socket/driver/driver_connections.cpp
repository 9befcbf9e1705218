#include <algorithm>
#include <cstddef>

#include "php/engine/compat/mysqlnd.h"
#include "php/socket/driver/driver_objects.h"
// PHP's header needs what comes before.
#include <ext/pdo/php_pdo_driver.h>

namespace tern::php {

namespace {

const void* data_of(const zend_object* object) noexcept {
    return reinterpret_cast<const char*>(object) - object->handlers->offset;
}

// Most data of extensions begin with a pointer to what they are for.
const void* first_of(const void* data) noexcept {
    return data == nullptr ? nullptr : *static_cast<const void* const*>(data);
}

const void* or_itself(const void* connection, const zend_object* object) noexcept {
    return connection == nullptr ? object : connection;
}

// What a statement has of its PDO: a value, from PHP 8.5 on the object.
[[maybe_unused]] const zend_object* database_of(const zval& value) noexcept {
    return Z_TYPE(value) == IS_OBJECT ? Z_OBJ(value) : nullptr;
}
[[maybe_unused]] const zend_object* database_of(const zend_object* object) noexcept { return object; }

const void* of_pdo_statement(const zend_object* object) noexcept {
    const auto* statement = static_cast<const pdo_stmt_t*>(data_of(object));
    return or_itself(database_of(statement->database_object_handle), object);
}

const void* of_pdo_row(const zend_object* object) noexcept {
    const void* data = reinterpret_cast<const char*>(object) - offsetof(pdo_row_t, std);
    const pdo_stmt_t* statement = static_cast<const pdo_row_t*>(data)->stmt;
    return statement == nullptr ? object : or_itself(database_of(statement->database_object_handle), object);
}

// The object's data begin with a pointer to a structure that begins with a pointer to the object of mysqli.
const void* of_mysqli(const zend_object* object) noexcept { return first_of(first_of(data_of(object))); }

// Connecting may put another connection into it: so the object counts, too.
const void* itself(const zend_object* object) noexcept { return object; }

const void* of_mysqli_link(const zend_object* object) noexcept {
    const auto* link = static_cast<const MYSQLND*>(link_of_mysqli(object));
    return link == nullptr ? nullptr : link->data;
}

const void* of_mysqli_statement(const zend_object* object) noexcept {
    const auto* statement = static_cast<const MYSQLND_STMT*>(first_of(of_mysqli(object)));
    return statement == nullptr || statement->data == nullptr ? object : or_itself(statement->data->conn, object);
}

// Null in one whose rows are all here.
const void* of_mysqli_result(const zend_object* object) noexcept {
    const auto* result = static_cast<const MYSQLND_RES*>(of_mysqli(object));
    return result == nullptr ? object : or_itself(result->conn, object);
}

// All data of pgsql begin with the connection; null: it is closed.
const void* of_pgsql(const zend_object* object) noexcept { return or_itself(first_of(data_of(object)), object); }

// Managers with equal arguments have one client. Null: it has none yet.
const void* of_mongodb(const zend_object* object) noexcept { return or_itself(first_of(data_of(object)), object); }

// Whether the value is a Manager. It may be a number and a pointer of C instead: the type of a value is not enough.
bool is_mongodb_manager(const zval* value) noexcept {
    constexpr uint32_t kTypeBits = 0xffff;  // the others are flags of the call that the value comes from
    constexpr uintptr_t kNumbers = uintptr_t{1} << 32;
    const auto address = reinterpret_cast<uintptr_t>(Z_PTR_P(value));
    if ((Z_TYPE_INFO_P(value) & kTypeBits) != IS_OBJECT_EX || address < kNumbers || address % sizeof(void*) != 0)
        return false;
    return Z_OBJCE_P(value) == zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("mongodb\\driver\\manager"));
}

// The data of what a Manager makes have it near their beginning.
const void* of_mongodb_part(const zend_object* object) noexcept {
    for (size_t at = 0; at <= sizeof(void*); at += sizeof(void*)) {
        const auto* manager = reinterpret_cast<const zval*>(static_cast<const char*>(data_of(object)) + at);
        if (is_mongodb_manager(manager)) return of_mongodb(Z_OBJ_P(manager));
    }
    return object;
}

struct ConnectionRow {
    Bytes name;
    Connections connections;
};

constexpr ConnectionRow kConnectionRows[] = {
    {"MongoDB\\Driver\\Cursor", {of_mongodb_part}},
    {"MongoDB\\Driver\\Manager", {of_mongodb}},
    {"MongoDB\\Driver\\Server", {of_mongodb_part}},
    {"MongoDB\\Driver\\Session", {of_mongodb_part}},
    {"PDOStatement", {of_pdo_statement}},
    {"PDORow", {of_pdo_row}},
    {"PgSql\\Connection", {of_pgsql}},
    {"PgSql\\Lob", {of_pgsql}},
    {"PgSql\\Result", {of_pgsql}},
    {"mysqli", {itself, of_mysqli_link}},
    {"mysqli_result", {of_mysqli_result}},
    {"mysqli_stmt", {of_mysqli_statement}},
};

}  // namespace

Connections connections_of_class(Bytes name) noexcept {
    const auto* const found = std::ranges::find(kConnectionRows, name, &ConnectionRow::name);
    return found == std::end(kConnectionRows) ? Connections{} : found->connections;
}

const void* link_of_mysqli(const zend_object* object) noexcept { return first_of(of_mysqli(object)); }

// All data of ssh2 begin with the session, but those of a session are the session.
void add_resource(Claim& claim, const zend_resource& resource) {
    const char* type = zend_rsrc_list_get_rsrc_type(const_cast<zend_resource*>(&resource));
    const Bytes name = type == nullptr ? Bytes() : Bytes(type);
    const bool has_session = name.starts_with("SSH2 ") && name != "SSH2 Session";
    const void* connection = has_session ? first_of(resource.ptr) : resource.ptr;
    claim.add(connection == nullptr ? &resource : connection);
}

}  // namespace tern::php
