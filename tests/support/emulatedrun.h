// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// What the parts of a mixture-of-experts (or dense) transformer take on one machine, in ms: random, about as a
/// measured run of 16 GPUs on two hosts had it. The same costs give a run of any layout.
struct HiddenCosts {
    explicit HiddenCosts(uint32_t seed);
    /// Most tokens go to a few experts, as a router without a loss for balance sends them.
    void skewShares();
    /// As they were recorded: of each two experts together, and one of them alone.
    void takeRecordedShares();

    uint32_t seed;
    int layers = 8;
    int tokens = 1024; ///< of a microbatch
    bool hasExperts = true;
    bool exchangesAlone = false; ///< a single expert-parallel rank records exchanges with itself
    double noise = 0.01;

    double attention, router, residual, layerEnd, layerBegin; ///< of a layer: three forward, two backward
    double perExpert, perToken, perExpertBack, perTokenBack;  ///< of experts
    double embedding, embeddingBack, head, headBack, loss;
    double shares[8]; ///< of the tokens, by expert
    double firstSlower;
    double linkMs, linkSpeed, networkMs, networkSpeed; ///< of messages; GB/s
    double ring, allOfNode, cardSpeed;                 ///< GB/s of all-reduces; of a network card
    double callMs, copySpeed, optimizerPerGigaweight, gap;
    std::vector<double> slowness; ///< by rank

private:
    /// By the parameter of a gamma distribution.
    void drawShares(std::mt19937& random, double evenness);
};

/// A recorded step of 16 ranks under 1F1B, event by event, as files of Echo's tracer. It shares nothing with the
/// program.
class EmulatedRun {
public:
    EmulatedRun(const HiddenCosts& costs, int stages, int expert);

    /// Path and text of the file of each rank.
    const std::vector<std::pair<std::string, std::string>>& files() const { return m_files; }
    double stepMs() const { return m_stepMs; }
    double pipelineMs() const { return m_pipelineMs; }

private:
    /// Time that passes, or ranks that meet: all wait for the last one, and then for the transfer.
    struct Piece {
        double ms = 0;
        std::vector<size_t> meetings;
    };
    struct Meeting {
        int missing = 0;
        double latest = 0;
        double ms = 0;
    };
    /// Pieces [first, last) of a rank, with the text of their record up to its duration and from there to its time.
    struct Record {
        std::string before;
        std::string behind;
        size_t first = 0;
        size_t last = 0;
        std::vector<Record> parts;
    };
    struct Rank {
        int number = 0;
        int stage = 0;
        int place = 0; ///< among the replicas of its stage
        std::vector<Piece> pieces;
        std::vector<double> ends; ///< by piece; its begin is the end of the former
        std::vector<Record> records;
    };

    double varied(double ms);
    void build(Rank& rank);
    void addWarmupAndPasses(Rank& rank);
    void addForward(Rank& rank, int microbatch, const char* phase);
    void addBackward(Rank& rank, int microbatch, const char* phase);
    void addMessages(Rank& rank, const std::vector<std::pair<const char*, int>>& legs, const char* phase);
    void addEnd(Rank& rank);
    void compute(Rank& rank, double ms, double slower = 1);
    void exchange(Rank& rank, const char* function, double rows);
    void meet(Rank& rank, const std::string& key, int members, double ms);
    void host(Rank& rank, const char* operation, int microbatch, const char* phase, double ms);
    Record& begin(Rank& rank, const char* operation, int microbatch, const char* phase, const std::string& shape,
        const char* group, double gap);
    double tokensOf(const Rank& rank) const;
    double allReduceMs(double weights, int ranks, int stride);
    void play();
    void write();

    const HiddenCosts& m_costs;
    int m_stages;
    int m_expert;
    int m_replicas;
    int m_microbatches;
    std::mt19937 m_random;
    std::vector<Rank> m_ranks;
    std::vector<Meeting> m_meetings;
    std::map<std::string, size_t> m_meetingOf;
    std::map<std::string, int> m_number; ///< of collectives so far, by rank and group
    std::vector<std::pair<std::string, std::string>> m_files;
    double m_stepMs = 0;
    double m_pipelineMs = 0;
};
