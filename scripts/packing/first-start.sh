#!/usr/bin/env bash
# Starts an installed Helve on a data folder of its own. Passes where its host has opened that folder, nothing was reported,
# and the app still runs after 20 seconds.
set -euo pipefail
app=$1
data=$(mktemp -d)
"$app" "--data=$data" > "$data/output" 2>&1 &
process=$!
sleep 20
if kill -0 "$process" 2> /dev/null && [ -d "$data/host" ] &&
  ! grep -E "could not (start|be loaded|be started)|unhandled error" "$data/output"; then
  kill "$process"
  echo "$app opened."
  exit 0
fi
echo "$app did not open:"
cat "$data/output"
exit 1
