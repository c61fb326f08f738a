// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "chakrabinaryimporter.h"
#include "chakraimporter.h"
#include "chrometraceimporter.h"
#include "companion.h"
#include "neusightimporter.h"
#include "simairesultimporter.h"
#include "workitemimporter.h"
#include "nccltests.h"
#include "planimporter.h"
#include "ranktraceimporter.h"
#include "runlogimporter.h"
#include "workloadimporter.h"

namespace bubblescope {

void registerBuiltinImporters(ImporterRegistry& registry)
{
    registry.add(std::make_unique<RankTraceImporter>());
    registry.add(std::make_unique<StagePlanImporter>());
    registry.add(std::make_unique<PipelinePlanImporter>());
    registry.add(std::make_unique<ChromeTraceImporter>());
    registry.add(std::make_unique<ChakraImporter>());
    registry.add(std::make_unique<ChakraBinaryImporter>());
    registry.add(makeWorkItemImporter());
    registry.add(makeNeuSightImporter());
    registry.add(makeSimAIResultImporter());
    registry.add(makeCompanionImporter());
    registry.add(makeWorkloadImporter());
    registry.add(makeRunLogImporter());
    registry.add(makeNcclTestsImporter());
}

} // namespace bubblescope
