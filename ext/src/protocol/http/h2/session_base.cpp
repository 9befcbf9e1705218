#include "protocol/http/h2/session_base.h"

namespace tern::http::h2 {

bool SessionBase::feed(Bytes in) noexcept {
    const ssize_t taken = nghttp2_session_mem_recv(session_, reinterpret_cast<const uint8_t*>(in.data()), in.size());
    if (taken < 0) return fail_by(static_cast<int>(taken));
    return why_ == nullptr;
}

bool SessionBase::fail_by(int error) noexcept {
    const bool flood = error == NGHTTP2_ERR_FLOODED;
    return fail(nghttp2_strerror(error), flood ? ErrorCode::enhance_your_calm : ErrorCode::protocol_error);
}

bool SessionBase::fail(const char* why, ErrorCode code) noexcept {
    if (why_ == nullptr) why_ = why;
    (void)nghttp2_session_terminate_session(session_, static_cast<uint32_t>(code));
    return false;
}

}  // namespace tern::http::h2
