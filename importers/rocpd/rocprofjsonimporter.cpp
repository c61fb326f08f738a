// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rocprofjsonimporter.h"

#include "memorybudget.h"
#include "rocprofjsonreader.h"

namespace bubblescope {

namespace {

constexpr size_t largestRocprofJson = size_t(2) << 30;
constexpr unsigned percentRocprofJson = 50; // of the free memory

} // namespace

int RocprofJsonImporter::sniff(std::string_view head) const
{
    if (!head.starts_with('{'))
        return 0;
    const size_t at = head.find_first_not_of(" \t\r\n", 1);
    return at != std::string_view::npos && head.substr(at).starts_with(RocprofJsonReader::rootKeyInQuotes)
        ? outermostKey.sureness
        : 0;
}

bool RocprofJsonImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readProfile(source, largestRocprofJson, percentRocprofJson, report);
    if (!text)
        return true;
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    RocprofJsonReader reader(part, report, choices);
    if (!reader.read(*text, [&] { return !progress || progress(source.consumed(), source.size()); }))
        return false;
    if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt, say("the profile holds no event"));
    else
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
