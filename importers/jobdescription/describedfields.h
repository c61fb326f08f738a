// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One value of a description, as its file writes it.
struct DescribedField {
    std::string name;  ///< with those of the maps and lists it lies in: "parallelism.tp", "layer_types.0"
    std::string value; ///< text; "true" or "false"
    int line = 0;      ///< from 1
    bool isNull = false;
    int rivalLine = 0; ///< of another value for the same name; 0: there is none
};

/// All values of a description, whatever it is written in.
class DescribedFields {
public:
    static constexpr size_t most = 20'000;
    static constexpr size_t longestName = 200;
    static constexpr size_t longestValue = 1 << 15;

    /// Cuts what is longer; false, without adding it, beyond the most fields.
    bool add(std::string_view name, std::string_view value, int line, bool isNull = false);
    /// Null if there is none.
    const DescribedField* find(std::string_view name) const;
    const std::vector<DescribedField>& all() const { return m_fields; }
    /// True if there is a field below this name: "text_config" where there is "text_config.hidden_size".
    bool hasBelow(std::string_view name) const;

private:
    std::vector<DescribedField> m_fields;
    std::map<std::string, size_t, std::less<>> m_byName;
};

/// Turns the maps and lists of a reader's events into names of fields.
class FieldPath {
public:
    explicit FieldPath(DescribedFields& fields) : m_fields(fields) { }

    /// These return false where the text is to be read no further: nested too deep, or too many fields.
    bool beginMap();
    bool beginList();
    bool end();
    bool key(std::string_view name);
    bool value(std::string_view text, int line, bool isNull = false);

private:
    struct Level {
        std::string name; ///< of the map or list itself
        std::string key;  ///< of its current item
        bool isList = false;
        int next = 0; ///< number of the next item of a list
    };
    static constexpr size_t deepest = 32;
    std::string nextName();
    bool begin(bool isList);

    DescribedFields& m_fields;
    std::vector<Level> m_levels;
};

/// Without blanks and carriage returns at its ends.
std::string_view withoutBlanks(std::string_view text);

/// Why a description cannot be read any further, at a line (0: none in particular) of a file.
Error atLine(std::string_view file, int line, const Message& sentence, Message advice = {});
/// The same for what FieldPath refuses.
Error tooLarge(std::string_view file, int line);

} // namespace bubblescope
