#include "boundary/calls.h"

namespace tern::boundary {

namespace {

template <class Function>
void* address(Function* function) noexcept {
    return reinterpret_cast<void*>(function);
}

// find_real() adds the address of each real call.
Replacement rows[] = {
    {"sleep", address(calls::sleep)},
    {"usleep", address(calls::usleep)},
    {"nanosleep", address(calls::nanosleep)},
    {"clock_nanosleep", address(calls::clock_nanosleep)},
    {"poll", address(calls::poll)},
    {"ppoll", address(calls::ppoll)},
    {"select", address(calls::select)},
    {"pselect", address(calls::pselect)},
    {"epoll_wait", address(calls::epoll_wait)},
    {"epoll_pwait", address(calls::epoll_pwait)},
    {"epoll_pwait2", address(calls::epoll_pwait2)},
    {"connect", address(calls::connect)},
    {"accept", address(calls::accept)},
    {"accept4", address(calls::accept4)},
    {"recv", address(calls::recv)},
    {"recvfrom", address(calls::recvfrom)},
    {"recvmsg", address(calls::recvmsg)},
    {"send", address(calls::send)},
    {"sendto", address(calls::sendto)},
    {"sendmsg", address(calls::sendmsg)},
    {"read", address(calls::read_file), Callers::program},
    {"read", address(calls::read)},
    {"readv", address(calls::readv)},
    {"write", address(calls::write_file), Callers::program},
    {"write", address(calls::write)},
    {"writev", address(calls::writev)},
    {"sendfile", address(calls::sendfile)},
    {"sendfile64", address(calls::sendfile)},
    {"splice", address(calls::splice)},
    {"wait", address(calls::wait)},
    {"waitpid", address(calls::waitpid)},
    {"wait4", address(calls::wait4)},
    {"wait3", address(calls::wait3)},
    {"waitid", address(calls::waitid)},
    {"popen", address(calls::popen)},
    {"pclose", address(calls::pclose)},
    {"system", address(calls::system)},
    {"getaddrinfo", address(calls::getaddrinfo), Callers::all_but_ldap},
    {"getnameinfo", address(calls::getnameinfo), Callers::all_but_ldap},
    {"gethostbyname", address(calls::gethostbyname), Callers::all_but_ldap},
    {"gethostbyname2", address(calls::gethostbyname2), Callers::all_but_ldap},
    {"gethostbyaddr", address(calls::gethostbyaddr), Callers::all_but_ldap},
    {"gethostbyname_r", address(calls::gethostbyname_r), Callers::all_but_ldap},
    {"gethostbyname2_r", address(calls::gethostbyname2_r), Callers::all_but_ldap},
    {"gethostbyaddr_r", address(calls::gethostbyaddr_r), Callers::all_but_ldap},
    {"res_query", address(calls::dns_query), Callers::all_but_ldap},
    {"res_search", address(calls::dns_search), Callers::all_but_ldap},
    {"res_nquery", address(calls::dns_nquery), Callers::all_but_ldap},
    {"res_nsearch", address(calls::dns_nsearch), Callers::all_but_ldap},
    {"__res_query", address(calls::dns_query), Callers::all_but_ldap},
    {"__res_search", address(calls::dns_search), Callers::all_but_ldap},
    {"__res_nquery", address(calls::dns_nquery), Callers::all_but_ldap},
    {"__res_nsearch", address(calls::dns_nsearch), Callers::all_but_ldap},
    {"flock", address(calls::flock), Callers::program},
    {"fsync", address(calls::fsync), Callers::program},
    {"fdatasync", address(calls::fdatasync), Callers::program},
    {"semop", address(calls::semop)},
    {"msgrcv", address(calls::msgrcv)},
    {"msgsnd", address(calls::msgsnd)},
    {"pread", address(calls::pread), Callers::program_files},
    {"pread64", address(calls::pread), Callers::program_files},
    {"ftruncate", address(calls::ftruncate), Callers::program_files},
    {"ftruncate64", address(calls::ftruncate), Callers::program_files},
    {"copy_file_range", address(calls::copy_file_range), Callers::program_files},
    {"open", address(calls::open), Callers::program_files},
    {"open64", address(calls::open), Callers::program_files},
    {"__open_2", address(calls::open_checked), Callers::program_files},
    {"__open64_2", address(calls::open_checked), Callers::program_files},
    {"stat", address(calls::stat), Callers::program_files},
    {"stat64", address(calls::stat), Callers::program_files},
    {"lstat", address(calls::lstat), Callers::program_files},
    {"lstat64", address(calls::lstat), Callers::program_files},
    {"access", address(calls::access), Callers::program_files},
    {"unlink", address(calls::unlink), Callers::program_files},
    {"rename", address(calls::rename), Callers::program_files},
    {"mkdir", address(calls::mkdir), Callers::program_files},
    {"rmdir", address(calls::rmdir), Callers::program_files},
    {"close", address(calls::close)},
    {"fclose", address(calls::fclose)},
    {"dup2", address(calls::dup2)},
    {"dup3", address(calls::dup3)},
    {"dlopen", address(calls::dlopen)},
#ifdef __GLIBC__
    {"dlmopen", address(calls::dlmopen)},
#endif
    {"__poll_chk", address(calls::poll_checked)},
    {"__ppoll_chk", address(calls::ppoll_checked)},
    {"__recv_chk", address(calls::recv_checked)},
    {"__recvfrom_chk", address(calls::recvfrom_checked)},
    {"__read_chk", address(calls::read_file_checked), Callers::program},
    {"__read_chk", address(calls::read_checked)},
};

std::span<Replacement> table() noexcept { return rows; }

// For the whole process, like the import tables. 0: nothing is replaced.
uint64_t objects_seen = 0;

}  // namespace

void replace_calls() noexcept {
    const uint64_t loaded = objects_ever_loaded();
    if (loaded == objects_seen) return;
    if (objects_seen == 0) find_real(table());
    (void)redirect(table());
    objects_seen = loaded;
}

void restore_calls() noexcept {
    if (objects_seen == 0) return;
    (void)restore(table());
    objects_seen = 0;
}

void replace_in_new_objects() noexcept {
    if (objects_seen != 0) replace_calls();
}

size_t list_replaced(std::span<Use> into) noexcept { return list_uses(table(), into); }

}  // namespace tern::boundary
