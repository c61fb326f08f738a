// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "testprogram.h"

#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace bubblescope {

namespace {

std::vector<TestClass>& tests()
{
    static std::vector<TestClass> all;
    return all;
}

QByteArray nameOf(const TestClass& test) { return QFileInfo(QString::fromUtf8(test.source)).baseName().toUtf8(); }

} // namespace

bool addTest(const TestClass& test)
{
    tests().push_back(test);
    return true;
}

} // namespace bubblescope

int main(int argc, char** argv)
{
    using namespace bubblescope;
    const auto isNamed = [&](const TestClass& test) { return argc > 1 && nameOf(test) == argv[1]; };
    const auto wanted = std::find_if(tests().begin(), tests().end(), isNamed);
    if (wanted == tests().end()) {
        std::fputs("Name one test, and Qt Test's own arguments after it:\n", stderr);
        for (const TestClass& test : tests())
            std::fprintf(stderr, "  %s\n", nameOf(test).constData());
        return 2;
    }
    // Settings and temporary files are named after the test, not after the program that contains it.
    static QByteArray name = nameOf(*wanted);
    argv[1] = name.data();
    --argc;
    ++argv;
    const std::unique_ptr<QCoreApplication> application = wanted->makeApplication(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const std::unique_ptr<QObject> test = wanted->make();
    return QTest::qExec(test.get(), argc, argv);
}
