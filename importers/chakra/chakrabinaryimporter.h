// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Chakra execution traces in protobuf's wire format (.et): metadata, then nodes, each preceded by its size.
class ChakraBinaryImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "chakra-et"; }
    std::string_view displayName() const override { return "execution trace (Chakra .et)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.et"}; }
    FormatFacts facts() const override
    {
        return {"chakra_converter PyTorch", FormatFacts::Tests::Shapes, ClockPolicy::Recording, {firstNode}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature firstNode {
        85, "metadata, then a node with a name and a type: after protobuf whose messages are named"};
};

} // namespace bubblescope
