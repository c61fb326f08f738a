// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notesmerge.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

using NotesById = std::map<uint32_t, const Annotation*>;

NotesById byId(const std::vector<Annotation>& notes)
{
    NotesById found;
    for (const Annotation& note : notes)
        found[note.id] = &note;
    return found;
}

const Annotation* noteIn(const NotesById& notes, uint32_t id)
{
    const auto found = notes.find(id);
    return found == notes.end() ? nullptr : found->second;
}

const KeptWhatIf* whatIfLike(const KeptWhatIf& kept, const std::vector<KeptWhatIf>& all)
{
    const auto found = std::find_if(all.begin(), all.end(),
        [&kept](const KeptWhatIf& other) { return other.isOfSame(kept) && other.knobs == kept.knobs; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

std::vector<Annotation> mergedNotes(const std::vector<Annotation>& base, const std::vector<Annotation>& mine,
    const std::vector<Annotation>& theirs, const std::function<bool(uint32_t id)>& mineIsLater)
{
    const NotesById before = byId(base);
    const NotesById here = byId(mine);
    const NotesById there = byId(theirs);
    uint32_t last = 0;
    for (const NotesById& notes : {before, here, there}) {
        if (!notes.empty())
            last = std::max(last, notes.rbegin()->first);
    }
    std::vector<Annotation> merged;
    for (const Annotation& own : mine) {
        const Annotation* was = noteIn(before, own.id);
        const Annotation* other = noteIn(there, own.id);
        if (!other) {
            if (!was || own != *was) // added, or changed after the other window deleted it
                merged.push_back(own);
        } else if (own == *other) {
            merged.push_back(own);
        } else if (!was) {
            merged.push_back(*other);
            merged.push_back(own);
            merged.back().id = ++last;
        } else if (own == *was || (*other != *was && !mineIsLater(own.id))) {
            merged.push_back(*other);
        } else {
            merged.push_back(own);
        }
    }
    for (const Annotation& other : theirs) {
        const Annotation* was = noteIn(before, other.id);
        if (!noteIn(here, other.id) && (!was || other != *was))
            merged.push_back(other);
    }
    std::stable_sort(
        merged.begin(), merged.end(), [](const Annotation& a, const Annotation& b) { return a.id < b.id; });
    return merged;
}

std::vector<KeptWhatIf> mergedWhatIfs(
    const std::vector<KeptWhatIf>& base, const std::vector<KeptWhatIf>& mine, const std::vector<KeptWhatIf>& theirs)
{
    std::vector<KeptWhatIf> merged;
    for (const KeptWhatIf& own : mine) {
        const KeptWhatIf* was = whatIfLike(own, base);
        const KeptWhatIf* other = whatIfLike(own, theirs);
        const bool isAsBefore = was && own == *was;
        if (other || !isAsBefore) // else the other window forgot it
            merged.push_back(other && isAsBefore ? *other : own);
    }
    for (const KeptWhatIf& other : theirs) {
        const KeptWhatIf* was = whatIfLike(other, base);
        if (!whatIfLike(other, mine) && (!was || other != *was))
            merged.push_back(other);
    }
    return merged;
}

} // namespace bubblescope
