#include "base/loaded_address.h"

#include <cstring>

namespace tern {

namespace {

template <class Number>
Number read(const unsigned char* from) noexcept {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
}

bool skip(const unsigned char*& code, const void* bytes, size_t count) noexcept {
    if (std::memcmp(code, bytes, count) != 0) return false;
    code += count;
    return true;
}

// The immediate of `adrp`, in bytes.
int64_t page_offset(uint32_t instruction) noexcept {
    const uint32_t low = (instruction >> 29) & 3;
    const uint32_t high = (instruction >> 5) & 0x7ffff;
    const auto pages = static_cast<int32_t>((high << 2 | low) << 11) >> 11;
    return int64_t{pages} * 4096;
}

}  // namespace

uintptr_t loaded_address_x86_64(const unsigned char* code) noexcept {
    constexpr unsigned char kEndBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};  // endbr64
    constexpr unsigned char kFrame[] = {0x55, 0x48, 0x89, 0xe5};      // push %rbp; mov %rsp,%rbp
    constexpr unsigned char kLoad[] = {0x0f, 0xb6, 0x05};             // movzbl offset(%rip),%eax
    constexpr unsigned char kPlainLoad[] = {0x8a, 0x05};              // mov offset(%rip),%al
    (void)skip(code, kEndBranch, sizeof kEndBranch);
    (void)skip(code, kFrame, sizeof kFrame);
    if (!skip(code, kLoad, sizeof kLoad) && !skip(code, kPlainLoad, sizeof kPlainLoad)) return 0;
    const auto next = reinterpret_cast<uintptr_t>(code + sizeof(int32_t));
    return next + static_cast<uintptr_t>(int64_t{read<int32_t>(code)});
}

uintptr_t loaded_address_arm64(const unsigned char* code) noexcept {
    constexpr uint32_t kBranchTarget = 0xd503245f;  // bti c
    if (read<uint32_t>(code) == kBranchTarget) code += sizeof(uint32_t);
    const auto page_of_code = reinterpret_cast<uintptr_t>(code) & ~uintptr_t{4095};
    const auto page = read<uint32_t>(code);
    if ((page & 0x9f000000) != 0x90000000) return 0;  // adrp
    uint32_t base = page & 31;
    uintptr_t address = page_of_code + static_cast<uintptr_t>(page_offset(page));
    auto next = read<uint32_t>(code + sizeof page);
    if ((next & 0xffc00000) == 0x91000000) {  // add
        if (((next >> 5) & 31) != base) return 0;
        base = next & 31;
        address += (next >> 10) & 0xfff;
        next = read<uint32_t>(code + 2 * sizeof page);
    }
    if ((next & 0xffc00000) != 0x39400000 || ((next >> 5) & 31) != base) return 0;  // ldrb
    return address + ((next >> 10) & 0xfff);
}

uintptr_t loaded_address(bool (*function)()) noexcept {
    const auto* code = reinterpret_cast<const unsigned char*>(function);
#if defined(__x86_64__)
    return loaded_address_x86_64(code);
#elif defined(__aarch64__)
    return loaded_address_arm64(code);
#endif
    return 0;
}

}  // namespace tern
