#include "php/process/thread_arguments.h"

#include <cstring>
#include <fcntl.h>
#include <memory>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

#include "php/engine/classes.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/shared/packed_value.h"
#include "php/shared/thread_object.h"
#include "php/shared/thread_value.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

using shm::ContainerId;
using shm::Containers;

struct HeldContainers final : KeptChild::Held {
    ~HeldContainers() override {
        for (const ContainerId& id : ids) Containers::own().release(id);
    }
    std::vector<ContainerId> ids;
};

namespace {

enum class Kind : uint32_t { value, list, container, stream, socket, system_socket };

// In front of each value. A list is an array that has descriptors: `size` pairs of a key and a value. Others have
// `size` bytes.
struct Head {
    Kind kind;
    uint32_t tag;
    uint64_t size;
};
static_assert(std::has_unique_object_representations_v<Head>);

// A ContainerId without the bytes between its members.
struct SentId {
    uint64_t place;
    uint64_t number;
    uint64_t kind;
};

constexpr uint32_t kDeepest = 64;

shm::ContainerKind kind_of_array(const zval* array) {
    return zend_array_is_list(Z_ARRVAL_P(array)) ? shm::ContainerKind::list : shm::ContainerKind::map;
}

void append(PackedArguments& into, const Head& head, Bytes bytes) {
    smart_str_appendl(&into.text, reinterpret_cast<const char*>(&head), sizeof head);
    if (!bytes.empty()) smart_str_appendl(&into.text, bytes.data(), bytes.size());
}

bool pack_plain(zval* value, PackedArguments& into) {
    PackedValue packed{};
    if (!pack_value(value, packed)) return false;
    append(into, {Kind::value, packed.tag, packed.bytes.size()}, packed.bytes);
    packed.release();
    return true;
}

bool pack_descriptor(zval* value, Kind kind, uint32_t number, PackedArguments& into) {
    const int given = descriptor_of(value, number);
    if (given < 0) return false;
    if (into.descriptor_count == PackedArguments::kMostDescriptors) {
        zend_argument_value_error(number, "has more than %u sockets and streams", PackedArguments::kMostDescriptors);
        return false;
    }
    // A number of its own: the new process closes it, and code of the program may close the given one meanwhile.
    const int fd = fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0) {
        throw_exception(last_error(), "there is no descriptor for an argument of a thread");
        return false;
    }
    into.descriptors[into.descriptor_count++] = fd;
    append(into, {kind, 0, sizeof fd}, Bytes(reinterpret_cast<const char*>(&fd), sizeof fd));
    return true;
}

bool pack_any(zval* value, uint32_t number, uint32_t depth, PackedArguments& into);

bool pack_list(HashTable* list, uint32_t number, uint32_t depth, PackedArguments& into) {
    if (depth == kDeepest) {
        zend_argument_value_error(number, "has arrays in more than %u levels", kDeepest);
        return false;
    }
    append(into, {Kind::list, 0, zend_hash_num_elements(list)}, Bytes());
    zend_ulong index = 0;
    zend_string* name = nullptr;
    zval* value = nullptr;
    ZEND_HASH_FOREACH_KEY_VAL(list, index, name, value) {
        zval key;
        ZVAL_LONG(&key, static_cast<zend_long>(index));
        if (name != nullptr) ZVAL_STR(&key, name);
        if (!pack_plain(&key, into) || !pack_any(value, number, depth + 1, into)) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// Takes over a reference.
void pack_container(const ContainerId& id, PackedArguments& into) {
    if (into.containers == nullptr) into.containers = new HeldContainers;
    into.containers->ids.push_back(id);
    const SentId sent{id.place, id.number, static_cast<uint64_t>(id.kind)};
    append(into, {Kind::container, 0, sizeof sent}, Bytes(reinterpret_cast<const char*>(&sent), sizeof sent));
}

// True for arrays that cannot be containers: there is a stream or a socket in them, or they are too deep to look.
bool has_descriptors(HashTable* array, uint32_t depth);

bool pack_array(zval* array, uint32_t number, uint32_t depth, PackedArguments& into) {
    if (has_descriptors(Z_ARRVAL_P(array), depth)) {
        zval held;  // code of the program may give another value to a reference
        ZVAL_COPY(&held, array);
        const bool is_packed = pack_list(Z_ARRVAL(held), number, depth, into);
        zval_ptr_dtor(&held);
        return is_packed;
    }
    ContainerId id;
    if (!pack_thread_array(Z_ARRVAL_P(array), kind_of_array(array), id)) return false;
    pack_container(id, into);
    return true;
}

bool pack_object(zval* object, PackedArguments& into) {
    const ContainerId id = container_of(object);
    if (EG(exception) != nullptr) return false;
    if (!id) return pack_plain(object, into);
    const Result<ContainerId> opened = Containers::own().open(id);
    if (opened.ok()) pack_container(opened.value(), into);
    if (!opened.ok()) throw_thread_error(opened.error());
    return opened.ok();
}

bool is_system_socket(const zval* value) {
    return Z_TYPE_P(value) == IS_OBJECT && zend_string_equals_literal(Z_OBJCE_P(value)->name, "Socket");
}

bool is_socket(const zval* value) {
    return Z_TYPE_P(value) == IS_OBJECT && instanceof_function(Z_OBJCE_P(value), classes.coroutine_socket);
}

bool has_descriptors(HashTable* array, uint32_t depth) {
    if (depth >= kDeepest) return true;
    zval* value = nullptr;
    ZEND_HASH_FOREACH_VAL(array, value) {
        ZVAL_DEREF(value);
        if (Z_TYPE_P(value) == IS_RESOURCE || is_system_socket(value) || is_socket(value)) return true;
        if (Z_TYPE_P(value) == IS_ARRAY && has_descriptors(Z_ARRVAL_P(value), depth + 1)) return true;
    }
    ZEND_HASH_FOREACH_END();
    return false;
}

bool pack_any(zval* value, uint32_t number, uint32_t depth, PackedArguments& into) {
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_ARRAY) return pack_array(value, number, depth, into);
    if (Z_TYPE_P(value) == IS_RESOURCE) return pack_descriptor(value, Kind::stream, number, into);
    if (is_system_socket(value)) return pack_descriptor(value, Kind::system_socket, number, into);
    if (is_socket(value)) return pack_descriptor(value, Kind::socket, number, into);
    return Z_TYPE_P(value) == IS_OBJECT ? pack_object(value, into) : pack_plain(value, into);
}

// --- in the new process

void open_container(const ContainerId& id, zval* into) {
    const Result<ContainerId> opened = Containers::own().open(id);
    opened.ok() ? wrap_container(opened.value(), into) : throw_thread_error(opened.error());
}

void open_stream(int fd, zval* into) {
    char path[32];
    snprintf(path, sizeof path, "php://fd/%d", fd);
    php_stream* stream = php_stream_open_wrapper_ex(path, "r+", REPORT_ERRORS, nullptr, nullptr);
    if (stream == nullptr) return;
    php_stream_to_zval(stream, into);
}

void open_system_socket(int fd, zval* into) {
    zval* importer = zend_hash_str_find(EG(function_table), ZEND_STRL("socket_import_stream"));
    zval stream;
    ZVAL_NULL(&stream);
    open_stream(fd, &stream);
    if (importer != nullptr && Z_TYPE(stream) == IS_RESOURCE)
        zend_call_known_function(Z_FUNC_P(importer), nullptr, nullptr, into, 1, &stream, nullptr);
    zval_ptr_dtor(&stream);
}

// Another coroutine socket of the same kind. It owns the descriptor.
void open_socket(int fd, zval* into) {
    const Result<client::SocketKind> kind = Socket::kind_of(fd);
    if (!kind.ok()) return throw_exception(kind.error(), "descriptor %d is no socket", fd);
    Fd owned(fd);
    make_socket(owned, kind.value(), into);
}

class Unpacker {
public:
    explicit Unpacker(Bytes text) noexcept : rest_(text) {}
    bool has_more() const noexcept { return !rest_.empty(); }

    bool next(zval* into) {
        ZVAL_NULL(into);
        if (rest_.size() < sizeof(Head)) return fail();
        Head head;
        std::memcpy(&head, rest_.data(), sizeof head);
        rest_.remove_prefix(sizeof head);
        if (head.kind == Kind::list) return read_list(head.size, into);
        if (rest_.size() < head.size) return fail();
        const Bytes bytes = rest_.substr(0, head.size);
        rest_.remove_prefix(head.size);
        if (head.kind == Kind::value) unpack_value(static_cast<shm::CacheTag>(head.tag), bytes, into);
        if (head.kind == Kind::container) read_container(bytes, into);
        if (head.kind > Kind::container) open_descriptor(head.kind, bytes, into);
        return EG(exception) == nullptr;
    }

private:
    bool fail() {
        rest_ = {};
        zend_throw_error(nullptr, "The arguments of this thread are damaged");
        return false;
    }

    static void read_container(Bytes bytes, zval* into) {
        SentId sent;
        std::memcpy(&sent, bytes.data(), sizeof sent);
        open_container({sent.place, sent.number, static_cast<shm::ContainerKind>(sent.kind)}, into);
    }

    static void open_descriptor(Kind kind, Bytes bytes, zval* into) {
        int fd = -1;
        std::memcpy(&fd, bytes.data(), sizeof fd);
        if (kind == Kind::stream) open_stream(fd, into);
        if (kind == Kind::system_socket) open_system_socket(fd, into);
        if (kind == Kind::socket) return open_socket(fd, into);
        ::close(fd);  // the stream has a copy
    }

    bool read_list(uint64_t count, zval* into) {
        array_init(into);
        for (uint64_t i = 0; i < count; ++i) {
            zval key;
            zval value;
            if (!next(&key)) return false;
            const bool is_read = next(&value);
            array_set_zval_key(Z_ARRVAL_P(into), &key, &value);
            zval_ptr_dtor(&key);
            zval_ptr_dtor(&value);
            if (!is_read) return false;
        }
        return true;
    }

    Bytes rest_;
};

}  // namespace

bool pack_arguments(zval* arguments, uint32_t count, PackedArguments& into) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!pack_any(&arguments[i], i + 2, 0, into)) return false;
    }
    smart_str_0(&into.text);
    return true;
}

void PackedArguments::hold_until_end_of(KeptChild& child) noexcept {
    child.hold(std::unique_ptr<KeptChild::Held>(std::exchange(containers, nullptr)));
}

void PackedArguments::release() {
    smart_str_free(&text);
    delete std::exchange(containers, nullptr);
    while (descriptor_count > 0) ::close(descriptors[--descriptor_count]);
}

bool share_arrays(zval* arguments) {
    SEPARATE_ARRAY(arguments);
    zval* value = nullptr;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(arguments), value) {
        ZVAL_DEREF(value);
        if (Z_TYPE_P(value) != IS_ARRAY || has_descriptors(Z_ARRVAL_P(value), 0)) continue;
        ContainerId id;
        if (!pack_thread_array(Z_ARRVAL_P(value), kind_of_array(value), id)) return false;
        zval_ptr_dtor(value);
        ZVAL_NULL(value);
        wrap_container(id, value);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool unpack_arguments(Bytes text, zval* into) {
    array_init(into);
    Unpacker unpacker(text);
    while (unpacker.has_more()) {
        zval value;
        const bool is_read = unpacker.next(&value);
        add_next_index_zval(into, &value);
        if (!is_read) return false;
    }
    return true;
}

}  // namespace tern::php
