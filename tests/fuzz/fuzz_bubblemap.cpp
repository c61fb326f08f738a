// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A file that names the columns of a table, and below it, after an empty line, the table.
#include "mutators.h"
#include "operationtableimporter.h"
#include "rungrouping.h"
#include "tablemapping.h"

#include <fmt/format.h>

#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

using namespace bubblescope;

namespace {

/// A file in memory alone, and its path.
std::string mappingFile(std::string_view json)
{
    static const int file = memfd_create("bubblemap", 0);
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, json.data(), json.size(), 0) != ssize_t(json.size()))
        std::abort();
    return fmt::format("/proc/self/fd/{}", file);
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed)
{
    return fuzz::mutated({data, size, most, seed}, {fuzz::mutateJson});
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const size_t end = std::min(text.find("\n\n"), size);
    const std::string_view json = text.substr(0, end);
    const std::string_view table = text.substr(std::min(end + 2, size));
    const Result<TableMapping> mapping = parseTableMapping(json);
    if (mapping) {
        const std::string written = tableMappingText(*mapping);
        const Result<TableMapping> again = parseTableMapping(written);
        if (!again || tableMappingText(*again) != written)
            std::abort();
        isOperationTable(table, *mapping);
    }
    ImportChoices choices;
    choices.mappingFile = mappingFile(json);
    FileContents contents;
    ImportReport report;
    OperationTableImporter().importChosen(choices, *openMemory(table, "table.csv"), contents, report, {});
    std::vector<NamedPart> parts;
    for (TracePart& part : contents.traceParts)
        parts.push_back({"table.csv", std::move(part)});
    for (const Run& run : groupRuns(std::move(parts), "folder", report)) {
        if (run.trace->spanCount() == 0)
            std::abort();
    }
    return 0;
}
