// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatsreport.h"

#include "formatfacts.h"
#include "importerregistry.h"
#include "runjson.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

std::string formatsText()
{
    std::string text = "Formats that can be opened, plain or compressed with gzip or zstd\n";
    for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers()) {
        const FormatFacts facts = importer->facts();
        text += fmt::format("\n{}\n  id        {}\n", importer->displayName(), importer->id());
        if (const auto patterns = importer->filePatterns(); !patterns.empty())
            text += fmt::format("  names     {}\n", fmt::join(patterns, "  "));
        text += fmt::format("  from      {}\n  tested    {}\n", facts.recorded,
            facts.tests == FormatFacts::Tests::Recordings ? "with recordings of the program itself"
                                                           : "with files made after its source or public reports");
        text += fmt::format("  clock     {}\n", clockKey(facts.clock));
        for (const FormatSignature& signature : facts.signatures)
            text += fmt::format("  known by  {} ({})\n", signature.seen, signature.sureness);
    }
    return text;
}

std::string formatsJson()
{
    Json json;
    json["formats"] = Json::array();
    for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers()) {
        const FormatFacts facts = importer->facts();
        Json format;
        format["id"] = importer->id();
        format["name"] = importer->displayName();
        format["patterns"] = importer->filePatterns();
        format["recorded_by"] = facts.recorded;
        format["tested_with"] = testsKey(facts.tests);
        format["clock"] = clockKey(facts.clock);
        Json& known = format["known_by"] = Json::array();
        for (const FormatSignature& signature : facts.signatures)
            known.push_back({{"sureness", signature.sureness}, {"seen", signature.seen}});
        json["formats"].push_back(std::move(format));
    }
    return jsonText(json);
}

} // namespace bubblescope
