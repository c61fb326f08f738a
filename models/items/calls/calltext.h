// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"

#include <QString>

#include <unordered_map>

namespace bubblescope {

/// Of a call as it is shown, on one line; "all" for the root.
QString callName(const CallTree& tree, uint32_t node);
/// "aten::mm: 12 calls, 1.20 ms on threads, 0.30 ms of them itself, 5.00 ms on GPUs".
QString callSentence(const CallTree& tree, uint32_t node);

/// Which calls have a part in their names, whatever its case. A name is made and looked through once, however many
/// calls have it. The tree must outlive it.
class CallNameSearch {
public:
    CallNameSearch(const CallTree& tree, QString part);
    bool matches(uint32_t node);
    /// How many names were looked through.
    size_t lookedThrough() const { return m_known.size(); }

private:
    const CallTree& m_tree;
    QString m_part;
    std::unordered_map<uint32_t, bool> m_known; ///< by name
};

} // namespace bubblescope
