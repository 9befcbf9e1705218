-- Requests for wrk, in turn: GET, POST of a form, multipart with a file, a chunked body, a body that spills to disk, errors.
local function message(method, path, fields, body)
    local head = method .. " " .. path .. " HTTP/1.1\r\nHost: soak.example\r\n" .. fields
    return head .. (body and ("Content-Length: " .. #body .. "\r\n\r\n" .. body) or "\r\n")
end

local form = message("POST", "/post", "Content-Type: application/x-www-form-urlencoded\r\n", "a=1&b[]=2&b[]=3&c[x]=" .. string.rep("y", 200))
local parts = '--b\r\nContent-Disposition: form-data; name="a[b]"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="f"; ' ..
    'filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n' .. string.rep("z", 2000) .. "\r\n--b--\r\n"
local multipart = message("POST", "/files", "Content-Type: multipart/form-data; boundary=b\r\n", parts)
local chunked = message("POST", "/raw", "Transfer-Encoding: chunked\r\n") .. "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX-T: 1\r\n\r\n"
local large = message("POST", "/raw", "", string.rep("x", 300000))
local get = message("GET", "/get?a=1&b[]=2", "Cookie: c=d; e=f\r\nX-One: 1\r\n")
local turns = {}
local function add(count, what) for _ = 1, count do turns[#turns + 1] = what end end
add(500, get)
add(200, form)
add(20, multipart)
add(150, chunked)
add(1, large)
add(60, message("GET", "/stream", ""))
add(20, message("GET", "/redirect", ""))
add(20, message("HEAD", "/get", ""))
add(19, message("GET", "/throw", ""))
add(9, message("GET", "/exit", ""))
add(1, message("GET", "/close", "Connection: close\r\n"))

local at = 0
function request()
    at = at % #turns + 1
    return turns[(at * 379) % #turns + 1]  -- 379 is prime to the number of turns: every kind is spread over all of them
end
