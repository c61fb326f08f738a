// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplaneimporter.h"

#include "xplanereader.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t largestFile = size_t(4) << 30;

} // namespace

/// The first plane, as far as its name: most of it lies behind the head.
int XPlaneImporter::sniff(std::string_view head) const
{
    if (head.size() < 8 || head[0] != '\x0a')
        return 0;
    WireReader space(head.substr(1));
    if (!space.number())
        return 0;
    WireReader plane(head.substr(1 + space.position()));
    while (const auto field = plane.next()) {
        if (field->number == 1 && field->kind == WireReader::Kind::Number)
            continue;
        const bool isName = field->number == 2 && field->kind == WireReader::Kind::Bytes;
        const bool isKnown = field->bytes.starts_with("/host:"sv) || field->bytes.starts_with("/device:"sv)
            || field->bytes == "Task Environment"sv || field->bytes.starts_with("#Chip"sv);
        return isName && isKnown ? 95 : 0;
    }
    return 0;
}

bool XPlaneImporter::import(
    ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const
{
    const std::optional<std::string> text = readAll(source, largestFile, report);
    reportSourceError(source, report);
    if (!text)
        return true;
    TracePart part;
    part.builder.setFile(source.name());
    XPlaneReader reader(part, report);
    const auto mayContinue = [&](uint64_t) { return !progress || progress(source.consumed(), source.size()); };
    if (!reader.read(*text, mayContinue))
        return false;
    if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt, say("the profile holds no event"));
    else
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
