// The replacements of libc calls. Each behaves as the real one, with the same errors, but instead of blocking it
// suspends the coroutine. After a cancelled wait a call fails with ECANCELED; a sleeping call with EINTR; a name lookup
// with EAI_AGAIN or TRY_AGAIN.
#pragma once

#include <cstdio>
#include <ctime>
#include <netdb.h>
#include <poll.h>
#include <span>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "boundary/elf.h"

namespace tern::boundary {

// Redirects the calls of every loaded object. Costs one system call when nothing was loaded since the last time.
void replace_calls() noexcept;
// Call it before this code is unloaded.
void restore_calls() noexcept;
// Lists the replaced calls and the ones that still block: see list_uses().
size_t list_replaced(std::span<Use> into) noexcept;

namespace calls {

unsigned sleep(unsigned seconds);
int usleep(useconds_t us);
int nanosleep(const timespec* wanted, timespec* left);
int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left);

int poll(pollfd* fds, nfds_t count, int timeout_ms);
int ppoll(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* mask);
// As select(), with any descriptors: the groups that are switched on count for it.
int poll_as_select(pollfd* fds, nfds_t count, int timeout_ms);
int select(int count, fd_set* readable, fd_set* writable, fd_set* urgent, timeval* timeout);
int pselect(int count, fd_set* readable, fd_set* writable, fd_set* urgent, const timespec* timeout,
            const sigset_t* mask);
int epoll_wait(int fd, epoll_event* events, int room, int timeout_ms);
int epoll_pwait(int fd, epoll_event* events, int room, int timeout_ms, const sigset_t* mask);
int epoll_pwait2(int fd, epoll_event* events, int room, const timespec* timeout, const sigset_t* mask);

int connect(int fd, const sockaddr* address, socklen_t length);
int accept(int fd, sockaddr* address, socklen_t* length);
int accept4(int fd, sockaddr* address, socklen_t* length, int flags);
ssize_t recv(int fd, void* into, size_t bytes, int flags);
ssize_t recvfrom(int fd, void* into, size_t bytes, int flags, sockaddr* address, socklen_t* length);
ssize_t recvmsg(int fd, msghdr* message, int flags);
ssize_t send(int fd, const void* data, size_t bytes, int flags);
ssize_t sendto(int fd, const void* data, size_t bytes, int flags, const sockaddr* address, socklen_t length);
ssize_t sendmsg(int fd, const msghdr* message, int flags);

ssize_t read(int fd, void* into, size_t bytes);
ssize_t readv(int fd, const iovec* pieces, int count);
ssize_t write(int fd, const void* data, size_t bytes);
ssize_t writev(int fd, const iovec* pieces, int count);

// EINVAL if they would be cooperative: then their callers copy with read() and write(), which can wait.
ssize_t sendfile(int to, int from, off_t* offset, size_t bytes);
ssize_t splice(int from, off_t* from_offset, int to, off_t* to_offset, size_t bytes, unsigned flags);

pid_t wait(int* status);
pid_t waitpid(pid_t pid, int* status, int options);
pid_t wait4(pid_t pid, int* status, int options, rusage* usage);
pid_t wait3(int* status, int options, rusage* usage);
int waitid(idtype_t kind, id_t id, siginfo_t* info, int options);
FILE* popen(const char* command, const char* mode);
int pclose(FILE* stream);
// If it is the descriptor of a stream of that popen(), waits for the process, as pclose() does, which returns at once
// afterwards. Otherwise 0.
int wait_for_popen(int fd);
int system(const char* command);

int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** list);
int getnameinfo(const sockaddr* address, socklen_t length, char* name, socklen_t name_room, char* service,
                socklen_t service_room, int flags);
hostent* gethostbyname(const char* name);
hostent* gethostbyname2(const char* name, int family);
hostent* gethostbyaddr(const void* address, socklen_t length, int family);
int gethostbyname_r(const char* name, hostent* into, char* buffer, size_t room, hostent** found, int* error);
int gethostbyname2_r(const char* name, int family, hostent* into, char* buffer, size_t room, hostent** found,
                     int* error);
int gethostbyaddr_r(const void* address, socklen_t length, int family, hostent* into, char* buffer, size_t room,
                    hostent** found, int* error);
// The functions behind res_query() and other macros. The state is a __res_state.
int dns_query(const char* name, int dns_class, int type, unsigned char* answer, int room);
int dns_search(const char* name, int dns_class, int type, unsigned char* answer, int room);
int dns_nquery(void* state, const char* name, int dns_class, int type, unsigned char* answer, int room);
int dns_nsearch(void* state, const char* name, int dns_class, int type, unsigned char* answer, int room);

int flock(int fd, int operation);
int fsync(int fd);
int fdatasync(int fd);

// Semaphores and queues of System V: ext/sysvsem, ext/sysvmsg.
int semop(int id, sembuf* operations, size_t count);
ssize_t msgrcv(int id, void* message, size_t room, long type, int flags);
int msgsnd(int id, const void* message, size_t bytes, int flags);

// For PHP itself, also on regular files.
ssize_t read_file(int fd, void* into, size_t bytes);
ssize_t write_file(int fd, const void* data, size_t bytes);
ssize_t pread(int fd, void* into, size_t bytes, off_t offset);
int ftruncate(int fd, off_t size);
ssize_t copy_file_range(int from, off_t* from_offset, int to, off_t* to_offset, size_t bytes, unsigned flags);
int open(const char* path, int flags, ...);
int stat(const char* path, struct stat* into);
int lstat(const char* path, struct stat* into);
int access(const char* path, int mode);
int unlink(const char* path);
int rename(const char* from, const char* to);
int mkdir(const char* path, mode_t mode);
int rmdir(const char* path);

int close(int fd);
// Closes the file, but leaves its number to close(): no other file gets it before, and reading and writing fail with
// EBADF. While a thread uses it, this waits for the thread, as close() does.
void close_file(int fd);
int fclose(FILE* stream);
int dup2(int from, int to);
int dup3(int from, int to, int flags);
void* dlopen(const char* path, int mode);
void* dlmopen(long space, const char* path, int mode);

// The variants with a known buffer size, which compilers call.
int poll_checked(pollfd* fds, nfds_t count, int timeout_ms, size_t room);
int ppoll_checked(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* mask, size_t room);
ssize_t recv_checked(int fd, void* into, size_t bytes, size_t room, int flags);
ssize_t recvfrom_checked(int fd, void* into, size_t bytes, size_t room, int flags, sockaddr* address,
                         socklen_t* length);
ssize_t read_checked(int fd, void* into, size_t bytes, size_t room);
ssize_t read_file_checked(int fd, void* into, size_t bytes, size_t room);
int open_checked(const char* path, int flags);

}  // namespace calls

// Does nothing while no calls are replaced.
void replace_in_new_objects() noexcept;

}  // namespace tern::boundary
