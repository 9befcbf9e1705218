// A process of a pool, as System::waitSignal() knows it.
#pragma once

namespace tern::php {

class SignalOwner {
public:
    // The program handles this signal itself.
    virtual void give_away(int signal) noexcept = 0;

protected:
    ~SignalOwner() = default;
};

}  // namespace tern::php
