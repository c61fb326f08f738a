// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Work items, NeuSight predictions, SimAI results and the JSON beside them; seeds in importers/layertable/samples.
#include "companion.h"
#include "mutators.h"
#include "neusightimporter.h"
#include "simairesultimporter.h"
#include "workitemimporter.h"
#include "workitemwriter.h"

#include <cmath>
#include <cstdlib>
#include <iterator>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const std::unique_ptr<Importer> importers[]
        = {makeWorkItemImporter(), makeNeuSightImporter(), makeSimAIResultImporter(), makeCompanionImporter()};
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::unique_ptr<Importer>& importer : importers) {
        // Whose it is not, it is one importer's turn to cope with: all four would be four times slower.
        if (importer->sniff(text) == 0 && importer != importers[size % std::size(importers)])
            continue;
        const std::unique_ptr<ByteSource> source = openMemory(text, "fuzz");
        FileContents contents;
        ImportReport report;
        importer->import(*source, contents, report, {});
        for (const LayerTable& table : contents.layerTables) {
            if (!std::isfinite(table.folded(96).totalNs) || table.block.second > table.rows.size())
                std::abort();
            writeWorkItems(table);
        }
    }
    return 0;
}
