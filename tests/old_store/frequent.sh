# Answers the class that is `rank`-th most frequent in the training part. The last argument is the folder of the fit.
set -e
cd "$1"
rank=$(sed -n 's/.*"rank" *: *\([0-9]*\).*/\1/p' params.json)
class=$(sed 1d train.csv | sed 's/.*,//' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //' | sed -n "${rank}p")
{ echo label; sed 1d test.csv | sed "s/.*/$class/"; } > predictions.csv
