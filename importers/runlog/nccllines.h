// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace bubblescope {

/// What NCCL and RCCL print of themselves with NCCL_DEBUG=INFO or WARN, each line with host, process, thread and GPU
/// before it (NCCL's manual, Environment Variables: NCCL_DEBUG and NCCL_DEBUG_SUBSYS): communicators, networks, rings,
/// trees, links, algorithms and warnings. None of it says when an operation ran.
class NcclLines {
public:
    /// True if a line of the text is NCCL's, or that of PyTorch's watchdog when a collective timed out.
    static bool areIn(std::string_view text);

    void read(const LogLine& line);
    /// A step is over: what was begun before it is complete, even if the line that says so is lost among others.
    void goOn();
    /// True if any of what areIn() looks for was read.
    bool areSeen() const { return m_lines > 0 || m_hasTimeOut; }
    /// Of a log that has nothing else: what it is, states and lacks. `network`: that NCCL takes between hosts, if known.
    void describe(const std::string& network, ImportReport& report) const;
    /// Of any other log: what went wrong.
    void noteFaults(ImportReport& report) const;

private:
    struct Begun {
        int size = 0;
        std::set<int> ranks; ///< that did not complete it
    };
    void readCommunicator(std::string_view said);
    void readDevices(std::string_view said);
    void readWays(std::string_view said);
    Message contents(const std::string& network) const;
    /// Empty if nothing did.
    Message faults() const;

    uint64_t m_lines = 0;
    bool m_hasTimeOut = false;
    std::string m_version;
    std::set<std::string, std::less<>> m_hosts;
    std::map<std::string, int, std::less<>> m_communicators; ///< sizes by number; by size where it is not printed
    bool m_areNumbered = false;                              ///< older versions print no numbers
    std::map<std::string, Begun, std::less<>> m_begun;       ///< by number
    size_t m_members = 0;                                    ///< of these, as far as they are kept
    std::set<std::string, std::less<>> m_devices;            ///< of the network
    int m_rings = 0;
    int m_trees = 0;
    std::set<std::string, std::less<>> m_links;
    std::map<std::string, uint64_t, std::less<>> m_algorithms; ///< how often each was chosen
    uint64_t m_warnings = 0;
    std::string m_firstWarning;
    std::string m_warnedHost;
    uint64_t m_warningAt = 0;
};

} // namespace bubblescope
