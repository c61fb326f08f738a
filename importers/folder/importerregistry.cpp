// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"

namespace bubblescope {

const ImporterRegistry& ImporterRegistry::builtin()
{
    static const ImporterRegistry registry = [] {
        ImporterRegistry made;
        registerBuiltinImporters(made);
        return made;
    }();
    return registry;
}

void ImporterRegistry::add(std::unique_ptr<Importer> importer) { m_importers.push_back(std::move(importer)); }

const Importer* ImporterRegistry::find(std::string_view head) const
{
    const Importer* best = nullptr;
    int bestScore = 0;
    for (const auto& importer : m_importers) {
        const int score = importer->sniff(head);
        if (score > bestScore) {
            bestScore = score;
            best = importer.get();
        }
    }
    return best;
}

} // namespace bubblescope
