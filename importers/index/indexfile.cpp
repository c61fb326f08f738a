// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexfile.h"

#include "outputfile.h"
#include "runspans.h"

namespace bubblescope {

std::optional<Error> writeRunIndex(const std::string& path, const RunFolder& folder, const KeptAnalyses& analyses,
    unsigned threads, const ProgressFn& progress, const std::function<bool()>& mayReplace)
{
    OutputFile file(path);
    if (!writeRuns(file, folder, analyses, threads, progress))
        return file.error() ? file.error() : cancelledIndex();
    if ((mayReplace && !mayReplace()) || file.commit())
        return std::nullopt;
    return file.error();
}

} // namespace bubblescope
