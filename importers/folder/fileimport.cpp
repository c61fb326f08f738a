// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fileimport.h"

#include <new>
#include <stdexcept>

namespace bubblescope {

namespace {
/// A record that breaks off where reading was ended is none of the file.
ImportReport withoutBrokenEnd(const ImportReport& report)
{
    ImportReport kept;
    kept.setFile(report.file());
    for (const Issue& issue : report.issues()) {
        if (issue.kind != IssueKind::TruncatedFile)
            kept.addIssue(issue);
    }
    return kept;
}
} // namespace

bool importGuarded(FileContents& contents, ImportReport& report, const std::function<bool()>& import)
{
    try {
        return import();
    } catch (const std::bad_alloc&) {
        contents = {};
        report.add(IssueKind::OutOfMemory, std::nullopt, say("not enough memory to read this file; it is left out"));
    } catch (const std::length_error&) {
        contents = {};
        report.add(
            IssueKind::OutOfMemory, std::nullopt, say("more records than this program can hold; the file is left out"));
    }
    return true;
}

bool importWithin(MemoryLimit& limit, const std::string& path, const std::string& name, FileContents& contents,
    ImportReport& report, const ProgressFn& progress,
    const std::function<bool(ByteSource& source, const ProgressFn& progress)>& import)
{
    Result<std::unique_ptr<ByteSource>> opened = openFile(path, name);
    if (!opened) {
        report.add(IssueKind::UnreadableFile, opened.error().offset, opened.error().message);
        return true;
    }
    LimitedSource source(watched(std::move(opened).value(), progress), limit);
    bool isGivenUp = false;
    uint32_t calls = 0;
    const ProgressFn watch = [&](uint64_t done, uint64_t size) {
        constexpr uint32_t callsBetween = 16;
        isGivenUp = isGivenUp || (!source.isRead() && ++calls % callsBetween == 0 && limit.isPassed());
        return !isGivenUp && (!progress || progress(done, size));
    };
    const bool isFinished = import(source, watch);
    if (source.error() && source.errorKind() == IssueKind::TooLarge)
        report = withoutBrokenEnd(report);
    if (!isGivenUp)
        return isFinished;
    contents = {};
    report.add(IssueKind::TooLarge, std::nullopt,
        say("the files take more than {} MB of memory: this one is left out", limit.bytes() / 1'000'000));
    return true;
}

} // namespace bubblescope
