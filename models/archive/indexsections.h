// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sectionfile.h"

#include <array>
#include <cstdint>

namespace bubblescope {

/// What a section of an index holds; the value is its number in files, for ever.
enum class IndexSection : uint32_t {
    Folder,
    Summary,
    Overview,
    Tables,
    Spans,
    Steps,
    Names,
    Gate,
    Stragglers,
    Waits,
    Stamp, ///< version of the analyses that were kept
    Operators,
};

struct IndexSectionInfo {
    IndexSection section;
    /// To be raised with every change of what its bytes mean, be it an issue of a new kind: indexes are kept for
    /// months. A file with a higher one is refused, with a lower one unless it is an analysis.
    uint32_t version;
    /// Worked out of the spans: an answer of the same analyses only, see RunIndex::isOutdated().
    bool isAnalysis;
};

/// By number, which is the order in files: to be extended at its end only.
inline constexpr std::array indexSections {
    IndexSectionInfo {IndexSection::Folder, 6, false},
    IndexSectionInfo {IndexSection::Summary, 2, true},
    IndexSectionInfo {IndexSection::Overview, 1, true},
    IndexSectionInfo {IndexSection::Tables, 2, false},
    IndexSectionInfo {IndexSection::Spans, 1, false},
    IndexSectionInfo {IndexSection::Steps, 2, true},
    IndexSectionInfo {IndexSection::Names, 1, false},
    IndexSectionInfo {IndexSection::Gate, 1, true},
    IndexSectionInfo {IndexSection::Stragglers, 1, true},
    IndexSectionInfo {IndexSection::Waits, 1, true},
    IndexSectionInfo {IndexSection::Stamp, 1, false},
    IndexSectionInfo {IndexSection::Operators, 2, true},
};
static_assert([] {
    for (uint32_t i = 0; i < indexSections.size(); ++i) {
        if (uint32_t(indexSections[i].section) != i)
            return false;
    }
    return true;
}());

inline SectionKey keyOf(IndexSection section, uint32_t run = 0, uint32_t part = 0)
{
    return {uint32_t(section), run, part};
}

} // namespace bubblescope
