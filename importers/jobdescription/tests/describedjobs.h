// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// How tests open descriptions of jobs, and ask what became of them.

#include "jobdescription.h"
#include "jobreader.h"
#include "shareddata.h"

#include <QFile>

#include <algorithm>
#include <string>
#include <string_view>

namespace bubblescope::describedjobs {

/// Empty, with a warning, if it cannot be opened.
inline JobDescription opened(const std::string& path)
{
    const Result<JobDescription> job = openJobDescription(path);
    if (!job) {
        qWarning("%s", job.error().message.text().c_str());
        return {};
    }
    return *job;
}

inline JobDescription sample(const std::string& name) { return opened(testData(("jobdescription/" + name).c_str())); }

inline std::string textOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QFile::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// What is wrong with it; empty if nothing is.
inline std::string wrongWith(const std::string& text, const char* name)
{
    const Result<JobDescription> job = readJobDescription(text, name);
    return job ? std::string() : job.error().message.text() + '|' + job.error().advice.text();
}

inline bool isAssumed(const JobDescription& job, std::string_view field, std::string_view value)
{
    return std::any_of(job.assumed.begin(), job.assumed.end(),
        [&](const AssumedValue& assumed) { return assumed.field == field && assumed.value == value; });
}

inline std::string replaced(std::string text, const std::string& part, const std::string& other)
{
    const size_t at = text.find(part);
    return at == std::string::npos ? std::string() : text.replace(at, part.size(), other);
}

} // namespace bubblescope::describedjobs
