#include "php/database/queries/application_line.h"

#include <array>
#include <cstring>

#include "php/engine/classes.h"

namespace tern::php {

namespace {

constexpr Bytes kPackages = "/vendor/";

bool is_of_package(const zend_string* file) noexcept {
    return memmem(ZSTR_VAL(file), ZSTR_LEN(file), kPackages.data(), kPackages.size()) != nullptr ||
           is_library_file(file);
}

// Stacks have the same files again and again. A string that is freed leaves its address to another one, so the entry
// has the hash, too.
struct KnownFile {
    const zend_string* file;
    zend_ulong hash;
    bool is_of_package;
};

bool is_of_known_package(zend_string* file) noexcept {
    static std::array<KnownFile, 256> known{};
    const zend_ulong hash = zend_string_hash_val(file);
    KnownFile& entry = known[hash % known.size()];
    if (entry.file != file || entry.hash != hash) entry = {file, hash, is_of_package(file)};
    return entry.is_of_package;
}

uint32_t line_of(const zend_execute_data& frame) noexcept {
    const zend_op* at = frame.opline;
    if (at == nullptr) return 0;
    if (EG(exception) != nullptr && at->opcode == ZEND_HANDLE_EXCEPTION && at->lineno == 0 &&
        EG(opline_before_exception) != nullptr) {
        return EG(opline_before_exception)->lineno;
    }
    return at->lineno;
}

}  // namespace

ApplicationLine application_line() noexcept {
    ApplicationLine innermost;
    for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr;
         frame = frame->prev_execute_data) {
        if (frame->func == nullptr || !ZEND_USER_CODE(frame->func->common.type)) continue;
        zend_string* file = frame->func->op_array.filename;
        if (file == nullptr) continue;
        const ApplicationLine line{file, line_of(*frame)};
        if (!is_of_known_package(file)) return line;
        if (innermost.file == nullptr) innermost = line;
    }
    return innermost;
}

}  // namespace tern::php
