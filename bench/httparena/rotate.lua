-- wrk ... -s rotate.lua -- METHOD BODY-FILE FIELD VALUE ... -- PATH...: asks for the paths in turn. The file may be "".
local words, paths, fields, at = {}, {}, {}, 0

function init(args)
    local here = words
    for _, word in ipairs(args) do
        if word == "--" then here = paths else here[#here + 1] = word end
    end
    for i = 3, #words, 2 do fields[words[i]] = words[i + 1] end
    if words[2] ~= "" then wrk.body = io.open(words[2], "rb"):read("*a") end
end

function request()
    at = at % #paths + 1
    return wrk.format(words[1], paths[at], fields, wrk.body)
end
