// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layertable.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Meaning of a communication word in a table or workload: "ALLREDUCE_ASYNC", "ALLTOALL_EP", "REDUCESCATTER_DP_EP".
struct CommWord {
    Operation operation = Operation::Other; ///< Other: no communication ("NONE", "None")
    std::optional<Category> group;          ///< if a suffix names it
    bool asynchronous = false;
    bool thenAllToAll = false; ///< ALLREDUCEALLTOALL
    bool pointToPoint = false; ///< SENDRECV
};

/// nullopt if the word is not known; case does not matter.
std::optional<CommWord> parseCommWord(std::string_view word);
/// The word that parseCommWord() reads back; omits "asynchronous" and the group if the column implies them.
std::string commWord(const CommRequest& comm, Category impliedGroup);

} // namespace bubblescope
