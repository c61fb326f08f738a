// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chakrabinaryimporter.h"
#include "chakraimporter.h"
#include "fuzzedruns.h"
#include "mutators.h"

#include <cstdlib>

using namespace bubblescope;

namespace {

void importAs(const Importer& importer, std::string_view text, const char* name)
{
    for (const Run& run : fuzz::runsOf(importer, text, name)) {
        if (run.trace->ranks().size() != 1)
            std::abort();
    }
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson, fuzz::mutateProtobuf});
}

/// Each text as JSON and as protobuf.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    importAs(ChakraImporter(), text, "chakra.0.json");
    importAs(ChakraBinaryImporter(), text, "chakra.0.et");
    return 0;
}
