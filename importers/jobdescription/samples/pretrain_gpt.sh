#!/bin/bash
# GPT of 345 million parameters on two nodes
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NUM_NODES=${NUM_NODES:-2}
TP=2

DISTRIBUTED_ARGS="
    --nproc_per_node $GPUS_PER_NODE \
    --nnodes $NUM_NODES
"
GPT_MODEL_ARGS=(
    --num-layers 24
    --hidden-size 1024 # 16 heads of 64
    --num-attention-heads 16
    --seq-length 1024
    --max-position-embeddings=1024
    --vocab-size 50257
)
TRAINING_ARGS=(
    --micro-batch-size 4
    --global-batch-size 64
    --bf16
    --recompute-granularity full --recompute-method block --recompute-num-layers 3
)
torchrun $DISTRIBUTED_ARGS pretrain_gpt.py \
    ${GPT_MODEL_ARGS[@]} \
    ${TRAINING_ARGS[@]} \
    --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 4 \
    --use-distributed-optimizer \
    --save "$(date +%s)/checkpoints"
