// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sqlitefile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace bubblescope {

/// The texts that rows name by their number: looked up one by one, as most databases hold far more than are needed;
/// read as a whole where that would take longer.
class StringTable {
public:
    /// The file must outlive it; the names are as of SqliteFile::rows().
    StringTable(SqliteFile& file, std::string table, std::string key, std::string text);

    /// Fit to be shown, of 2,048 bytes at most; empty where there is none. Valid as long as the table.
    const std::string& of(std::optional<int64_t> number);

private:
    void readAll();

    SqliteFile& m_file;
    const std::string m_table;
    const std::string m_key;
    const std::string m_text;
    std::unordered_map<int64_t, std::string> m_known;
    bool m_isWhole = false;
};

} // namespace bubblescope
