// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

/// Changes of inputs that keep their structure, so that fuzzing gets past the parsers.
namespace bubblescope::fuzz {

class Choices {
public:
    explicit Choices(unsigned seed) : m_engine(seed) { }
    size_t below(size_t count)
    {
        return count == 0 ? 0 : std::uniform_int_distribution<size_t>(0, count - 1)(m_engine);
    }
    bool oneIn(size_t count) { return below(count) == 0; }
    template <typename List> auto& of(List& list) { return list[below(std::size(list))]; }
    /// 0, 1, the last and first of a width, powers of two and their neighbours.
    uint64_t extreme();

private:
    std::mt19937_64 m_engine;
};

/// Changes bytes in place, and returns true; false, and nothing was changed, if they have another structure.
using Mutator = bool (*)(std::string& bytes, Choices& choices);

/// Values and keys of JSON, also of damaged JSON and of lines of it: swapped, doubled, left out, of another type,
/// extreme.
bool mutateJson(std::string& bytes, Choices& choices);
/// Cells, rows, columns and tables of an SQLite database.
bool mutateSqlite(std::string& bytes, Choices& choices);
/// The instructions of a Python pickle.
bool mutatePickle(std::string& bytes, Choices& choices);
/// The fields of protocol buffers, nested ones, too, in one message or in a row of them, each after its length.
bool mutateProtobuf(std::string& bytes, Choices& choices);

/// What libFuzzer hands to LLVMFuzzerCustomMutator.
struct MutationRequest {
    uint8_t* data;
    size_t size;
    size_t most;
    unsigned seed;
};
/// By the first of the mutators whose structure it is; every second time, and if it is of no such structure, by
/// libFuzzer.
size_t mutated(const MutationRequest& request, std::initializer_list<Mutator> mutators);
/// A leaf, such as a text, by libFuzzer.
std::string mutatedBytes(std::string_view bytes, size_t growth);

} // namespace bubblescope::fuzz
