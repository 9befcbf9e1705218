// How a port divides the stream of its own protocol into messages: the options as they were given.
#pragma once

#include <cstdint>
#include <string>

namespace tern::php {

struct PacketConfig {
    bool open_eof_check = false;
    bool open_eof_split = false;
    std::string package_eof = "\r\n\r\n";
    bool open_length_check = false;
    std::string package_length_type = "N";
    int64_t package_length_offset = 0;
    int64_t package_body_offset = 0;
    bool package_length_func = false;  // there is one: see length_function()
    bool open_mqtt_protocol = false;
    bool open_redis_protocol = false;
};

}  // namespace tern::php
