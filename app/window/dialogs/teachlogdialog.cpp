// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "teachlogdialog.h"

#include "bytesource.h"
#include "countedtext.h"
#include "formatting.h"
#include "importer.h"
#include "mappingfiles.h"
#include "measuretext.h"
#include "outputfile.h"
#include "runlogimporter.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QTextCursor>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

constexpr int waitBeforeTrial = 200; // ms
constexpr int taughtLines = 200;     // that are shown

/// What patterns make of a file.
struct LogTrial {
    std::optional<RunLog> log;
    Message refusal; ///< why there is none
};

LogTrial triedOn(const std::string& path, const LogPatternPtr& pattern, const ProgressFn& progress)
{
    LogTrial trial;
    const auto source = openFile(path, path);
    if (!source) {
        trial.refusal = source.error().message;
        return trial;
    }
    ImportChoices choices;
    choices.logPattern = pattern;
    FileContents contents;
    ImportReport report;
    makeRunLogImporter()->importChosen(choices, **source, contents, report, progress);
    for (const Issue& issue : report.issues()) {
        if (issue.kind == IssueKind::UnmatchedPattern && !issue.first.empty())
            trial.refusal = issue.first.front().message;
    }
    if (trial.refusal.empty() && !contents.runLogs.empty())
        trial.log = std::move(contents.runLogs.front());
    return trial;
}

QString trialText(const LogTrial& trial)
{
    if (!trial.log)
        return trial.refusal.empty() ? TeachLogDialog::tr("The file has no line.") : messageText(trial.refusal);
    QStringList parts {countedText(
        qint64(trial.log->steps.size()), TeachLogDialog::tr("1 step"), TeachLogDialog::tr("%1 steps"))};
    if (const auto ms = trial.log->medianStepMs())
        parts += TeachLogDialog::tr("the usual one takes %1").arg(toText(timeText(*ms * 1e6)));
    const auto hasLoss = [](const LogStep& step) { return step.loss.has_value(); };
    const auto& steps = trial.log->steps;
    const auto first = std::find_if(steps.begin(), steps.end(), hasLoss);
    const auto last = std::find_if(steps.rbegin(), steps.rend(), hasLoss);
    if (first != steps.end())
        parts += TeachLogDialog::tr("loss %1 to %2").arg(*first->loss).arg(*last->loss);
    return parts.join(QStringLiteral(", "));
}

} // namespace

TeachLogDialog::TeachLogDialog(const QString& path, QWidget* parent)
    : QDialog(parent)
    , m_path(path)
    , m_lines(new QPlainTextEdit(this))
    , m_patterns(new QPlainTextEdit(this))
    , m_name(new QLineEdit(QFileInfo(path).completeBaseName(), this))
    , m_place(new QComboBox(this))
    , m_notice(new QLabel(this))
{
    setWindowTitle(tr("Teach the lines of %1").arg(QFileInfo(path).fileName()));
    askReplace = [this](const QString& file) {
        return QMessageBox::question(this, windowTitle(),
                   tr("%1 already keeps other patterns. Replace them?").arg(QFileInfo(file).fileName()),
                   QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
            == QMessageBox::Yes;
    };
    resize(900, 620);
    auto* explanation = new QLabel(tr("Select a number in one of the lines and say what it is, or write a pattern for "
                                      "each kind of line, with groups "
                                      "such as (?<step>\\d+). Patterns are tried on the whole file."),
        this);
    explanation->setWordWrap(true);
    QStringList lines = toText(printedLog(readHead(path.toStdString(), sniffBytes))).split(QLatin1Char('\n'));
    if (lines.size() > taughtLines)
        lines.erase(lines.begin() + taughtLines, lines.end());
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_lines->setFont(fixed);
    m_lines->setReadOnly(true);
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setPlainText(lines.join(QLatin1Char('\n')));
    m_lines->setAccessibleName(tr("The first lines of the log"));
    m_patterns->setFont(fixed);
    m_patterns->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_patterns->setTabChangesFocus(true);
    m_patterns->setAccessibleName(tr("Patterns, one a line"));
    m_patterns->setPlaceholderText(m_patterns->accessibleName());
    m_place->addItem(tr("this log"));
    m_place->addItem(tr("the logs of its folder"));
    m_place->addItem(tr("all logs"));
    m_notice->setWordWrap(true);
    auto* marks = new QWidget(this);
    addMarkButtons(marks);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_keep = buttons->addButton(tr("Keep the pattern"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &TeachLogDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &TeachLogDialog::reject);
    auto* form = new QFormLayout;
    form->addRow(tr("Name"), m_name);
    form->addRow(tr("For"), m_place);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(explanation);
    layout->addWidget(m_lines, 3);
    layout->addWidget(marks);
    layout->addWidget(m_patterns, 1);
    layout->addWidget(m_notice);
    layout->addLayout(form);
    layout->addWidget(buttons);
    m_wait.setSingleShot(true);
    m_wait.setInterval(waitBeforeTrial);
    connect(&m_wait, &QTimer::timeout, this, &TeachLogDialog::tryNow);
    connect(m_patterns, &QPlainTextEdit::textChanged, this, &TeachLogDialog::change);
    connect(m_name, &QLineEdit::textChanged, this, &TeachLogDialog::change);
    change();
}

TeachLogDialog::~TeachLogDialog() { m_retired.take(std::move(m_job)); }

void TeachLogDialog::addMarkButtons(QWidget* row)
{
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    const std::pair<QString, QString> figures[]
        = {{tr("Step"), QStringLiteral("step")}, {tr("Time in s"), QStringLiteral("time_s")},
            {tr("Time in ms"), QStringLiteral("time_ms")}, {tr("Loss"), QStringLiteral("loss")},
            {tr("Tokens per second"), QStringLiteral("tokens")}, {tr("Learning rate"), QStringLiteral("lr")}};
    for (const auto& [text, group] : figures) {
        auto* const button = new QPushButton(text, row);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, figure = group] { mark(figure); });
        layout->addWidget(button);
    }
    auto* const clear = new QPushButton(tr("Clear"), row);
    clear->setAutoDefault(false);
    connect(clear, &QPushButton::clicked, this, &TeachLogDialog::clearMarks);
    layout->addStretch();
    layout->addWidget(clear);
}

void TeachLogDialog::mark(const QString& group)
{
    const QTextCursor cursor = m_lines->textCursor();
    const QTextBlock block = m_lines->document()->findBlock(cursor.selectionStart());
    const QString line = block.text();
    qsizetype begin = cursor.selectionStart() - block.position();
    qsizetype end = std::min<qsizetype>(cursor.selectionEnd() - block.position(), line.size());
    const auto isOfNumber
        = [&line](qsizetype at) { return line[at].isDigit() || QStringLiteral("+-.,eE").contains(line[at]); };
    if (begin == end) {
        while (begin > 0 && isOfNumber(begin - 1))
            --begin;
        while (end < line.size() && isOfNumber(end))
            ++end;
    }
    if (begin >= end)
        return;
    const MarkedFigure figure {
        size_t(line.left(begin).toUtf8().size()), size_t(line.left(end).toUtf8().size()), group.toStdString()};
    std::vector<MarkedFigure>& figures = m_marks[block.blockNumber()];
    const auto isInTheWay = [&figure](const MarkedFigure& other) {
        return other.group == figure.group || (other.begin < figure.end && figure.begin < other.end);
    };
    figures.erase(std::remove_if(figures.begin(), figures.end(), isInTheWay), figures.end());
    figures.push_back(figure);
    QStringList patterns;
    for (const auto& [number, marked] : m_marks)
        patterns += toText(markedPattern(m_lines->document()->findBlockByNumber(number).text().toStdString(), marked));
    replacePatterns(patterns.join(QLatin1Char('\n')));
}

void TeachLogDialog::clearMarks()
{
    m_marks.clear();
    replacePatterns(QString());
}

void TeachLogDialog::replacePatterns(const QString& patterns)
{
    QTextCursor all(m_patterns->document());
    all.select(QTextCursor::Document);
    all.insertText(patterns);
}

void TeachLogDialog::select(int line, int begin, int length)
{
    QTextCursor cursor(m_lines->document()->findBlockByNumber(line));
    cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, begin);
    cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, length);
    m_lines->setTextCursor(cursor);
}

void TeachLogDialog::setPatterns(const QString& patterns) { m_patterns->setPlainText(patterns); }

QString TeachLogDialog::patterns() const { return m_patterns->toPlainText(); }

QString TeachLogDialog::notice() const { return m_notice->text(); }

QString TeachLogDialog::patternFile() const
{
    const QString extension = QString::fromUtf8(logPatternExtension.data(), qsizetype(logPatternExtension.size()));
    if (m_place->currentIndex() == 0)
        return m_path + extension;
    QString name = m_name->text().trimmed();
    for (QChar& c : name) {
        if (!c.isLetterOrNumber() && c != QLatin1Char('-'))
            c = QLatin1Char('_');
    }
    if (name.isEmpty())
        name = QStringLiteral("log");
    const QString folder = m_place->currentIndex() == 1 ? QFileInfo(m_path).absolutePath()
                                                        : QString::fromStdString(userLogPatternFolder());
    return folder + QLatin1Char('/') + name + extension;
}

void TeachLogDialog::change()
{
    m_retired.take(std::move(m_job));
    m_pattern.reset();
    m_keep->setEnabled(false);
    m_wait.start();
}

void TeachLogDialog::tryNow()
{
    QJsonArray lines;
    for (const QString& line : patterns().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        lines.append(line);
    if (lines.isEmpty()) {
        m_notice->clear();
        emit tried();
        return;
    }
    const QJsonObject root {{QStringLiteral("name"), m_name->text()}, {QStringLiteral("lines"), lines}};
    Result<LogPatternPtr> pattern = LogPattern::parse(QJsonDocument(root).toJson(QJsonDocument::Compact).toStdString());
    if (!pattern) {
        m_notice->setText(messageText(pattern.error().message));
        emit tried();
        return;
    }
    m_pattern = std::move(pattern).value();
    m_notice->setText(tr("Trying …"));
    m_job = std::make_unique<BackgroundJob>();
    m_job->start([path = m_path.toStdString(), tested = m_pattern](
                     const JobThread& thread) { return triedOn(path, tested, thread.progressFunction()); },
        [this](LogTrial trial) {
            m_notice->setText(trialText(trial));
            m_keep->setEnabled(trial.log.has_value());
            emit tried();
        });
}

void TeachLogDialog::accept()
{
    if (!m_pattern || !m_keep->isEnabled())
        return;
    const QString file = patternFile();
    QFile kept(file);
    if (kept.open(QIODevice::ReadOnly) && kept.readAll() != QByteArray::fromStdString(m_pattern->text())
        && !askReplace(file))
        return;
    kept.close();
    std::optional<Error> error = makeFolder(QFileInfo(file).absolutePath().toStdString());
    if (!error)
        error = writeWholeFile(file.toStdString(), m_pattern->text());
    if (error)
        m_notice->setText(messageText(error->message));
    else
        QDialog::accept();
}

} // namespace bubblescope
