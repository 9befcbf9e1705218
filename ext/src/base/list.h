// An intrusive doubly linked list: the hook is in the element, so linking never allocates and unlinking needs no list.
// An element unlinks itself when it is destroyed; a list must be empty when it is.
#pragma once

#include "base/check.h"

namespace tern {

class ListHook {
public:
    ListHook() noexcept : prev_(this), next_(this) {}
    ListHook(const ListHook&) = delete;
    ListHook& operator=(const ListHook&) = delete;
    ~ListHook() { unlink(); }

    bool linked() const noexcept { return next_ != this; }
    void unlink() noexcept {
        prev_->next_ = next_;
        next_->prev_ = prev_;
        prev_ = next_ = this;
    }

private:
    template <class T>
    friend class List;
    void insert_before(ListHook& other) noexcept {
        prev_ = other.prev_;
        next_ = &other;
        other.prev_->next_ = this;
        other.prev_ = this;
    }

    ListHook* prev_;
    ListHook* next_;
};

// T derives from ListHook. To be in two lists, derive from two distinct subclasses of it.
template <class T>
class List {
public:
    bool empty() const noexcept { return !head_.linked(); }
    void push_back(T& element) noexcept {
        hook(element).unlink();
        hook(element).insert_before(head_);
    }
    void push_front(T& element) noexcept {
        hook(element).unlink();
        hook(element).insert_before(*head_.next_);
    }
    // `other` must be in this list.
    void insert_before(T& element, T& other) noexcept {
        hook(element).unlink();
        hook(element).insert_before(hook(other));
    }
    T* front() noexcept { return empty() ? nullptr : static_cast<T*>(head_.next_); }
    T* back() noexcept { return empty() ? nullptr : static_cast<T*>(head_.prev_); }
    T* pop_front() noexcept {
        T* element = front();
        if (element != nullptr) hook(*element).unlink();
        return element;
    }
    // Moves every element of `other` to the end of this list.
    void splice_back(List& other) noexcept {
        if (other.empty()) return;
        ListHook* first = other.head_.next_;
        ListHook* last = other.head_.prev_;
        other.head_.prev_ = other.head_.next_ = &other.head_;
        first->prev_ = head_.prev_;
        head_.prev_->next_ = first;
        last->next_ = &head_;
        head_.prev_ = last;
    }
    // Null at the end. `element` must be in this list.
    T* next(T& element) noexcept {
        ListHook* following = hook(element).next_;
        return following == &head_ ? nullptr : static_cast<T*>(following);
    }
    // Null at the front. `element` must be in this list.
    T* previous(T& element) noexcept {
        ListHook* preceding = hook(element).prev_;
        return preceding == &head_ ? nullptr : static_cast<T*>(preceding);
    }

private:
    static ListHook& hook(T& element) noexcept { return static_cast<ListHook&>(element); }
    ListHook head_;
};

}  // namespace tern
