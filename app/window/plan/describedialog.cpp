// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedialog.h"

#include "bubblejob.h"
#include "completelayout.h"
#include "exportfile.h"
#include "formatting.h"
#include "hardwarepresets.h"
#include "jobreader.h"
#include "jobtext.h"
#include "plannedstep.h"
#include "plantext.h"
#include "tabletexts.h"
#include "theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr int checkDelayMs = 150;

/// A beginning that one can see the effect of each line of: the sizes of Llama 3.1 8B on one node.
const char* const firstText = "name = My model\n"
                              "layers = 32\n"
                              "hidden = 4096\n"
                              "heads = 32\n"
                              "kv-heads = 8\n"
                              "ffn = 14336\n"
                              "vocabulary = 128256\n"
                              "\n"
                              "gpus = 8\n"
                              "tensor = 2\n"
                              "stages = 1\n"
                              "microbatch-size = 1\n"
                              "batch = 128\n"
                              "sequence = 4096\n"
                              "shard = optimizer\n"
                              "precision = bf16\n";

} // namespace

DescribeDialog::DescribeDialog(std::vector<PlanState::HardwareOption> hardware, QWidget* parent)
    : QDialog(parent)
    , m_options(std::move(hardware))
    , m_hardware(new QComboBox(this))
    , m_text(new QPlainTextEdit(this))
    , m_verdict(new QLabel(this))
    , m_checkDelay(new QTimer(this))
{
    setWindowTitle(tr("Describe a run"));
    resizeToScreen(*this, {860, 620});
    askPath = [this](const QString& suggestion) {
        return QFileDialog::getSaveFileName(
            this, tr("Save the description"), suggestion, tr("Described jobs (*.bubblejob)"));
    };
    askFile = [this] {
        return QFileDialog::getOpenFileName(this, tr("Begin with a model's config.json or a configuration"));
    };

    for (const PlanState::HardwareOption& option : m_options)
        m_hardware->addItem(option.name, option.key);
    m_hardware->setAccessibleName(tr("Hardware"));
    connect(m_hardware, &QComboBox::currentIndexChanged, this, &DescribeDialog::check);

    auto* model = new QGroupBox(tr("Model"), this);
    auto* modelForm = new QFormLayout(model);
    addField(modelForm, "name", tr("Name"), {});
    addField(modelForm, "layers", tr("Layers"), {});
    addField(modelForm, "hidden", tr("Hidden size"), {});
    addField(modelForm, "heads", tr("Heads"), tr("Of attention"));
    addField(modelForm, "kv-heads", tr("Key/value heads"), tr("With grouped queries; empty: as many as heads"));
    addField(modelForm, "ffn", tr("MLP width"), {});
    addField(modelForm, "vocabulary", tr("Vocabulary"), tr("Tokens"));
    addField(modelForm, "experts", tr("Experts"), tr("Of a layer; empty for a dense model"));
    addField(modelForm, "active-experts", tr("Active experts"), tr("Of a token"));
    addField(modelForm, "expert-ffn", tr("Expert width"), {});
    auto* job = new QGroupBox(tr("Job"), this);
    auto* jobForm = new QFormLayout(job);
    jobForm->addRow(tr("Hardware"), m_hardware);
    addField(jobForm, "gpus", tr("GPUs"), tr("All of them"));
    addField(jobForm, "tensor", tr("Tensor parallel"), tr("GPUs that share each matrix"));
    addField(jobForm, "stages", tr("Pipeline stages"), {});
    addField(jobForm, "context", tr("Context parallel"), tr("GPUs that share each sequence"));
    addField(jobForm, "expert", tr("Expert parallel"), tr("GPUs that share the experts"));
    addField(jobForm, "microbatch-size", tr("Microbatch"), tr("Samples"));
    addField(jobForm, "batch", tr("Batch"), tr("Samples of a step, over all replicas"));
    addField(jobForm, "sequence", tr("Sequence"), tr("Tokens of a sample"));
    addField(jobForm, "shard", tr("Sharding"), tr("none, optimizer, gradients or parameters"));
    addField(jobForm, "recompute", tr("Recomputation"), tr("none, selective or full"));

    auto* fields = new QWidget(this);
    auto* fieldLayout = new QVBoxLayout(fields);
    fieldLayout->setContentsMargins(0, 0, 6, 0);
    fieldLayout->addWidget(model);
    fieldLayout->addWidget(job);
    fieldLayout->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields take the focus
    scroll->setWidget(fields);

    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(tr("The description as text"));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_verdict->setAccessibleName(tr("Check of the description"));
    m_verdict->setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_verdict->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* written = new QVBoxLayout;
    written->addWidget(m_text, 1);
    written->addWidget(m_verdict);
    auto* middle = new QHBoxLayout;
    middle->addWidget(scroll, 2);
    middle->addLayout(written, 3);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_open = buttons->addButton(tr("Save and open …"), QDialogButtonBox::AcceptRole);
    QPushButton* begin = buttons->addButton(tr("Begin with a file …"), QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &DescribeDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &DescribeDialog::reject);
    connect(begin, &QPushButton::clicked, this, [this] {
        if (const QString path = askFile(); !path.isEmpty())
            take(path);
    });
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);

    m_checkDelay->setSingleShot(true);
    m_checkDelay->setInterval(checkDelayMs);
    connect(m_checkDelay, &QTimer::timeout, this, &DescribeDialog::check);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        fillFields();
        m_open->setEnabled(false); // until it is checked
        m_checkDelay->start();
    });
    setText(QString::fromLatin1(firstText));
}

void DescribeDialog::addField(QFormLayout* form, std::string_view key, const QString& label, const QString& hint)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(exactText(key));
    edit->setAccessibleName(label);
    edit->setPlaceholderText(hint);
    edit->setToolTip(hint);
    form->addRow(label, edit);
    m_fields.push_back(edit);
    connect(edit, &QLineEdit::textEdited, this, [this, edit](const QString& value) {
        if (m_isFilling)
            return;
        const QString text = withJobField(m_text->toPlainText(), edit->objectName().toStdString(), value);
        if (text == m_text->toPlainText())
            return;
        m_isFilling = true; // the field that is typed in keeps its cursor
        m_text->setPlainText(text);
        m_isFilling = false;
    });
}

void DescribeDialog::fillFields()
{
    if (m_isFilling)
        return;
    m_isFilling = true;
    for (QLineEdit* edit : m_fields) {
        const QString value = jobField(m_text->toPlainText(), edit->objectName().toStdString());
        if (edit->text() != value)
            edit->setText(value);
    }
    m_isFilling = false;
}

QLineEdit* DescribeDialog::field(const QString& key) const
{
    const auto found = std::find_if(
        m_fields.begin(), m_fields.end(), [&key](const QLineEdit* edit) { return edit->objectName() == key; });
    return found != m_fields.end() ? *found : nullptr;
}

QString DescribeDialog::text() const { return m_text->toPlainText(); }

void DescribeDialog::setText(const QString& text)
{
    m_text->setPlainText(text);
    check();
}

void DescribeDialog::setJob(const JobDescription& job) { setText(exactText(bubbleJobText(job))); }

void DescribeDialog::setHardware(const QString& key)
{
    m_hardware->setCurrentIndex(std::max(m_hardware->findData(key), 0));
}

QString DescribeDialog::hardware() const
{
    return m_hardware->currentIndex() > 0 ? m_hardware->currentData().toString() : QString();
}

bool DescribeDialog::take(const QString& path)
{
    const Result<JobDescription> job = openJobDescription(QFile::encodeName(path).toStdString());
    if (!job) {
        m_verdict->setText(messageText(job.error()));
        return false;
    }
    setJob(*job);
    return true;
}

QString DescribeDialog::verdict() const { return m_verdict->text(); }
bool DescribeDialog::isUsable() const { return m_isUsable; }

/// A model without a layout can be planned as well: the search finds one.
void DescribeDialog::check()
{
    m_checkDelay->stop();
    const Result<JobDescription> job = readJobDescription(m_text->toPlainText().toStdString(), "bubblejob");
    m_isUsable = bool(job);
    m_open->setEnabled(m_isUsable);
    if (!job) {
        m_verdict->setText(messageText(job.error()));
        return;
    }
    const Result<Hardware> chosen = hardwareCatalog().find(hardware().toStdString());
    const Hardware& machine = chosen ? *chosen : defaultHardware();
    QStringList words {tr("%1 parameters").arg(formatNumber(job->model.parameters(), 3))};
    const Result<JobDescription> complete = completeLayout(*job, machine.gpusPerNode);
    const Result<PlannedStep> step = complete ? plannedStep(*complete, machine) : Result<PlannedStep>(complete.error());
    if (step) {
        PlanCandidate candidate;
        candidate.job = *complete;
        candidate.step = *step;
        words << planText(*complete) << tr("step %1").arg(formatDuration(step->stepNs()))
              << (machine.memoryBytes > 0
                         ? tr("fullest stage %1 of %2")
                               .arg(formatBytes(fullestBytes(candidate)), formatBytes(machine.memoryBytes))
                         : tr("fullest stage %1").arg(formatBytes(fullestBytes(candidate))));
        if (!step->fits)
            words << tr("does not fit");
    } else {
        words << tr("No step yet: %1").arg(messageText(step.error()));
    }
    m_verdict->setText(words.join(QStringLiteral(" · ")));
}

void DescribeDialog::accept()
{
    check();
    if (!m_isUsable)
        return;
    const QString name = jobField(text(), "name").simplified().replace(QLatin1Char(' '), QLatin1Char('_'));
    const QString plain = QString(name).remove(QLatin1Char('/')).remove(QLatin1Char('\\'));
    const QString ending = QStringLiteral(".bubblejob");
    QString path = askPath((plain.isEmpty() ? QStringLiteral("job") : plain) + ending);
    if (path.isEmpty())
        return;
    if (!path.endsWith(ending, Qt::CaseInsensitive))
        path += ending;
    if (const std::optional<Error> error = writeWholeFile(path, text().toUtf8())) {
        m_verdict->setText(messageText(*error));
        return;
    }
    emit described(path, hardware());
    QDialog::accept();
}

} // namespace bubblescope
