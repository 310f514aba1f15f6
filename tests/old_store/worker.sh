# The most frequent class of the training part, as a worker. It learns from the last line of data.
echo '{"tribunal": 1}'
while read -r line; do
  case "$line" in
    *'"do":"data"'*)
      rows=$(echo "$line" | sed 's/.*"test":{"rows":\([0-9]*\).*/\1/')
      class=$(echo "$line" | sed 's/.*"y":\[\([0-9,]*\)\].*/\1/' | tr , '\n' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //;1q') ;;
    *'"do":"fit"'*) echo '{"facts":{"class":'"$class"'}}' ;;
    *'"do":"predict"'*)
      labels=$(i=0; while [ $i -lt $rows ]; do printf '%s,' "$class"; i=$((i+1)); done)
      echo '{"labels":['"${labels%,}"']}' ;;
  esac
done
