// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runlogimporter.h"

#include "deepspeedlog.h"
#include "describedlog.h"
#include "jobfacts.h"
#include "logcrash.h"
#include "loglines.h"
#include "logpattern.h"
#include "logpauses.h"
#include "mappingfiles.h"
#include "megatronlog.h"
#include "mlperflog.h"
#include "nccllines.h"
#include "optprime.h"
#include "runstarts.h"
#include "steplines.h"
#include "steptimes.h"
#include "taughtlines.h"
#include "textencoding.h"
#include "torchtitanlog.h"
#include "trainerlog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {
namespace {

// The longest line seen in a real log has 13 kB; a redirected progress bar without line breaks may be longer.
constexpr size_t longestLogLine = size_t(4) << 20;
// Text of this size without any log line is not a log.
constexpr uint64_t longestPreamble = uint64_t(64) << 20;
// Further starts in one file are the lines of something else.
constexpr size_t mostRuns = 1000;
// Confidence for text that merely looks like the start of a job's output: every other format takes precedence.
constexpr int perhaps = 5;

using Readers = std::array<std::unique_ptr<LogReader>, 9>;

/// In order of precedence for readers that found equally much.
Readers makeReaders()
{
    return {makeOptPrimeLogReader(), makeMegatronLogReader(), makeTorchTitanLogReader(), makeDeepSpeedLogReader(),
        makeStepTimesLogReader(), makeTrainerLogReader(), makeMlperfLogReader(), makeStepLinesReader(),
        std::make_unique<TaughtLinesReader>(builtinLogPatterns())};
}

/// A shell or launcher may print more than `head` holds before the program's first output: only reading on can
/// tell.
bool looksLikePreamble(std::string_view head)
{
    if (head.size() < sniffBytes)
        return false;
    for (const std::string_view mark :
        {"\n+ ", "\n++ ", "\n+++", "torch/distributed/", "torch.distributed.", "srun: ", "NCCL INFO", "NCCL version",
            "[default0]:", "[rank0]:", "DeepSpeed", "Megatron", "megatron", "(TaskRunner pid=", "%|", "\xE2\x94\x81"}) {
        if (logtext::find(head, mark) != std::string_view::npos)
            return true;
    }
    return false;
}

/// A log that is rotated while being written starts with zeros; after a crash of its host it may end with them.
std::string_view withoutPadding(std::string_view head)
{
    const size_t first = head.find_first_not_of('\0');
    return first == std::string_view::npos ? head.substr(0, 0)
                                           : head.substr(first, head.find_last_not_of('\0') - first + 1);
}

/// True if a head is text: a profile or archive may well contain one of our marks.
bool isText(std::string_view head)
{
    const auto isBinary = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\x1b' && c != '\b' && c != '\a';
    };
    const auto binary = std::count_if(head.begin(), head.end(), isBinary);
    return static_cast<size_t>(binary) * 20 <= head.size();
}

bool looksLikeJson(std::string_view head)
{
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return false;
    if (head[first] == '{')
        return !head.substr(first).starts_with("{'");
    if (head[first] != '[')
        return false;
    const size_t second = head.find_first_not_of(" \t\r\n", first + 1);
    return second != std::string_view::npos && (head[second] == '{' || head[second] == '[');
}

int surestReader(std::string_view head)
{
    int surest = 0;
    for (const auto& reader : makeReaders())
        surest = std::max(surest, reader->sniff(head));
    return surest;
}

/// The reader that found most steps, the user's before all; failing that, the first one that saw one of its marks.
LogReader* bestReader(const Readers& readers, TaughtLinesReader& taught)
{
    if (taught.evidence() > 0)
        return &taught;
    LogReader* best = nullptr;
    for (const auto& reader : readers) {
        if (reader->evidence() > (best ? best->evidence() : 0))
            best = reader.get();
    }
    // Megatron's iterations state the time of the step; step lines next to them are per rank.
    if (best && best->kind() == RunLog::Kind::StepTimes && readers[1]->evidence() > 0)
        best = readers[1].get();
    for (const auto& reader : readers) {
        if (!best && reader->hasMarks())
            best = reader.get();
    }
    return best;
}

std::string logName(const std::string& file)
{
    const size_t slash = file.rfind('/');
    std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    for (const std::string_view extension : {".gz", ".txt", ".log", ".out", ".err"}) {
        if (name.size() > extension.size() && name.ends_with(extension))
            name.erase(name.size() - extension.size());
    }
    return name;
}

void setFacts(RunLog& log, LogFacts facts)
{
    facts.complete();
    log.worldSize = facts.worldSize;
    log.tensorParallel = facts.tensor;
    log.pipelineParallel = facts.pipeline;
    log.dataParallel = facts.data;
    log.expertParallel = facts.expert;
    log.contextParallel = facts.context;
    log.microbatches = facts.microbatches;
    log.globalBatch = facts.globalBatch;
    log.microbatchSize = facts.microbatchSize;
    log.layerCount = facts.layers;
    log.sequenceLength = facts.sequence;
    log.modelName = facts.model.value_or("");
    log.parameters = facts.parameters;
    log.elapsedSeconds = facts.elapsedSeconds;
}

void setMemory(std::vector<LogStep>& steps, const std::map<int64_t, double>& memory)
{
    for (LogStep& step : steps) {
        const auto found = memory.find(step.step);
        if (found != memory.end() && !step.memoryGiB)
            step.memoryGiB = found->second;
    }
}

/// What a log says of one run: a file may hold several, one after the other.
struct LoggedRun {
    LoggedRun(const std::vector<LogPatternPtr>& patterns, const std::string& file) : taught(patterns)
    {
        found.setFile(file);
    }
    LoggedRun(const LoggedRun&) = delete;
    LoggedRun& operator=(const LoggedRun&) = delete;

    /// False where a taught pattern matches: nothing else is looked for then.
    bool readSteps(const LogLine& line)
    {
        if (taught.take(line, sheet))
            return false;
        for (const auto& reader : readers)
            reader->read(line, sheet);
        return true;
    }
    void readFacts(const LogLine& line)
    {
        described.read(line);
        readMachineFacts(line.text, sheet.machine);
        nccl.read(line);
    }
    LogReader* best() { return bestReader(readers, taught); }
    /// What all ranks of a pipeline print into one file has a start for each.
    bool mayBeFollowed()
    {
        const LogReader* const found = best();
        return found && found->kind() != RunLog::Kind::OptPrime && found->kind() != RunLog::Kind::StepTimes;
    }
    void dropFrom(uint64_t offset)
    {
        for (const auto& reader : readers)
            reader->dropFrom(offset);
        taught.dropFrom(offset);
    }

    Readers readers = makeReaders();
    TaughtLinesReader taught;
    ImportReport found; ///< dropped if the file turns out not to be a log
    LogSheet sheet {found};
    LogPauses pauses;
    DescribedLog described;
    LogCrashes crashes;
    NcclLines nccl;
};

/// The lines since the last step: if another run begins with the next one, it has told of itself in these.
class LinesBetweenSteps {
public:
    void add(const LogLine& line)
    {
        // Of more than a start prints, the last part counts.
        constexpr size_t mostText = size_t(1) << 18;
        if (m_text.size() + line.text.size() > mostText)
            clear();
        if (line.text.empty() || line.text.size() > mostText) // of colours alone, there may be any number
            return;
        m_text += line.text;
        m_lines.push_back({m_text.size(), line.offset});
    }
    void clear()
    {
        m_text.clear();
        m_lines.clear();
    }
    void replay(LoggedRun& run) const
    {
        size_t begin = 0;
        for (const Kept& kept : m_lines) {
            const LogLine line {std::string_view(m_text).substr(begin, kept.end - begin), kept.offset, false};
            if (run.readSteps(line))
                run.readFacts(line);
            begin = kept.end;
        }
    }

private:
    struct Kept {
        size_t end = 0; ///< in the text
        uint64_t offset = 0;
    };
    std::string m_text;
    std::vector<Kept> m_lines;
};

RunLog assembled(LoggedRun& run, LogReader& best, const std::string& file)
{
    LogSheet& sheet = run.sheet;
    RunLog log;
    log.name = toUtf8(logName(file));
    log.file = file;
    log.kind = best.kind();
    best.finish(log, sheet);
    for (const auto& reader : run.readers) {
        if (reader.get() != &best)
            reader->finish(log, sheet);
    }
    setMemory(log.steps, sheet.memoryGiB);
    run.pauses.finish(log);
    LogFacts facts = sheet.stated;
    facts.fillFrom(sheet.requested);
    setFacts(log, facts);
    log.machine = std::move(sheet.machine);
    run.described.finish(log);
    if (log.steps.empty() && log.blocks.empty() && log.rankSteps.empty())
        sheet.report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("no step is printed: the run ended before its first step or prints none"));
    return log;
}

/// Times and losses of the steps in a text.
size_t timesAndLossesIn(std::string_view text)
{
    LoggedRun run({}, {});
    uint64_t offset = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        run.readSteps({text.substr(0, end), offset, false});
        offset += end + 1;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    LogReader* const best = run.best();
    if (!best)
        return 0;
    size_t figures = 0;
    for (const LogStep& step : assembled(run, *best, {}).steps)
        figures += (step.stepMs ? 1 : 0) + (step.loss ? 1 : 0);
    return figures;
}

/// The width of lines that say nothing, or less, until they are joined again; 0 if there is none.
size_t widthOfBrokenLog(std::string_view head)
{
    const size_t width = brokenLineWidth(head);
    if (width == 0)
        return 0;
    KeptLines lines(head);
    if (lines.areOfContainer())
        return 0;
    lines.setWidth(width);
    const std::string joined = lines.printed(head);
    if (surestReader(head) == 0)
        return surestReader(joined) > 0 ? width : 0;
    // What stands in one piece of a line is found in both; lines of one length by chance have no more when joined.
    const size_t found = timesAndLossesIn(head);
    return timesAndLossesIn(joined) * 4 > found * 5 ? width : 0;
}

class RunLogImporter final : public ImporterWithChoices {
public:
    std::string_view id() const override;
    std::string_view displayName() const override;
    std::vector<std::string_view> filePatterns() const override;
    FormatFacts facts() const override
    {
        return {"what a trainer prints, redirected into a file", FormatFacts::Tests::Recordings, ClockPolicy::None,
            {{95, "the mark of one program; less by each reader of lines for wordings that several share"},
                {perhaps, "what programs print before the first step"}}};
    }
    int sniff(std::string_view head) const override;
    bool importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents, ImportReport& report,
        const ProgressFn& progress) const override;
};

/// What the user says of the lines of this log: of all logs, of those beside it, of what is kept.
std::vector<LogPatternPtr> taughtPatterns(const ImportChoices& choices, ImportReport& report)
{
    std::vector<LogPatternPtr> patterns;
    if (choices.logPattern)
        patterns.push_back(choices.logPattern);
    if (choices.mappingFile.ends_with(logPatternExtension)) {
        Result<LogPatternPtr> beside = LogPattern::read(choices.mappingFile);
        if (beside)
            patterns.push_back(std::move(beside).value());
        else
            report.add(IssueKind::BadHeader, std::nullopt,
                say("{} is not used: {}", choices.mappingFile.substr(choices.mappingFile.rfind('/') + 1),
                    beside.error().message));
    }
    patterns.insert(patterns.end(), choices.keptLogPatterns.begin(), choices.keptLogPatterns.end());
    return patterns;
}

void noteUnmatched(const TaughtLinesReader& taught, ImportReport& report)
{
    if (taught.seenLines() > 0)
        report.add(IssueKind::UnmatchedPattern, std::nullopt,
            say("none of {} lines matches the pattern; the first is \"{}\"", taught.seenLines(), taught.firstLine()));
}

/// Of a text without a step: what it tells all the same.
void noteStranger(LoggedRun& run, uint64_t losses, const std::string& path, ImportReport& report)
{
    if (run.nccl.areSeen()) {
        run.crashes.finish(report, std::nullopt, path);
        run.nccl.describe(run.sheet.machine.network, report);
    }
    if (losses >= fewestLosses)
        report.add(IssueKind::UnknownLog, std::nullopt, say("{} of its lines tell a loss", losses));
}

std::string_view RunLogImporter::id() const { return "run-log"; }

std::string_view RunLogImporter::displayName() const
{
    return "run log (opt_prime, Megatron, DeepSpeed, torchtitan, MLPerf, trainers)";
}

std::vector<std::string_view> RunLogImporter::filePatterns() const { return {"*.log", "*.out", "*.txt"}; }

int RunLogImporter::sniff(std::string_view head) const
{
    std::string ascii;
    if (looksLikeUtf16(head)) {
        ascii = asciiOfUtf16(head);
        head = ascii;
    }
    head = withoutPadding(withoutByteOrderMark(head));
    if (!isText(head))
        return 0;
    const KeptLines lines(head);
    if (lines.areOfContainer()) {
        const std::string printed = lines.printed(head);
        return std::max(surestReader(printed), perhaps);
    }
    if (looksLikeJson(head))
        return 0;
    const int surest = std::max(surestReader(head), looksLikePreamble(head) || NcclLines::areIn(head) ? perhaps : 0);
    // What is read of broken lines is certain enough: no other format has a step in what they make together.
    constexpr int joined = 60;
    return surest <= perhaps && widthOfBrokenLog(head) > 0 ? joined : surest;
}

bool RunLogImporter::importChosen(const ImportChoices& choices, ByteSource& source, FileContents& contents,
    ImportReport& report, const ProgressFn& progress) const
{
    const std::vector<LogPatternPtr> patterns = taughtPatterns(choices, report);
    auto run = std::make_unique<LoggedRun>(patterns, report.file());
    LogLines reader(source, longestLogLine, progress);
    reader.setWidth(patterns.empty() || run->taught.sniff(reader.head()) == 0 ? widthOfBrokenLog(reader.head()) : 0);
    RunStarts starts;
    LinesBetweenSteps between;
    std::string plain;
    bool isUtf16 = false;
    bool isFirst = true;
    bool isLog = false;
    bool isTaught = false;
    size_t runCount = 0;
    uint64_t losses = 0;
    const auto addRun = [&](LogReader& best, std::optional<int64_t> lastStep) {
        contents.runLogs.push_back(assembled(*run, best, source.name()));
        RunLog& log = contents.runLogs.back();
        log.crash = run->crashes.finish(run->found, lastStep, source.path());
        run->nccl.noteFaults(run->found);
        if (++runCount > 1)
            log.name += fmt::format(" ({})", runCount);
        isLog = true;
        isTaught |= run->taught.evidence() > 0;
        report.append(std::move(run->found));
    };
    while (!isUtf16 && reader.next()) {
        std::string_view text = reader.line();
        if (isFirst) {
            isUtf16 = looksLikeUtf16(text);
            isFirst = false;
        }
        if (reader.isOversized())
            run->found.add(IssueKind::OversizedLine, reader.offset(),
                say("a line of more than {} bytes was skipped", longestLogLine));
        if (text.empty() || reader.isOversized())
            continue;
        const LogLine line {logtext::withoutEscapes(text, plain), reader.offset(), reader.isUnterminated()};
        const std::optional<int64_t> before = run->sheet.lastOfAnyKind();
        bool isOther = run->readSteps(line);
        if (starts.isAnother(line, run->sheet.lastOfAnyKind(), run->crashes.isOpen()) && runCount < mostRuns
            && run->mayBeFollowed()) {
            run->dropFrom(line.offset);
            addRun(*run->best(), starts.lastOfRun());
            run = std::make_unique<LoggedRun>(patterns, report.file());
            between.replay(*run);
            isOther = run->readSteps(line);
        }
        if (run->sheet.lastOfAnyKind() != before)
            run->nccl.goOn();
        if (run->sheet.lastOfAnyKind() != before || std::exchange(run->sheet.isOver, false))
            between.clear();
        else
            between.add(line);
        isLog |= !isOther;
        if (!isOther)
            continue;
        losses += run->sheet.lastOfAnyKind() ? 0 : tellsLoss(line.text);
        run->crashes.read(line, run->sheet.lastOfAnyKind());
        run->pauses.read(line, run->sheet.lastStep);
        run->readFacts(line);
        if (reader.offset() > longestPreamble && !isLog) {
            // Of what NCCL prints, too, all must be read: what began may be complete in the end.
            isLog = run->nccl.areSeen() || std::any_of(run->readers.begin(), run->readers.end(), [](const auto& found) {
                return found->evidence() > 0 || found->hasMarks();
            });
            if (!isLog)
                break;
        }
    }
    const bool isCancelled = reader.isCancelled();
    reportSourceError(source, run->found);
    if (isUtf16)
        run->found.add(IssueKind::UnsupportedEncoding, 0, say("the log is UTF-16 text: save it as UTF-8"));

    isTaught |= run->taught.evidence() > 0;
    const bool isNamed = choices.logPattern || choices.mappingFile.ends_with(logPatternExtension);
    if (isNamed && !isTaught && !isUtf16 && !isCancelled)
        noteUnmatched(run->taught, report);
    if (LogReader* best = run->best()) {
        addRun(*best, run->sheet.lastOfAnyKind());
    } else if (runCount > 0 || isUtf16) {
        report.append(std::move(run->found));
    } else {
        contents.isForeign = !isCancelled;
        if (!isCancelled)
            noteStranger(*run, losses, source.path(), report);
    }
    return !isCancelled;
}

} // namespace

std::unique_ptr<Importer> makeRunLogImporter() { return std::make_unique<RunLogImporter>(); }

bool tellsLoss(std::string_view line)
{
    const size_t loss = std::min(line.find("loss"), line.find("Loss"));
    return loss != std::string_view::npos && line.find_first_of("0123456789", loss) != std::string_view::npos;
}

bool mayBeLog(std::string_view head) { return isText(withoutPadding(withoutByteOrderMark(head))); }

bool isTaughtLog(std::string_view head, const LogPattern& pattern)
{
    const TaughtLinesReader taught({LogPatternPtr(std::shared_ptr<void>(), &pattern)}); // borrowed
    return mayBeLog(head) && taught.sniff(printedLog(head)) > 0;
}

std::string printedLog(std::string_view text)
{
    text = withoutPadding(withoutByteOrderMark(text));
    KeptLines lines(text);
    lines.setWidth(widthOfBrokenLog(text));
    return lines.printed(text);
}

} // namespace bubblescope
