// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernelnames.h"

#include "chakragraph.h"
#include "deviceprocesses.h"
#include "eventmeaning.h"
#include "rowmeaning.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_kernelnames {

class TstKernelNames : public QObject {
    Q_OBJECT

    static KernelNamesPtr made(std::string_view json)
    {
        Result<KernelNamesPtr> names = kernelNamesOf(json);
        return names ? *names : nullptr;
    }

private slots:
    void librariesAreKnown_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("category");
        QTest::addColumn<int>("operation");
        const auto row = [](const char* name, Category category, Operation operation) {
            QTest::newRow(name) << QString::fromLatin1(name) << int(category) << int(operation);
        };
        const Category ep = Category::ExpertComm;
        const Category tp = Category::TensorComm;
        const Category any = Category::OtherComm;
        row("void deep_ep::intranode::dispatch<8, 512, 8192>(int4*, float*)", ep, Operation::AllToAll);
        row("void deep_ep::internode_ll::combine<(bool)1, (int)7168>(void *)", ep, Operation::AllToAll);
        row("void deep_ep::intranode::notify_dispatch<8>(int const*, int*)", ep, Operation::AllToAll);
        row("void deep_ep::intranode::barrier<8>(int**, int)", ep, Operation::Other);
        row("void deep_ep::layout::get_dispatch_layout<256, 32, 8>(long const*)", Category::OtherCompute,
            Operation::Other);
        row("void uccl::internode_ll::dispatch<true, 7168>(void*)", ep, Operation::AllToAll);
        row("void dpsk::ep::internode::cached_notify<false>(int, int, int)", ep, Operation::AllToAll);
        row("void dpsk::ep::internode::dispatch<false, 8, true, 8>(int4*, float*)", ep, Operation::AllToAll);
        row("void hybrid_ep::dispatch_kernel<hybrid_ep::tmp_state_t>(int)", ep, Operation::AllToAll);
        row("void hybrid_ep::combine_kernel<4>(int)", ep, Operation::AllToAll);
        row("void hybrid_ep::scan<4>(int)", Category::OtherCompute, Operation::Other);
        row("void hybrid_ep::device_sync_kernel(int*)", ep, Operation::Other);
        row("nccl_ep_jit_ht_dispatch_kernel", ep, Operation::AllToAll);
        row("mooncake_ep_jit_dispatch_kernel", ep, Operation::AllToAll);
        row("EpDispatchIntraNodeKernel_bf16", ep, Operation::AllToAll);
        row("EpDispatchLowLatencyAsyncSendCopy_bf16", ep, Operation::AllToAll);
        row("EpCombineLowLatencyAsyncRecvTransfer_bf16", ep, Operation::AllToAll);
        row("EpDispatchInterNodeV1KernelLowLatency_bf16_stdmoe", ep, Operation::AllToAll);
        row("EpDispatchCopyToStaging_bf16", Category::OtherCompute, Operation::Other);
        row("EpCombineSyncBarrier_bf16", ep, Operation::Other);
        row("OneShotAll2allSdmaKernel_u32", any, Operation::AllToAll);
        row("OneShotAllGatherSdmaKernel_u32", any, Operation::AllGather);
        row("SdmaReduceScatterKernel_f32", any, Operation::ReduceScatter);
        row("ReduceScatterLocalReduceKernel_f32", Category::OtherCompute, Operation::Other);
        row("OneShotBroadcastSdmaSubGroupKernel_u32", any, Operation::Broadcast);
        row("void mori::moe::EpCombineInterNodeV1Kernel<hip_bfloat16>(int)", ep, Operation::AllToAll);
        row("a2a_dispatch_recv_kernel", ep, Operation::AllToAll);
        row("void a2a_combine_send_kernel<16, 8>(unsigned long)", ep, Operation::AllToAll);
        row("void (anonymous namespace)::dispatchKernel<4, true>(int)", ep, Operation::AllToAll);
        row("tensorrt_llm::kernels::moe_a2a::moeA2ADispatchKernel(int const*)", ep, Operation::AllToAll);
        row("tensorrt_llm::kernels::moe_a2a::moeA2APrepareDispatchKernel(int*)", Category::OtherCompute,
            Operation::Other);
        row("MoeDistributeCombineV2", ep, Operation::AllToAll);
        row("void kuserbuffers_pushsend(int*, int*, int4*, int4*, int)", tp, Operation::Other);
        row("void kuserbuffers_pushsendrecv(int*, int*)", tp, Operation::Other);
        row("void userbuffers_fp16_sum_inplace_gpu_rr_rs<8>(int)", tp, Operation::ReduceScatter);
        row("void userbuffers_fp16_sum_inplace_gpu_mc_rs_oop<8>(int)", tp, Operation::ReduceScatter);
        row("void userbuffers_fp16_sum_inplace_gpu_rw_ag<2>(int)", tp, Operation::AllGather);
        row("void userbuffers_fp16_sum_inplace_gpu_mc<8>(int)", tp, Operation::AllReduce);
        row("void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(int)", any,
            Operation::AllReduce);
        row("void c10d::one_shot_all_reduce_kernel<float, 16, 8, false>(int)", any, Operation::AllReduce);
        row("void quickreduce::allreduce_prototype_twoshot<int>(int)", any, Operation::AllReduce);
        row("void aiter::cross_device_reduce_2stage<__half, 8>(int)", any, Operation::AllReduce);
        row("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot<1>(int)", any,
            Operation::AllReduce);
        row("void c10d::two_shot_all_reduce_kernel_inplace<c10::BFloat16, 16, 8>(int)", any, Operation::AllReduce);
        row("void kuserbuffers_pullsend(int, int, int*, int*)", tp, Operation::Other);
        row("nvshmemi_alltoall_on_stream_kernel", any, Operation::AllToAll);
        row("void barrier_on_stream_kernel_threadgroup<(threadgroup_t)1>(int, int)", any, Operation::Other);
        row("mscclKernel_Sum_hip_bfloat16_Simple_false(ncclDevComm*, mscclAlgo*)", any, Operation::Other);
        row("oneccl_allreduce_pcie", any, Operation::AllReduce);
        row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", any, Operation::Other);
        row("ncclDevKernel_Generic_4", any, Operation::Other);
        row("hcom_reduceScatter__420_0_1", any, Operation::ReduceScatter);
    }

    void librariesAreKnown()
    {
        QFETCH(QString, name);
        QFETCH(int, category);
        QFETCH(int, operation);
        const std::optional<KernelNames::Meaning> meaning = KernelNames::builtin()->meaningOf(name.toStdString());
        QVERIFY(meaning);
        QCOMPARE(int(meaning->category), category);
        QCOMPARE(int(meaning->operation), operation);
    }

    void computeStaysCompute()
    {
        for (const char* name : {"void at::native::reduce_kernel<512, 1>", "ampere_sgemm_128x64_tn", "flash_fwd_kernel",
                 "void cutlass::device_kernel<GroupedGemm>", "stepDispatchKernel", "at::native::elementwise_kernel<4>"})
            QVERIFY2(!KernelNames::builtin()->meaningOf(name), name);
        // Inductor names a kernel after all that it fuses.
        const auto fused = KernelNames::builtin()->meaningOf("triton_poi_fused_add_all_reduce_wait_tensor_3");
        QVERIFY(fused && fused->category == Category::OtherCompute);
    }

    void theUsersEntriesComeFirst()
    {
        const KernelNamesPtr names = made(R"([
            {"match": "My_A2A*", "operation": "all-to-all", "group": "ep"},
            {"match": "*a2a*", "operation": "broadcast"},
            {"match": "ncclDevKernel_SendRecv*", "operation": "compute"},
            {"match": "*reducer"},
            {"match": "exact", "operation": "communication", "group": "tp"}
        ])");
        QVERIFY(names);
        const auto is = [&](std::string_view name, Category category, Operation operation) {
            const auto meaning = names->meaningOf(name);
            return meaning && meaning->category == category && meaning->operation == operation;
        };
        QVERIFY(is("void my_a2a_kernel<8>(int*)", Category::ExpertComm, Operation::AllToAll));
        QVERIFY(is("other_a2a", Category::OtherComm, Operation::Broadcast));
        QVERIFY(is("ncclDevKernel_SendRecv(int)", Category::OtherCompute, Operation::Other));
        QVERIFY(is("allgather_reducer", Category::OtherComm, Operation::AllGather));
        QVERIFY(is("exact", Category::TensorComm, Operation::Other));
        QVERIFY(is("ncclDevKernel_AllGather(int)", Category::OtherComm, Operation::AllGather));
        QVERIFY(!names->meaningOf("exactly"));
        QVERIFY(!names->meaningOf("reducer_of_norms"));
    }

    void everyReaderAsks()
    {
        const KernelNamesPtr names
            = made(R"([{"match": "fused_moe_exchange", "operation": "all-to-all", "group": "ep"}])");
        QVERIFY(names);
        const EventMeaning event = meaningOfEvent("fused_moe_exchange", "kernel", *names);
        QCOMPARE(event.place, EventPlace::Communication);
        QCOMPARE(event.category, Category::ExpertComm);
        QCOMPARE(event.operation, Operation::AllToAll);
        QCOMPARE(meaningOfDeviceWork("fused_moe_exchange", *names).operation, Operation::AllToAll);
        QCOMPARE(meaningOfRow("fused_moe_exchange", {}, {}, *names).category, Category::ExpertComm);
        ChakraNode node;
        node.name = "fused_moe_exchange";
        node.isOnHost = false;
        QCOMPARE(meaningOfNode(node, *names).category, Category::ExpertComm);
    }

    void aMistakeIsToldWithItsLine_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const char* json, const char* told) {
            QTest::newRow(name) << QString::fromLatin1(json) << QString::fromLatin1(told);
        };
        row("no list", "{}", "line 1: no list");
        row("nothing", "", "line 1: no list");
        row("no object", "[\n\"a\"]", "line 2: an entry is an object");
        row("unknown key", "[\n {\"match\": \"a\",\n  \"kind\": \"x\"}]",
            "line 3: an entry has match, operation and group");
        row("no match", "[{\"match\": \"a\"},\n {\"operation\": \"reduce\"}]", "line 2: an entry says which names");
        row("matches all", "[\n\n{\"match\": \"**\"}]", "line 3: an entry says which names");
        row("no text", "[{\"match\": 7}]", "line 1: \"match\" is no text");
        row("unknown operation", "[{\"match\": \"a\",\n \"operation\": \"gossip\"}]",
            "line 2: \"gossip\" is no operation");
        row("a pass", "[{\"match\": \"a\", \"operation\": \"forward\"}]", "line 1: \"forward\" is no operation");
        row("unknown group", "[{\"match\": \"a\", \"operation\": \"reduce\",\n\n \"group\": \"us\"}]",
            "line 3: \"us\" is no group");
        row("group of compute", "[{\"match\": \"a\", \"operation\": \"compute\", \"group\": \"ep\"}]",
            "line 1: only communication");
        row("no comma", "[{\"match\": \"a\"}\n {\"match\": \"b\"}]", "line 2: a comma");
        row("no comma inside", "[{\"match\": \"a\"\n \"group\": \"b\"}]", "line 2: a comma");
        row("cut off", "[{\"match\": \"a\"},\n{\"match\": \"b", "line 2: an entry does not end");
        row("comma at the end", "[{\"match\": \"a\"},\n]", "line 2: an entry is an object");
        row("more behind", "[]\n[]", "line 2: something follows");
    }

    void aMistakeIsToldWithItsLine()
    {
        QFETCH(QString, json);
        QFETCH(QString, told);
        const Result<KernelNamesPtr> names = kernelNamesOf(json.toStdString());
        QVERIFY(!names);
        const QString message = QString::fromStdString(names.error().message.text());
        QVERIFY2(message.startsWith(told), qPrintable(message));
        QVERIFY(!names.error().advice.empty());
    }

    void tablesAreToldApart()
    {
        QVERIFY(KernelNames::builtin()->text().empty());
        QVERIFY(made("[]")->text().empty());
        const std::string a = made(R"([{"match": "a"}])")->text();
        QVERIFY(!a.empty());
        QCOMPARE(made(R"([ {"match" : "a" } ])")->text(), a);
        QVERIFY(made(R"([{"match": "b"}])")->text() != a);
        QVERIFY(made(R"([{"match": "a", "operation": "reduce"}])")->text() != a);
        QVERIFY(made(R"([{"match": "a", "group": "ep"}])")->text() != a);
    }

    void aTableIsReadAgain()
    {
        const std::string table
            = "[\n"
              "    {\"match\": \"a \\\"b\\\" \\\\ *\", \"operation\": \"all-to-all\", \"group\": \"ep dp\"},\n"
              "    {\"match\": \"*c\"}\n"
              "]\n";
        QVERIFY(made(table));
        QCOMPARE(made(table)->text(), table);
        const std::string quoted = made("[{\"match\": \"a*\", \"group\": \"tp\\\"x\"}]")->text();
        QCOMPARE(made(quoted)->text(), quoted);
    }
};

BUBBLESCOPE_TEST(TstKernelNames, QCoreApplication)

} // namespace bubblescope::tst_kernelnames

#include "tst_kernelnames.moc"
