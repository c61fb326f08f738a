// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Profiles of XProf, which JAX and TensorFlow write: HOST.xplane.pb, one a host.
class XPlaneImporter : public ImporterWithChoices {
public:
    std::string_view id() const override { return "xplane"; }
    std::string_view displayName() const override { return "profiler trace (XProf / JAX, xplane.pb)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.xplane.pb"}; }
    FormatFacts facts() const override
    {
        return {"jax.profiler.start_trace(\"traces\")", FormatFacts::Tests::Recordings, ClockPolicy::Recording,
            {firstPlane}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;

private:
    static constexpr FormatSignature firstPlane {95, "the first plane has a name that XProf gives"};
};

} // namespace bubblescope
