// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

#include <memory>
#include <span>
#include <string_view>

namespace bubblescope {

/// All formats that can be opened, and a few that are only recognised.
class ImporterRegistry {
public:
    /// Every format of this program, one line each.
    static const ImporterRegistry& builtin();

    void add(std::unique_ptr<Importer> importer);
    /// The importer with the highest confidence in this head, or null.
    const Importer* find(std::string_view head) const;
    /// The importer of a database with these tables, or null.
    const Importer* findByTables(const std::set<std::string, std::less<>>& tables) const;
    /// By its id; null if there is none.
    const Importer* named(std::string_view id) const;
    std::span<const std::unique_ptr<Importer>> importers() const { return m_importers; }

private:
    std::vector<std::unique_ptr<Importer>> m_importers;
};

} // namespace bubblescope
