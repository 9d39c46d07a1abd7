# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2154  # gpu_day.sh assigns them
# What gpu_day.sh measures, in this order. A limit is about twice what the step should take, in
# seconds; what stands behind the / is the small plan of a rehearsal.

# own_kernels: the steps of Duelo's own ladder that are worth their time at these sizes, as the
# engine names them today: a new one is measured without a change here.
own_kernels() {
    "${engine[@]}" matmul --help | sed -n 's/^ *--kernel TEXT[ .]*//p' | tr ',' '\n' |
        sed -n '/^matmul_/p' | paste -sd ','
}

# G12, G13, G14. The library is cuBLAS.
products() {
    local kernels small=(matmul --device cpu --n 64 --kernel "loop_order,library" --precision fp32)
    local words=(matmul --device cuda --preset quick)
    kernels="$(own_kernels)" || kernels=""
    [[ -z $kernels ]] || words+=(--kernel "$kernels,library")  # else all that there are
    measure products fp32-4096 45 "${words[@]}" --precision fp32 --n 4096 / "${small[@]}"
    measure products fp16-4096 40 "${words[@]}" --precision fp16 --n 4096 / "${small[@]}"
    measure products fp32-8192 45 "${words[@]}" --precision fp32 --n 8192 / "${small[@]}"
    measure products fp16-8192 45 "${words[@]}" --precision fp16 --n 8192 / "${small[@]}"
    measure products others-4096 50 "${words[@]}" --precision tf32,bf16 --n 4096 / "${small[@]}"
    measure products all-2048 50 "${words[@]}" --precision fp32,fp16 --n 2048 / "${small[@]}"
}

# G17, G18: where an epoch goes stands in the records.
training() {
    local ways=(--device cuda --mode "eager,fused,graph" --precision "fp32,tf32,bf16" --preset quick)
    local small=(--device cpu --mode eager --precision fp32 --epochs 1)
    measure training mlp 50 train --model mlp --data digits --batch 64 --epochs 25 "${ways[@]}" / \
        train --model mlp --data digits --batch 256 "${small[@]}"
    measure training lab_alexnet 60 train --model lab_alexnet --data textures --batch 32 --epochs 25 \
        "${ways[@]}" / train --model lab_alexnet --data textures --batch 64 "${small[@]}"
}

# Whole default plans, CPU and GPU: what others get as a reference must not be cut off, so the long
# ones are measured with the preset quick.
references() {
    step_self_test
    measure references infer 75 infer / infer --size 64
    measure references train 75 train / train --epochs 1 --mode eager
    measure references matmul 90 matmul --preset quick / matmul --n 64 --kernel library
    measure references max-pool 60 max-pool --preset quick / max-pool --size 64 --kernel rows
    measure references transfer 60 transfer --preset quick / transfer --bytes 4096 --threads 1
    measure references pi 40 pi --preset quick / pi --samples 10000 --how loop
    measure references roofs 60 roofs --preset quick / roofs --kind lock
    measure references stopwatch 45 stopwatch --preset quick / \
        stopwatch --work "pi --samples 10000 --how loop" --stopwatch "right,handout"
}

step_self_test() {
    if [[ $mode == run ]]; then
        step references self-test 45 became "${engine[@]}" self-test
    else  # on two processors it takes minutes
        step references self-test 600 seen "${engine[@]}" self-test
    fi
}

# G6 to G9 against Python. Compiling one network takes more than a minute: its own step, last.
peers() {
    local script=(python3 "$here/gpu_peers.py" "${engine[0]}")
    local quick="python eager,cuda graph,onnxruntime,tensorrt"
    if [[ $mode == run ]]; then
        step peers eager 90 became "${script[@]}" "$out/now/eager.jsonl" --peers "$quick"
        step peers compile 240 became "${script[@]}" "$out/now/compile.jsonl" --peers "torch.compile"
        return 0
    fi
    step peers eager "$glance_seconds" seen "${script[@]}" "$work/seen.jsonl" --peers "$quick" --list
    step peers compile "$glance_seconds" seen "${script[@]}" "$work/seen.jsonl" --peers "torch.compile" --list
    step peers "eager small" "$small_seconds" became "${script[@]}" "$out/now/eager.jsonl" --device cpu \
        --peers "$quick" --networks mobilenet_v2 --batches 1 --precisions fp32 --size 64 --seconds 0.1
}

# A GPU by its other door. Left out where the programs or the machine have none.
opencl() {
    local words=(pi --device opencl --preset quick --no-report --out "$out/now/pi.duelo")
    step opencl pi 30 opencl_became "${engine[@]}" "${words[@]}"
}

opencl_became() {
    case "$1" in
        2) echo "left out: $(last_said)" ;;
        *) became "$@" ;;
    esac
}

all_steps() {
    local group
    for group in "${groups[@]}"; do "$group"; done
}
