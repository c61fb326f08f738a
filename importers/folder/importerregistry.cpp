// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"

#include "ascenddatabaseimporter.h"
#include "chakrabinaryimporter.h"
#include "chakraimporter.h"
#include "chrometraceimporter.h"
#include "companion.h"
#include "flightrecorderimporter.h"
#include "goldenvalues.h"
#include "inspectorimporter.h"
#include "jobdescriptionimporter.h"
#include "memorysnapshotimporter.h"
#include "nccltests.h"
#include "neusightimporter.h"
#include "nsysimporter.h"
#include "operationtableimporter.h"
#include "operationtraceimporter.h"
#include "perfettoimporter.h"
#include "planimporter.h"
#include "ranktraceimporter.h"
#include "rocpdimporter.h"
#include "rocprofjsonimporter.h"
#include "rpdimporter.h"
#include "runlogimporter.h"
#include "scalartable.h"
#include "simairesultimporter.h"
#include "telemetryimporter.h"
#include "workitemimporter.h"
#include "workloadimporter.h"
#include "xplaneimporter.h"

#include <algorithm>

namespace bubblescope {

const ImporterRegistry& ImporterRegistry::builtin()
{
    static const ImporterRegistry registry = [] {
        ImporterRegistry made;
        made.add(std::make_unique<RankTraceImporter>());
        made.add(std::make_unique<StagePlanImporter>());
        made.add(std::make_unique<PipelinePlanImporter>());
        made.add(std::make_unique<ChromeTraceImporter>());
        made.add(std::make_unique<OperationTraceImporter>());
        made.add(std::make_unique<NsysImporter>());
        made.add(std::make_unique<RocpdImporter>());
        made.add(std::make_unique<RpdImporter>());
        made.add(std::make_unique<AscendDatabaseImporter>());
        made.add(std::make_unique<RocprofJsonImporter>());
        made.add(std::make_unique<PerfettoImporter>());
        made.add(std::make_unique<NsysReportImporter>());
        made.add(std::make_unique<XPlaneImporter>());
        made.add(std::make_unique<ChakraImporter>());
        made.add(std::make_unique<ChakraBinaryImporter>());
        made.add(makeWorkItemImporter());
        made.add(makeNeuSightImporter());
        made.add(makeSimAIResultImporter());
        made.add(makeCompanionImporter());
        made.add(makeWorkloadImporter());
        made.add(makeRunLogImporter());
        made.add(makeNcclTestsImporter());
        made.add(makeInspectorImporter());
        made.add(makeTelemetryImporter());
        made.add(std::make_unique<FlightRecorderImporter>());
        made.add(makeMemorySnapshotImporter());
        made.add(std::make_unique<OperationTableImporter>());
        made.add(makeGoldenValuesImporter());
        made.add(makeScalarTableImporter());
        made.add(makeJobDescriptionImporter());
        made.add(makeSingleJobImporter());
        return made;
    }();
    return registry;
}

void ImporterRegistry::add(std::unique_ptr<Importer> importer) { m_importers.push_back(std::move(importer)); }

const Importer* ImporterRegistry::named(std::string_view id) const
{
    const auto found = std::find_if(
        m_importers.begin(), m_importers.end(), [id](const auto& importer) { return importer->id() == id; });
    return found == m_importers.end() ? nullptr : found->get();
}

const Importer* ImporterRegistry::findByTables(const std::set<std::string, std::less<>>& tables) const
{
    const auto found = std::find_if(
        m_importers.begin(), m_importers.end(), [&tables](const auto& importer) { return importer->reads(tables); });
    return found == m_importers.end() ? nullptr : found->get();
}

const Importer* ImporterRegistry::find(std::string_view head) const
{
    const Importer* best = nullptr;
    int bestScore = 0;
    for (const auto& importer : m_importers) {
        const int score = importer->sniff(head);
        if (score > bestScore) {
            bestScore = score;
            best = importer.get();
        }
        if (bestScore >= Importer::certain)
            break;
    }
    return best;
}

} // namespace bubblescope
