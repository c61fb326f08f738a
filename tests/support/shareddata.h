// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QTest>

#include <string>

namespace bubblescope {

/// Folder with real sample data, which may be missing next to a checkout.
QString sharedDataFolder();
bool hasSharedData();
std::string sharedData(const char* name);
/// A fixture of the project itself, of tests/data or beside the reader of its format: "ranktrace/stage0_plan.txt" is
/// importers/ranktrace/samples/stage0_plan.txt.
std::string testData(const char* name);
/// All of them.
QStringList testFiles();
/// The top of the checkout.
QString projectFolder();

} // namespace bubblescope

#define REQUIRE_SHARED_DATA()                                                                                          \
    do {                                                                                                               \
        if (!bubblescope::hasSharedData())                                                                             \
            QSKIP("the real sample data is not here; set BUBBLESCOPE_DATA to its folder");                             \
    } while (false)
