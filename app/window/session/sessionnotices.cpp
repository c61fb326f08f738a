// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionnotices.h"

#include "formatting.h"
#include "messagestack.h"
#include "sessioncontrol.h"

#include <QStatusBar>

namespace bubblescope {

SessionNotices::SessionNotices(SessionControl& session, MessageStack& messages, QStatusBar& status, QObject* parent)
    : QObject(parent)
{
    using About = MessageStack::About;
    connect(&session, &SessionControl::noticed, this,
        [&messages](const QString& sentence) { messages.add(About::Session, MessageBar::Tone::Warning, sentence); });
    connect(&session, &SessionControl::saved, this,
        [&status](const QString& path) { status.showMessage(tr("Saved as %1").arg(toText(path)), 5000); });
    connect(&session, &SessionControl::cannotSave, this, [&](const QString& sentence, bool helpsElsewhere) {
        messages.set(About::Unsaved,
            {MessageBar::Tone::Warning, sentence, {}, helpsElsewhere ? tr("Save as …") : QString(),
                [&session] { session.saveAs(); }});
    });
    connect(&session, &SessionControl::recoveryOffered, this, [&](const QString& sentence) {
        messages.set(About::Recovered,
            {MessageBar::Tone::Notice, sentence, {}, tr("Restore"), [&session] { session.restoreRecovered(); },
                [&session] { session.dismissRecovered(); }});
    });
}

} // namespace bubblescope
