// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "argumenttext.h"
#include "category.h"
#include "result.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// A query on the spans of a trace, in the search language:
///
///     rank:2 stage:0-3 microbatch:1,5 cat:comm group:dp dur>5ms bytes>=1MB name~allreduce -step:1 "send forward"
///     shape:4096 arg.input_type:bfloat16 arg.stream:7
///
/// All terms must match; a leading minus negates one. Words without a key are searched in names and details; "F5", "B9"
/// and "W2" are what passes of a microbatch are labelled with, too, and "rank 6" is rank:6. Case does not matter (for
/// ASCII letters).
class SpanQuery {
public:
    /// An error that names the term if a known key has an invalid value.
    static Result<SpanQuery> parse(std::string_view text);
    bool isEmpty() const { return m_terms.empty(); }

private:
    enum class Key : uint8_t {
        Text,
        Name,
        Detail,
        Lane,
        Rank,
        Stage,
        Microbatch,
        Step,
        Category,
        Duration,
        Bytes,
        Begin,
        Shape,
        Argument
    };
    struct Interval {
        int64_t least = std::numeric_limits<int64_t>::min();
        int64_t most = std::numeric_limits<int64_t>::max();
    };
    struct Term {
        Key key = Key::Text;
        std::optional<std::pair<Operation, int32_t>> label {}; ///< of Key::Text: a pass and its microbatch, as well
        bool isNegated = false;
        bool isExact = false; ///< match the whole text instead of a part
        std::string text;     ///< folded to lower case
        std::vector<Interval> intervals;
        uint32_t categories = 0; ///< one bit per category
        KeptArgument argument = KeptArgument::Sizes; ///< of Key::Argument: its numbers lie in intervals, else its text
    };
    friend class SpanQueryParser;
    friend class PreparedQuery;

    std::vector<Term> m_terms;
};

/// Keys of the language with a short explanation each, for help pages.
std::span<const std::pair<std::string_view, std::string_view>> spanQueryKeys();

} // namespace bubblescope
