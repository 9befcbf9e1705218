#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace tern {

namespace {

struct Description {
    int number;
    const char* text;
};

// In ascending order of the number, as describe() uses binary search.
constexpr Description kDescriptions[] = {
    {501, "Out of memory"},
    {502, "A system call failed"},
    {503, "Fatal PHP error"},
    {504, "Name is too long"},
    {505, "Invalid parameters"},
    {506, "Queue is full"},
    {507, "Operation is not supported"},
    {508, "Protocol error"},
    {509, "Operation is not allowed here"},
    {510, "Notice of the PHP runtime"},
    {511, "Error made by a test"},
    {550, "Message without payload"},
    {600, "Undefined behaviour"},
    {601, "Not safe for threads"},
    {700, "File not exist"},
    {701, "File is too large"},
    {702, "File is empty"},
    {703, "Directory does not exist"},
    {710, "DNS request is sent already"},
    {711, "Name cannot be resolved"},
    {712, "Name was not resolved in time"},
    {713, "DNS query is not supported"},
    {714, "No DNS server is known"},
    {720, "Malformed IPv6 address"},
    {721, "Signal has no handler"},
    {722, "Malformed host address"},
    {723, "Port number is out of range"},
    {724, "Unknown socket type"},
    {800, "Socket was removed from the event loop"},
    {801, "Descriptor was not added to the event loop"},
    {802, "Events of a descriptor were not changed"},
    {803, "Event of an unknown descriptor"},
    {1001, "Session was closed by the server"},
    {1002, "Session was closed by the client"},
    {1003, "Session is closing"},
    {1004, "Session is closed"},
    {1005, "Session does not exist"},
    {1006, "Invalid session id"},
    {1007, "Late data of a session was dropped"},
    {1008, "Data of a session was dropped"},
    {1009, "Output buffer overflow"},
    {1010, "Output buffer is full, the sender has to wait"},
    {1011, "TLS is not ready"},
    {1012, "sendfile does not work with TLS"},
    {1013, "Peer sent no certificate"},
    {1014, "Peer certificate was not accepted"},
    {1015, "Client does not speak TLS"},
    {1016, "TLS protocol error"},
    {1017, "TLS connection was reset"},
    {1018, "TLS handshake failed"},
    {1019, "TLS context cannot be made"},
    {1020, "TLS session cannot be made"},
    {1201, "Package is too large"},
    {1202, "Package without a length"},
    {1203, "Data is too large"},
    {1204, "Malformed package"},
    {2001, "Task is too big"},
    {2002, "Task was not given to a worker"},
    {2003, "Task was not done in time"},
    {3001, "HTTP/2 stream numbers are used up"},
    {3002, "HTTP/2 stream without header"},
    {3003, "HTTP/2 stream does not exist"},
    {3004, "HTTP/2 stream was ignored"},
    {3005, "HTTP/2 control frame was not sent"},
    {3006, "Internal HTTP/2 error"},
    {4001, "Malformed asynchronous request"},
    {4002, "Asynchronous request was canceled"},
    {4003, "Asynchronous request timed out"},
    {5001, "Client is not connected"},
    {6001, "Socket is closed"},
    {6002, "Socket was not ready in time"},
    {6003, "Socket does not exist"},
    {7001, "SOCKS version is not supported"},
    {7002, "SOCKS5 method is not supported"},
    {7003, "SOCKS5 proxy refused the login"},
    {7004, "SOCKS5 proxy error"},
    {7005, "SOCKS5 handshake failed"},
    {7006, "SOCKS5 proxy did not connect"},
    {7101, "Error in the handshake with the HTTP proxy"},
    {7102, "Not HTTP"},
    {7103, "Handshake with the HTTP proxy failed"},
    {7104, "Malformed response of the HTTP proxy"},
    {7105, "Header fields contradict each other"},
    {7106, "HTTP exchange is over"},
    {7107, "Cookie cannot be used"},
    {8501, "Not a WebSocket client"},
    {8502, "Invalid WebSocket opcode"},
    {8503, "WebSocket is not connected"},
    {8504, "WebSocket handshake failed"},
    {8505, "WebSocket frame cannot be packed"},
    {8506, "WebSocket frame cannot be unpacked"},
    {8507, "WebSocket frame is incomplete"},
    {9001, "Server has to be created before clients"},
    {9002, "Too many connections"},
    {9003, "Worker was terminated"},
    {9004, "Invalid port"},
    {9005, "Too many ports"},
    {9006, "Pipe to a worker is full"},
    {9007, "No idle worker"},
    {9008, "A process can start one server only"},
    {9009, "The master process cannot send"},
    {9010, "Malformed request"},
    {9011, "Connection was not accepted"},
    {9012, "Invalid command"},
    {9013, "Not a regular file"},
    {9014, "Worker did not take a message in time"},
    {9015, "Invalid callback"},
    {9016, "Thread does not belong to the server"},
    {9101, "Worker did not end in time"},
    {9102, "Malformed message between processes"},
    {9103, "Worker ended with unread data"},
    {10001, "Too many coroutines"},
    {10002, "Another coroutine waits for the same socket"},
    {10003, "Coroutine was discarded"},
    {10004, "Mutex is not locked"},
    {10005, "Object is locked by a blocking call"},
    {10006, "Object is waited for by a blocking call"},
    {10007, "Coroutine cannot be suspended"},
    {10008, "Coroutine context cannot be read"},
    {10009, "Coroutine context cannot be switched"},
    {10010, "Coroutine context cannot be made"},
    {10011, "Completion port cannot be made"},
    {10012, "Coroutine stack cannot be protected"},
    {10013, "Threads are not linked"},
    {10014, "Threads are disabled"},
    {10015, "Coroutine cannot be canceled"},
    {10016, "Coroutine does not exist"},
    {10017, "Coroutine was canceled"},
    {10018, "Coroutine timed out"},
    {10019, "Socket is closed when its coroutines are done"},
};

constexpr bool ascends(const Description& a, const Description& b) { return a.number < b.number; }
static_assert(std::is_sorted(std::begin(kDescriptions), std::end(kDescriptions), ascends));

}  // namespace

const char* describe(Error error) noexcept {
    if (number(error) < 500) return std::strerror(number(error));
    const Description wanted{number(error), ""};
    const Description* found = std::lower_bound(std::begin(kDescriptions), std::end(kDescriptions), wanted, ascends);
    if (found == std::end(kDescriptions) || found->number != wanted.number) return "Unknown error";
    return found->text;
}

}  // namespace tern
