// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTest>

#include <string>

namespace bubblescope {

/// Folder of real sample data that a checkout may or may not have beside it.
QString sharedDataFolder();
bool hasSharedData();
std::string sharedData(const char* name);
/// A fixture of this project's own.
std::string testData(const char* name);
/// The top of the checkout.
QString projectFolder();

} // namespace bubblescope

#define REQUIRE_SHARED_DATA()                                                                                          \
    do {                                                                                                               \
        if (!bubblescope::hasSharedData())                                                                             \
            QSKIP("the real sample data is not here; set BUBBLESCOPE_DATA to its folder");                             \
    } while (false)
