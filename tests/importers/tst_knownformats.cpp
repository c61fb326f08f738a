// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "knownformats.h"
#include "testprogram.h"

#include <QTest>

#include <set>

namespace bubblescope::tst_knownformats {

class TstKnownFormats : public QObject {
    Q_OBJECT
private slots:
    /// What a new importer is asked for, and no entry outlives its importer.
    void everyImporterSaysHowItsFilesComeAbout()
    {
        std::set<std::string_view> ids;
        for (const auto& importer : ImporterRegistry::builtin().importers()) {
            ids.insert(importer->id());
            const FormatFacts* const facts = factsOfFormat(importer->id());
            QVERIFY2(facts && !facts->recorded.empty(), std::string(importer->id()).c_str());
        }
        for (const FormatFacts& facts : knownFormats())
            QVERIFY2(ids.count(facts.id) == 1, std::string(facts.id).c_str());
        QCOMPARE(ids.size(), knownFormats().size());
    }

    void unknownIdsHaveNone() { QVERIFY(!factsOfFormat("no such format")); }
};

BUBBLESCOPE_TEST(TstKnownFormats, QCoreApplication)

} // namespace bubblescope::tst_knownformats

#include "tst_knownformats.moc"
