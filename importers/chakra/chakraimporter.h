// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Chakra execution traces in JSON: operations with dependencies and usually durations, but no times. Each operation
/// starts as soon as its dependencies and its predecessor on its lane have ended.
class ChakraImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "chakra"; }
    std::string_view displayName() const override { return "execution trace (Chakra JSON)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.json"}; }
    FormatFacts facts() const override
    {
        return {"chakra_jsonizer", FormatFacts::Tests::Recordings, ClockPolicy::Recording, {schema, workloadGraph}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature schema {
        96, "its schema names Chakra: before any JSON that holds the keys of events"};
    static constexpr FormatSignature workloadGraph {90, "the key workload_graph"};
};

} // namespace bubblescope
