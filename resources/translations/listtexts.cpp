// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes what the plain libraries say to people, in tables and in calls of say(), as source that lupdate reads; see
// tableText(). Arguments are the folders of sources.
#include "category.h"
#include "hardware.h"
#include "idlecauses.h"
#include "importerregistry.h"
#include "importreport.h"
#include "knobs.h"
#include "memorysnapshot.h"
#include "saidpatterns.h"
#include "spanquery.h"
#include "timeparts.h"

#include <fmt/format.h>

#include <cstdio>

using namespace bubblescope;

namespace {
void list(std::string_view text)
{
    std::string quoted;
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            quoted += '\\';
        quoted += letter == '\n' ? "\\n" : std::string(1, letter);
    }
    fmt::print("QT_TRANSLATE_NOOP(\"bubblescope\", \"{}\"),\n", quoted);
}
} // namespace

int main(int count, char** arguments)
{
    std::puts("const char* const texts[] = {");
    for (int i = 0; i < issueKindCount; ++i) {
        list(issueInfo(static_cast<IssueKind>(i)).title);
        list(issueInfo(static_cast<IssueKind>(i)).advice);
    }
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
        list(severityName(severity));
    for (const Origin origin : {Origin::Measured, Origin::Modelled, Origin::Assumed})
        list(originName(origin));
    for (int i = 0; i < categoryCount; ++i)
        list(categoryName(static_cast<Category>(i)));
    for (size_t i = 0; i < timePartCount; ++i)
        list(timePartName(timePartAt(i)));
    for (int i = 0; i < idleKindCount; ++i)
        list(idleKindName(static_cast<IdleKind>(i)));
    for (size_t i = 0; i < memoryUseCount; ++i)
        list(memoryUseName(static_cast<MemoryUse>(i)));
    for (int i = 0; i < operationCount; ++i)
        list(operationName(static_cast<Operation>(i)));
    for (const KnobInfo& knob : knobTable()) {
        list(knob.name);
        list(knob.help);
    }
    for (const HardwareField& field : hardwareFields())
        list(field.name);
    for (const auto& [example, meaning] : spanQueryKeys())
        list(meaning);
    for (const std::unique_ptr<Importer>& importer : ImporterRegistry::builtin().importers())
        list(importer->displayName());
    for (int i = 1; i < count; ++i) {
        for (const SaidPattern& pattern : saidPatterns(arguments[i]))
            list(pattern.text);
    }
    std::puts("};");
}
