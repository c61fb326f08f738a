// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplaneimporter.h"

#include "memorybudget.h"
#include "xplanereader.h"

#include <sys/mman.h>
#include <unistd.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t largestFile = size_t(4) << 30;
constexpr unsigned percentText = 80;               // of the free memory
constexpr size_t worthReleasing = size_t(1) << 20; // bytes

/// Gives the pages within a part of a text back to the system, so that a large profile does not take the memory of its
/// text and of its spans at once. They read as zeros from then on.
void releasePages(std::string_view part)
{
    if (part.size() < worthReleasing)
        return;
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const uintptr_t begin = (reinterpret_cast<uintptr_t>(part.data()) + page - 1) / page * page;
    const uintptr_t end = reinterpret_cast<uintptr_t>(part.data() + part.size()) / page * page;
    if (begin < end)
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

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
        return isName && isKnown ? firstPlane.sureness : 0;
    }
    return 0;
}

bool XPlaneImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    std::optional<std::string> text = readProfile(source, largestFile, percentText, report);
    if (!text)
        return true;
    TracePart part(contents.pool);
    part.builder.setFile(source.name());
    XPlaneReader reader(part, report, *choices.kernels);
    reader.setRelease(releasePages);
    const auto mayContinue = [&](uint64_t) { return !progress || progress(source.consumed(), source.size()); };
    if (!reader.read(*text, mayContinue))
        return false;
    text.reset();
    if (part.builder.isEmpty())
        report.add(IssueKind::IncompleteBlock, std::nullopt, say("the profile holds no event"));
    else
        contents.traceParts.push_back(std::move(part));
    return true;
}

} // namespace bubblescope
