#include "boundary/elf.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace tern::boundary {

namespace {

// The numbers in <elf.h> for the architecture of this build.
#ifdef __aarch64__
constexpr uint32_t kJumpSlot = R_AARCH64_JUMP_SLOT;
constexpr uint32_t kGlobData = R_AARCH64_GLOB_DAT;
constexpr uint32_t kAbsolute = R_AARCH64_ABS64;
#else
constexpr uint32_t kJumpSlot = R_X86_64_JUMP_SLOT;
constexpr uint32_t kGlobData = R_X86_64_GLOB_DAT;
constexpr uint32_t kAbsolute = R_X86_64_64;
#endif

constexpr std::string_view kLeftAlone[] = {"linux-vdso", "ld-linux", "ld-musl", "libc.so", "libc.musl",   "libpthread",
                                           "libasan",    "libubsan", "liblsan", "libtsan", "libclang_rt", "vgpreload"};

// Debuggers stop the process while they communicate with an editor.
constexpr std::string_view kDebuggers[] = {"xdebug"};

constexpr std::string_view kPrograms[] = {"php", "libphp"};

// Some builds of PHP have them in the program.
constexpr std::string_view kPgsql[] = {"pdo_pgsql", "pgsql", "php", "libphp"};

// One loaded object, as its dynamic section describes it.
struct Object {
    ElfW(Addr) base = 0;
    const char* path = "";
    std::string_view file;
    bool linked = false;  // with another object
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    std::span<const ElfW(Rela)> tables[2];  // of calls, of data
    uintptr_t sealed_begin = 0;             // read-only pages that the loader relocated (RELRO)
    uintptr_t sealed_end = 0;
};

// The tables have addresses as numbers.
template <class T>
T* at(uintptr_t address) noexcept {
    return reinterpret_cast<T*>(address);  // NOLINT(performance-no-int-to-ptr)
}

// Loaders differ in whether they relocate these pointers.
template <class T>
const T* pointer(const dl_phdr_info& info, ElfW(Addr) value) noexcept {
    return at<const T>(value < info.dlpi_addr ? value + info.dlpi_addr : value);
}

void read_dynamic(const dl_phdr_info& info, const ElfW(Dyn) * entry, Object& into) noexcept {
    const ElfW(Rela) * begin[2] = {};
    size_t bytes[2] = {};
    for (; entry->d_tag != DT_NULL; ++entry) {
        switch (entry->d_tag) {
            case DT_JMPREL: begin[0] = pointer<ElfW(Rela)>(info, entry->d_un.d_ptr); break;
            case DT_PLTRELSZ: bytes[0] = entry->d_un.d_val; break;
            case DT_RELA: begin[1] = pointer<ElfW(Rela)>(info, entry->d_un.d_ptr); break;
            case DT_RELASZ: bytes[1] = entry->d_un.d_val; break;
            case DT_SYMTAB: into.symbols = pointer<ElfW(Sym)>(info, entry->d_un.d_ptr); break;
            case DT_NEEDED: into.linked = true; break;
            case DT_STRTAB: into.names = pointer<char>(info, entry->d_un.d_ptr); break;
            default: break;
        }
    }
    for (int i = 0; i < 2; ++i) {
        if (begin[i] != nullptr) into.tables[i] = {begin[i], bytes[i] / sizeof(ElfW(Rela))};
    }
}

bool contains(const dl_phdr_info& info, uintptr_t address) noexcept {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info.dlpi_phdr[i];
        const uintptr_t begin = info.dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= begin && address - begin < segment.p_memsz) return true;
    }
    return false;
}

std::string_view file_of(const dl_phdr_info& info) noexcept {
    const std::string_view path = info.dlpi_name;
    return path.substr(path.rfind('/') + 1);
}

bool starts_with_any(std::string_view file, std::span<const std::string_view> names) noexcept {
    for (std::string_view name : names) {
        if (file.starts_with(name)) return true;
    }
    return false;
}

bool left_alone(const dl_phdr_info& info) noexcept {
    if (starts_with_any(file_of(info), kLeftAlone) || starts_with_any(file_of(info), kDebuggers)) return true;
    return contains(info, reinterpret_cast<uintptr_t>(&left_alone));
}

Object read_object(const dl_phdr_info& info) noexcept {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    Object object;
    object.base = info.dlpi_addr;
    object.path = info.dlpi_name;
    object.file = file_of(info);
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info.dlpi_phdr[i];
        const uintptr_t begin = info.dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_DYNAMIC) read_dynamic(info, at<const ElfW(Dyn)>(begin), object);
        if (segment.p_type != PT_GNU_RELRO) continue;
        // Rounded as the loader does: memory that shares a page with writable data stays writable.
        object.sealed_begin = begin & ~(page - 1);
        object.sealed_end = (begin + segment.p_memsz) & ~(page - 1);
    }
    return object;
}

// A pass over the addresses of replaced calls in an object.
struct Walk {
    std::span<const Replacement> calls;
    void (*found)(Walk&, const Object&, const Replacement&, void** place, uint32_t kind);
    size_t count = 0;
    bool unsealed = false;  // of the current object
};

bool concerns(Callers callers, const Object& object) noexcept {
    switch (callers) {
        case Callers::all: return true;
        case Callers::all_but_ldap: return !object.file.starts_with("libldap");
        case Callers::program:
        case Callers::program_files: return object.file.empty() || starts_with_any(object.file, kPrograms);
        case Callers::pgsql: return object.file.empty() || starts_with_any(object.file, kPgsql);
        case Callers::redis: return object.file.starts_with("redis");
    }
    return false;
}

// `object` null: any object.
const Replacement* find(std::span<const Replacement> calls, const char* name, const Object* object) noexcept {
    for (const Replacement& call : calls) {
        if (call.name[0] != name[0] || std::strcmp(call.name, name) != 0) continue;
        if (object == nullptr || concerns(call.callers, *object)) return call.real == nullptr ? nullptr : &call;
    }
    return nullptr;
}

// Calls `visit(name, place, kind)` for each place with the address of a function of another object.
template <class Visit>
void each_import(const Object& object, Visit visit) noexcept {
    for (const auto& table : object.tables) {
        for (const ElfW(Rela) & row : table) {
            const auto kind = static_cast<uint32_t>(ELF64_R_TYPE(row.r_info));
            if (kind != kJumpSlot && kind != kGlobData && kind != kAbsolute) continue;
            const ElfW(Sym)& symbol = object.symbols[ELF64_R_SYM(row.r_info)];
            // The object defines the function itself.
            if (symbol.st_shndx != SHN_UNDEF) continue;
            visit(object.names + symbol.st_name, at<void*>(object.base + row.r_offset), kind);
        }
    }
}

void seal_again(const Walk& walk, const Object& object) noexcept {
    if (!walk.unsealed) return;
    (void)mprotect(at<void>(object.sealed_begin), object.sealed_end - object.sealed_begin, PROT_READ);
}

int walk_object(dl_phdr_info* info, size_t, void* argument) noexcept {
    auto& walk = *static_cast<Walk*>(argument);
    if (left_alone(*info)) return 0;
    const Object object = read_object(*info);
    if (object.symbols == nullptr || object.names == nullptr) return 0;
    walk.unsealed = false;
    each_import(object, [&](const char* name, void** place, uint32_t kind) {
        const Replacement* call = find(walk.calls, name, &object);
        if (call != nullptr) walk.found(walk, object, *call, place, kind);
    });
    seal_again(walk, object);
    return 0;
}

void store(Walk& walk, const Object& object, void** place, void* address) noexcept {
    const auto where = reinterpret_cast<uintptr_t>(place);
    const bool sealed = where >= object.sealed_begin && where < object.sealed_end;
    if (sealed && !walk.unsealed) {
        const size_t bytes = object.sealed_end - object.sealed_begin;
        if (mprotect(at<void>(object.sealed_begin), bytes, PROT_READ | PROT_WRITE) != 0) return;
        walk.unsealed = true;
    }
    *place = address;
    ++walk.count;
}

struct ImportList {
    Callers callers;
    OnImport on_import;
    void* argument;
};

int list_imports(dl_phdr_info* info, size_t, void* argument) noexcept {
    const auto& list = *static_cast<ImportList*>(argument);
    if (left_alone(*info)) return 0;
    const Object object = read_object(*info);
    if (object.symbols == nullptr || object.names == nullptr || !concerns(list.callers, object)) return 0;
    each_import(object, [&](const char* name, void**, uint32_t) { list.on_import(list.argument, name); });
    return 0;
}

struct Overwriting {
    void** place;
    std::span<void* const> words;
};

int overwrite_in_object(dl_phdr_info* info, size_t, void* argument) noexcept {
    const auto& wanted = *static_cast<Overwriting*>(argument);
    if (!contains(*info, reinterpret_cast<uintptr_t>(wanted.place))) return 0;
    const Object object = read_object(*info);
    Walk walk{};
    for (size_t i = 0; i < wanted.words.size(); ++i) store(walk, object, wanted.place + i, wanted.words[i]);
    seal_again(walk, object);
    return 1;
}

struct Listing {
    std::span<const Replacement> calls;
    std::span<Use> into;
    size_t count = 0;

    void add(const char* object, const char* call, Way way) noexcept {
        if (count < into.size()) into[count] = {object, call, way};
        ++count;
    }
};

int list_object(dl_phdr_info* info, size_t, void* argument) noexcept {
    auto& list = *static_cast<Listing*>(argument);
    const Way way = way_of_object(*info);
    if (way != Way::redirected) list.add(info->dlpi_name, "", way);
    if (left_alone(*info)) return 0;
    const Object object = read_object(*info);
    if (object.symbols == nullptr || object.names == nullptr) return 0;
    each_import(object, [&](const char* name, void** place, uint32_t) {
        if (std::strcmp(name, "syscall") == 0) list.add(object.path, "syscall", Way::system_call);
        const Replacement* call = find(list.calls, name, &object);
        if (call == nullptr) call = find(list.calls, name, nullptr);
        if (call == nullptr || (call->callers == Callers::program_files && !concerns(call->callers, object))) return;
        list.add(object.path, call->name, *place == call->ours ? Way::redirected : Way::not_redirected);
    });
    return 0;
}

size_t segment_bytes(const dl_phdr_info& info, uint32_t type, uint32_t flags) noexcept {
    size_t bytes = 0;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info.dlpi_phdr[i];
        if (segment.p_type == type && (segment.p_flags & flags) == flags) bytes += segment.p_memsz;
    }
    return bytes;
}

size_t walk_all(Walk& walk) noexcept {
    dl_iterate_phdr(walk_object, &walk);
    return walk.count;
}

}  // namespace

void find_real(std::span<Replacement> calls) noexcept {
    for (Replacement& call : calls) call.real = dlsym(RTLD_DEFAULT, call.name);
}

size_t redirect(std::span<const Replacement> calls) noexcept {
    Walk walk{calls, [](Walk& self, const Object& object, const Replacement& call, void** place, uint32_t kind) {
                  if (*place == call.ours || (kind == kAbsolute && *place != call.real)) return;
                  store(self, object, place, call.ours);
              }};
    return walk_all(walk);
}

size_t restore(std::span<const Replacement> calls) noexcept {
    Walk walk{calls, [](Walk& self, const Object& object, const Replacement& call, void** place, uint32_t) {
                  if (*place == call.ours) store(self, object, place, call.real);
              }};
    return walk_all(walk);
}

void each_import_of(Callers callers, OnImport on_import, void* argument) noexcept {
    ImportList list{callers, on_import, argument};
    dl_iterate_phdr(list_imports, &list);
}

void overwrite(void** place, std::span<void* const> words) noexcept {
    Overwriting wanted{place, words};
    dl_iterate_phdr(overwrite_in_object, &wanted);
}

size_t list_uses(std::span<const Replacement> calls, std::span<Use> into) noexcept {
    Listing list{calls, into};
    dl_iterate_phdr(list_object, &list);
    return list.count;
}

Way way_of_object(const dl_phdr_info& info) noexcept {
    constexpr size_t kMostWithoutRuntime = 4096;  // of code: libraries with data only have a little
    const std::string_view file = file_of(info);
    if (starts_with_any(file, kDebuggers)) return Way::debugger;
    if (file.empty()) return segment_bytes(info, PT_INTERP, 0) > 0 ? Way::redirected : Way::statically_linked;
    if (left_alone(info) || read_object(info).linked) return Way::redirected;
    return segment_bytes(info, PT_LOAD, PF_X) > kMostWithoutRuntime ? Way::without_libc : Way::redirected;
}

uint64_t objects_ever_loaded() noexcept {
    uint64_t loaded = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* into) {
            *static_cast<uint64_t*>(into) = info->dlpi_adds;
            return 1;
        },
        &loaded);
    return loaded;
}

}  // namespace tern::boundary
