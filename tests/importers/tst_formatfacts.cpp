// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "testprogram.h"

#include <QTest>

#include <set>

namespace bubblescope::tst_formatfacts {

class TstFormatFacts : public QObject {
    Q_OBJECT
private slots:
    void everyImporterSaysHowItsFilesComeAbout()
    {
        std::set<std::string_view> ids;
        for (const auto& importer : ImporterRegistry::builtin().importers()) {
            QVERIFY2(ids.insert(importer->id()).second, importer->id().data());
            QVERIFY2(!importer->facts().recorded.empty(), importer->id().data());
        }
    }

    void everyImporterSaysByWhatItKnowsItsFiles()
    {
        for (const auto& importer : ImporterRegistry::builtin().importers()) {
            const std::vector<FormatSignature> signatures = importer->facts().signatures;
            QVERIFY2(!signatures.empty(), importer->id().data());
            for (const FormatSignature& one : signatures) {
                QVERIFY2(!one.seen.empty(), importer->id().data());
                QVERIFY2(one.sureness >= 0 && one.sureness <= Importer::certain, importer->id().data());
            }
        }
    }
};

BUBBLESCOPE_TEST(TstFormatFacts, QCoreApplication)

} // namespace bubblescope::tst_formatfacts

#include "tst_formatfacts.moc"
