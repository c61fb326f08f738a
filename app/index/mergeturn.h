// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace bubblescope {

/// Several merges of one index may run at once, each without knowing of the others: this is made as one begins, and
/// asked before it replaces the merged index, so that one of fewer files never replaces what another has finished
/// meanwhile.
class MergeTurn {
public:
    /// `path` of the merged index, which need not exist yet.
    explicit MergeTurn(std::string path);
    /// Whether another merge has written it since, of more files.
    bool isOvertaken(uint64_t files) const;

private:
    /// Of a file: it is renamed into place, so another one has another.
    struct Identity {
        uint64_t device = 0;
        uint64_t number = 0;
        int64_t changed = 0; ///< ns
        bool operator==(const Identity&) const = default;
    };
    Identity now() const;

    std::string m_path;
    Identity m_before;
};

} // namespace bubblescope
