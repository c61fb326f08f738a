// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calltext.h"

#include "countedtext.h"
#include "formatting.h"
#include "functionname.h"

#include <QCoreApplication>

#include <utility>

namespace bubblescope {

QString callName(const CallTree& tree, uint32_t node)
{
    if (node == 0)
        return QCoreApplication::translate("CallTree", "all");
    const StringId name = tree.nodes()[node].name;
    return name.isValid() ? toText(readableFunctionName(tree.trace()->strings().text(name))).simplified()
                          : QCoreApplication::translate("CallTree", "(launch not recorded)");
}

QString callSentence(const CallTree& tree, uint32_t node)
{
    const CallTree::Node& call = tree.nodes()[node];
    QString text = callName(tree, node);
    if (call.calls > 0) {
        text = QCoreApplication::translate("CallTree", "%1: %2")
                   .arg(text,
                       countedText(qint64(call.calls), QCoreApplication::translate("CallTree", "1 call"),
                           QCoreApplication::translate("CallTree", "%1 calls")));
    }
    if (call.host > 0) {
        text = QCoreApplication::translate("CallTree", "%1, %2 on threads, %3 of it itself")
                   .arg(text, formatDuration(double(call.host)), formatDuration(double(call.ownHost)));
    }
    if (call.device > 0) {
        text = QCoreApplication::translate("CallTree", "%1, %2 on GPUs")
                   .arg(text, formatDuration(double(call.device)));
    }
    return text;
}

CallNameSearch::CallNameSearch(const CallTree& tree, QString part) : m_tree(tree), m_part(std::move(part)) { }

bool CallNameSearch::matches(uint32_t node)
{
    const auto look = [&] { return callName(m_tree, node).contains(m_part, Qt::CaseInsensitive); };
    if (node == 0)
        return look();
    const auto [at, isNew] = m_known.try_emplace(m_tree.nodes()[node].name.value);
    if (isNew)
        at->second = look();
    return at->second;
}

} // namespace bubblescope
