#include "php/isolation/object_owners.h"

#include <bit>
#include <utility>

namespace tern::php {

namespace {

int next_free(int number) noexcept {
    return static_cast<int>(GET_OBJ_BUCKET_NUMBER(EG(objects_store).object_buckets[number]));
}

// Numbers of freed objects.
class FreeNumbers {
public:
    FreeNumbers() : words_(EG(objects_store).top / kBits + 1) {}

    // Adds those of a list of the engine.
    void add(int first) {
        for (int i = first; i != -1; i = next_free(i))
            words_[static_cast<uint32_t>(i) / kBits] |= bit_of(static_cast<uint32_t>(i));
    }
    bool take(uint32_t number) noexcept {
        uint64_t& word = words_[number / kBits];
        const bool has = (word & bit_of(number)) != 0;
        if (has) word ^= bit_of(number);
        return has;
    }
    // Makes them a list, in rising order. The set is empty then.
    int list() noexcept {
        int first = -1;
        for (size_t word = words_.size(); word-- > 0;) {
            while (words_[word] != 0) {
                const uint32_t bit = kBits - 1 - static_cast<uint32_t>(std::countl_zero(words_[word]));
                words_[word] ^= uint64_t{1} << bit;
                const auto number = static_cast<int>(word * kBits + bit);
                SET_OBJ_BUCKET_NUMBER(EG(objects_store).object_buckets[number], first);
                first = number;
            }
        }
        return first;
    }

private:
    static constexpr uint32_t kBits = 64;
    static uint64_t bit_of(uint32_t number) noexcept { return uint64_t{1} << (number % kBits); }

    std::vector<uint64_t> words_;
};

}  // namespace

void ObjectOwners::note_new(ContextNumber running) {
    const uint32_t top = EG(objects_store).top;
    owners_.resize(top, running);
    if (running > 0) {
        if (running >= numbers_.size()) numbers_.resize(running + size_t{1});
        for (uint32_t i = noted_; i < top; ++i) numbers_[running].push_back(i);
    }
    noted_ = top;
}

// Forgets the numbers that are given out anew: the next one that gets such a number may have had it before.
void ObjectOwners::cut() noexcept {
    if (EG(objects_store).top >= noted_) return;
    owners_.resize(noted_ = EG(objects_store).top);
    for (std::vector<uint32_t>& numbers : numbers_) {
        while (!numbers.empty() && numbers.back() >= noted_) numbers.pop_back();
    }
}

// The numbers of a sorted list are the context's.
void ObjectOwners::assign(ContextNumber owner, int first) {
    if (owner >= numbers_.size()) numbers_.resize(owner + size_t{1});
    std::vector<uint32_t>& numbers = numbers_[owner];
    numbers.clear();
    for (int i = first; i != -1; i = next_free(i)) {
        const auto number = static_cast<uint32_t>(i);
        if (number < noted_) owners_[number] = owner;
        numbers.push_back(number);
    }
}

int ObjectOwners::take_back(ContextNumber ended, int first) {
    if (ended < numbers_.size()) {
        for (uint32_t number : numbers_[ended])
            if (number < noted_ && owners_[number] == ended) owners_[number] = 0;
    }
    uint32_t& top = EG(objects_store).top;
    FreeNumbers free;
    free.add(first);
    while (top > 1 && free.take(top - 1)) --top;
    cut();
    const int list = free.list();
    assign(ended, list);
    return list;
}

int ObjectOwners::take_all(ContextNumber ended) {
    if (ended >= numbers_.size()) return -1;
    std::vector<uint32_t>& numbers = numbers_[ended];
    std::erase_if(numbers, [&](uint32_t number) { return number >= noted_ || owners_[number] != ended; });
    zend_objects_store& store = EG(objects_store);
    while (!numbers.empty() && store.top > 1 && numbers.back() == store.top - 1) {
        numbers.pop_back();
        --store.top;
    }
    cut();
    int list = -1;
    for (size_t i = numbers.size(); i-- > 0;) {
        SET_OBJ_BUCKET_NUMBER(store.object_buckets[numbers[i]], list);
        list = static_cast<int>(numbers[i]);
    }
    return list;
}

void ObjectOwners::join(std::vector<int>& left, int& outside) {
    note(0);
    uint32_t& top = EG(objects_store).top;
    FreeNumbers of_contexts;
    FreeNumbers of_outside;
    for (int& first : left) of_contexts.add(std::exchange(first, -1));
    of_outside.add(outside);
    while (top > 1 && (of_contexts.take(top - 1) || of_outside.take(top - 1))) --top;
    cut();
    outside = of_outside.list();
    left[0] = of_contexts.list();
    for (std::vector<uint32_t>& numbers : numbers_) numbers.clear();
    assign(1, left[0]);
}

void ObjectsInUse::note(const ObjectOwners& owners, ContextNumber context) {
    owners.each_of(context, [this](const zend_object& object) {
        if (counts(object)) noted_.push_back({object.handle, &object, object.ce});
    });
}

bool ObjectsInUse::any() noexcept {
    std::erase_if(noted_, [](const Noted& one) {
        if (one.number >= EG(objects_store).top) return true;
        const zend_object* there = EG(objects_store).object_buckets[one.number];
        return there != one.object || there->ce != one.ce;
    });
    return !noted_.empty();
}

}  // namespace tern::php
