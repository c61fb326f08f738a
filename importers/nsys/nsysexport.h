// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <functional>
#include <string>
#include <utility>

namespace bubblescope {

/// True where Nsight Systems' command line program is in one of the folders of PATH.
bool hasNsys();

/// A database in a temporary folder; both are deleted with the object. What a program that was killed leaves is deleted
/// by the next export.
class ExportedReport {
public:
    static Result<ExportedReport> make();
    ~ExportedReport();
    ExportedReport(ExportedReport&& other) noexcept
        : m_folder(std::exchange(other.m_folder, {})), m_holder(std::exchange(other.m_holder, -1))
    {
    }
    ExportedReport& operator=(ExportedReport&&) = delete;
    const std::string& folder() const { return m_folder; }
    std::string path() const { return m_folder + "/report.sqlite"; }

private:
    ExportedReport(std::string folder, int holder) : m_folder(std::move(folder)), m_holder(holder) { }

    std::string m_folder;
    int m_holder; ///< of the folder, locked: shows others that it is in use
};

/// Runs `nsys export --type sqlite` on a report, without a shell. Asks `mayContinue` several times a second, and ends nsys
/// where that says no. An error holds what nsys said.
Result<ExportedReport> exportReport(const std::string& report, const std::function<bool()>& mayContinue);

} // namespace bubblescope
