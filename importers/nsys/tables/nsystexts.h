// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sqlitefile.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// The texts that the rows of one table name, inline or by their number in StringIds; each is kept once. A report may
/// hold millions of texts of which a table needs a few, or all.
class NsysTexts {
public:
    /// What is to be kept of a text.
    using Trim = std::function<std::string_view(std::string_view)>;

    NsysTexts(SqliteFile& file, Trim trim);

    static constexpr uint32_t none = 0; ///< the empty text
    uint32_t ofText(std::string_view text);
    /// Of a text that is looked up by resolve(); until then the number is good for settled() only.
    uint32_t ofId(int64_t id);
    void resolve();
    /// Once all are resolved: the number of the text.
    uint32_t settled(uint32_t number) const;

    size_t size() const { return m_texts.size(); }
    const std::string& operator[](uint32_t number) const { return *m_texts[number]; }

private:
    static constexpr uint32_t pending = uint32_t(1) << 31;

    SqliteFile& m_file;
    const Trim m_trim;
    std::unordered_map<std::string, uint32_t> m_known;
    std::vector<const std::string*> m_texts;        ///< keys of m_known
    std::unordered_map<int64_t, uint32_t> m_places; ///< of ids in m_ids
    std::vector<int64_t> m_ids;
    std::vector<uint32_t> m_textOfId; ///< by place
    std::optional<int64_t> m_lastId;
    uint32_t m_lastPlace = 0;
};

} // namespace bubblescope
