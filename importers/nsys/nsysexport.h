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

/// A database in a temporary folder; both are deleted with the object.
class ExportedReport {
public:
    explicit ExportedReport(std::string folder) : m_folder(std::move(folder)) { }
    ~ExportedReport();
    ExportedReport(ExportedReport&& other) noexcept : m_folder(std::exchange(other.m_folder, {})) { }
    ExportedReport& operator=(ExportedReport&&) = delete;
    std::string path() const { return m_folder + "/report.sqlite"; }

private:
    std::string m_folder;
};

/// Runs `nsys export --type sqlite` on a report, without a shell. Asks `mayContinue` several times a second, and ends nsys
/// where that says no. An error tells what nsys said.
Result<ExportedReport> exportReport(const std::string& report, const std::function<bool()>& mayContinue);

} // namespace bubblescope
