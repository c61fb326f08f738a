// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace bubblescope {

class Document;
class MessageStack;
class PanelHost;

/// Shows in the bar of messages what is damaged in the opened folder, and how the clocks of its hosts were aligned.
class RunNotices : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    RunNotices(const Document& document, MessageStack& messages, PanelHost& panels, QObject* parent = nullptr);

private:
    void showIssues();
    void showClocks();

    const Document& m_document;
    MessageStack& m_messages;
    PanelHost& m_panels;
};

} // namespace bubblescope
