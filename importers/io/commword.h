// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// What a communication word of a table or workload says: "ALLREDUCE_ASYNC", "ALLTOALL_EP", "REDUCESCATTER_DP_EP".
struct CommWord {
    Operation operation = Operation::Other; ///< Other: none ("NONE", "None")
    std::optional<Category> group;          ///< where a suffix names it
    bool asynchronous = false;
    bool thenAllToAll = false; ///< ALLREDUCEALLTOALL
    bool pointToPoint = false; ///< SENDRECV
};

/// Nothing for a word that is no communication; upper and lower case are one.
std::optional<CommWord> parseCommWord(std::string_view word);
/// The word that parseCommWord() reads back, without asynchronous and group suffix where the column implies them.
std::string commWord(const CommRequest& comm, Category impliedGroup);

} // namespace bubblescope
