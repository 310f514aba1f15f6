#!/bin/sh
# Instruction counts of the hot loops. Needs valgrind; run from the project's folder. A count is the same from run to run
# (to some thousands), whatever else the machine does, so that a regression shows: the last table is in
# docs/performance.md.
set -eu
cargo bench --bench hot_loops --no-run 2>/dev/null
program=$(ls -t target/release/deps/hot_loops-* | grep -v '\.d$' | head -1)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf '| workload | million instructions |\n|---|---|\n'
for workload in svm ollawv olla-l2 nnisda mnsvm linear-svm linear-svm-sparse plain-ollawv; do
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$program" "$workload" >/dev/null 2>"$scratch/log"
    count=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$scratch/log")
    printf '| %s | %s |\n' "$workload" "$(echo "$count" | awk '{ printf "%.1f", $1 / 1e6 }')"
done
