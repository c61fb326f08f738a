// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fileimport.h"

#include <new>
#include <stdexcept>

namespace bubblescope {

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

bool importWholeFile(const std::string& path, const std::string& name, const Importer& importer,
    const ImportChoices& choices, FileContents& contents, ImportReport& report, const ProgressFn& progress)
{
    return importGuarded(contents, report, [&] {
        Result<std::unique_ptr<ByteSource>> source = openFile(path, name);
        if (!source) {
            report.add(IssueKind::UnreadableFile, source.error().offset, source.error().message);
            return true;
        }
        const std::unique_ptr<ByteSource> whole = watched(std::move(source).value(), progress);
        return importer.importChosen(choices, *whole, contents, report, progress);
    });
}

} // namespace bubblescope
