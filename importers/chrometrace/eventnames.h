// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "communicationsettler.h"
#include "eventmeaning.h"
#include "importreport.h"
#include "phasesettler.h"
#include "slicecache.h"

namespace bubblescope {

/// What names and categories of events mean: each pair is interpreted once, and the settlers learn it then.
class EventNames {
public:
    struct Entry {
        StringId name;
        EventMeaning meaning;
        bool isDamaged = false; ///< not valid UTF-8
    };

    EventNames(TraceBuilder& builder, ImportReport& report, CommunicationSettler& communication, PhaseSettler& phases,
        const KernelNames& kernels)
        : m_builder(builder), m_report(report), m_communication(communication), m_phases(phases), m_kernels(kernels)
    {
    }
    /// Valid until the next call. `taskType`: of a task of Ascend's devices, which has no category; empty for other
    /// events. `isOwn`: this program wrote the trace, so the arguments state everything.
    const Entry& entryFor(const ChromeEvent& event, std::string_view taskType, uint64_t offset, bool isOwn);

private:
    void noteDamage(const ChromeEvent& event, uint64_t offset);

    TraceBuilder& m_builder;
    ImportReport& m_report;
    CommunicationSettler& m_communication;
    PhaseSettler& m_phases;
    const KernelNames& m_kernels;
    SliceCache<Entry> m_entries;
    Entry m_scratch;
};

} // namespace bubblescope
