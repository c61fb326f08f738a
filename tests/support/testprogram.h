// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <memory>

namespace bubblescope {

/// A test class in the program of its folder, see BUBBLESCOPE_TEST.
struct TestClass {
    const char* source; ///< its path; the base name is its name for users and ctest
    std::unique_ptr<QCoreApplication> (*makeApplication)(int& argc, char** argv);
    std::unique_ptr<QObject> (*make)();
};

/// Adds a class to this program before main(); returns true.
bool addTest(const TestClass& test);

} // namespace bubblescope

/// Replaces QTEST_MAIN: one program contains all test classes of a folder, and `PROGRAM tst_NAME [arguments of Qt
/// Test]` runs one of them with its kind of application.
#define BUBBLESCOPE_TEST(Class, Application)                                                                           \
    static const bool isAdded##Class = bubblescope::addTest({__FILE__,                                                 \
        [](int& argc, char** argv) -> std::unique_ptr<QCoreApplication> {                                              \
            return std::make_unique<Application>(argc, argv);                                                          \
        },                                                                                                             \
        []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }});
