// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

class KernelNames;
using KernelNamesPtr = std::shared_ptr<const KernelNames>;

/// What kernels are, by their names: which of them communicate is known of libraries, and said by the user of others.
/// The built-in table is resources/kernels.json; a user's has the same form, see kernelNamesOf().
class KernelNames {
public:
    struct Meaning {
        Category category = Category::OtherCompute;
        Operation operation = Operation::Other;
    };
    /// One line of a table, as it stands there.
    struct Entry {
        std::string match;     ///< `*` is any text
        std::string operation; ///< may be empty, as the group
        std::string group;
    };

    /// What this program knows.
    static const KernelNamesPtr& builtin();

    /// Of the first entry that matches; nullopt where none does: most kernels compute.
    std::optional<Meaning> meaningOf(std::string_view name) const;
    /// What this table says itself.
    const std::vector<Entry>& entries() const { return m_entries; }
    /// What the user said as a table to be read again, which also identifies it; empty where nothing was said.
    std::string text() const;

private:
    friend Result<KernelNamesPtr> kernelNamesOf(std::string_view json);
    /// An entry, ready to be compared.
    struct Pattern {
        std::vector<std::string> parts; ///< between the `*`, in lower case
        Meaning meaning;
        bool isNamed = false; ///< the name of the kernel says which operation it is
        bool matches(std::string_view text) const;
    };
    KernelNames(std::vector<Entry> entries, KernelNamesPtr further);
    static std::vector<Pattern> patternsOf(const std::vector<Entry>& entries);
    static const Pattern* first(const std::vector<Pattern>& patterns, std::string_view text);

    std::vector<Entry> m_entries;
    std::vector<Pattern> m_patterns; ///< of the entries
    KernelNamesPtr m_further;        ///< asked where they do not match; null in the built-in table
};

/// Reads a user's table: a JSON list of {"match": "text with *", "operation": "all-to-all", "group": "ep"}, of which
/// the first that matches a name counts, before all that is built in. Upper and lower case are the same, and a leading
/// "void " need not be written. "operation" is a collective, "communication" for any other, "copy" or "compute"; left
/// out, the name decides. "group" may be left out. An error names its line.
Result<KernelNamesPtr> kernelNamesOf(std::string_view json);
/// The same, of a file.
Result<KernelNamesPtr> readKernelNames(const std::string& path);

} // namespace bubblescope
