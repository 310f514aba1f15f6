#!/bin/sh
# Nearest centroid: a row belongs to the class whose mean is nearest. A method of Tribunal in the plainest of languages
# (docs/command.md). Parameter: power, of the distance sum |a - b|^power; 2 is Euclidean, 1 sums the differences.
#
# The folder of this fit is the last argument. It holds train.csv, test.csv, params.json and task.json.

set -eu
folder=$1

# The number after a name; both files have one entry a line.
number() {
    sed -n "s/^ *\"$2\": *\([-+.0-9eE]*\),*\$/\1/p" "$folder/$1"
}

power=$(number params.json power)
classes=$(number task.json classes)

awk -F , -v power="${power:-2}" -v classes="$classes" '
    FNR == 1 { file++; next }           # the names of the columns

    file == 1 {                         # a training row; its last field is the label
        count[$NF]++
        for (i = 1; i < NF; i++) sum[$NF, i] += $i
    }

    file == 2 {                         # a test row
        if (FNR == 2) {
            line = "label"
            for (c = 0; c < classes; c++) line = line ",s" c
            print line
        }
        best = -1
        line = ""
        for (c = 0; c < classes; c++) {
            distance = 0
            if (count[c] == 0) distance = 1e30     # a class without training rows is far away
            else for (i = 1; i <= NF; i++) {
                d = $i - sum[c, i] / count[c]
                if (d < 0) d = -d
                if (d > 0) distance += d ^ power
            }
            if (best < 0 || distance < nearest) { best = c; nearest = distance }
            line = line "," sprintf("%.17g", -distance)   # a score: larger means more likely
        }
        print best line
    }
' "$folder/train.csv" "$folder/test.csv" > "$folder/predictions.csv"
