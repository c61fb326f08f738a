// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracefile.h"

#include "chrometrace/chrometracewriter.h"

#include <QSaveFile>

#include <algorithm>

namespace bubblescope {

bool writeTraceFile(const std::vector<WrittenRun>& runs, const std::string& path)
{
    QSaveFile file(QString::fromLocal8Bit(path.c_str()));
    if (!file.open(QIODevice::WriteOnly))
        return false;
    ChromeTraceWriter writer(
        [&file](std::string_view text) { return file.write(text.data(), qint64(text.size())) == qint64(text.size()); });
    const bool areWritten = std::all_of(runs.begin(), runs.end(), [&writer](const WrittenRun& written) {
        return writer.addRun(*written.run->trace, written.run->trace->timing(), written.prefix);
    });
    return areWritten && writer.finish() && file.commit();
}

} // namespace bubblescope
