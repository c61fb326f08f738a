// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzzedruns.h"
#include "mutators.h"
#include "operationtableimporter.h"
#include "tablemapping.h"

#include <cstdlib>

using namespace bubblescope;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<TableMapping> mapping = parseTableMapping(text);
    if (mapping && !parseTableMapping(tableMappingText(*mapping)))
        std::abort();
    fuzz::runsOf(OperationTableImporter(), text, "table.csv");
    return 0;
}
