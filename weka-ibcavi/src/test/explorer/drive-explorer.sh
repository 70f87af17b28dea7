#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Opens a real Explorer on a screen of its own, chooses IBCavi, cross-validates it on glass, opens
# the pictures of the result list, exports the model and stops a long fit; then compares IBCavi in the
# Experimenter and cross-validates it in the KnowledgeFlow. Takes screenshots of all that. From the root:
#
#   weka-ibcavi/src/test/explorer/drive-explorer.sh [folder for the screenshots]
#
# Needs a JDK with a screen, Xvfb and a window manager; on Debian: openjdk-17-jdk xvfb openbox.
set -eu
root=$(cd "$(dirname "$0")/../../../.." && pwd)
shots=${1:-$root/weka-ibcavi/target/screenshots}
mkdir -p "$shots"
shots=$(cd "$shots" && pwd)

manager=
number=$(mktemp)
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3>"$number" 2>/dev/null &
screen=$!
trap 'kill $manager $screen 2>/dev/null; rm -f "$number"' EXIT
for wait in 1 2 3 4 5 6 7 8 9 10; do
  [ -s "$number" ] && break
  sleep 1
done
[ -s "$number" ] || { echo "Xvfb did not start" >&2; exit 1; }
DISPLAY=:$(cat "$number")
export DISPLAY
openbox 2>/dev/null &
manager=$!

cd "$root"
for drive in DriveExplorer DriveTools; do
  mvn ${MAVEN_ARGS:-} -q package -DskipTests -Dmaven.javadoc.skip -Dmaven.source.skip -Pexplorer \
    -Dexplorer.scope=test -Dexplorer.main=org.ibcavi.weka.explorer.$drive \
    -Dexplorer.args="$root/weka-ibcavi/src/test/resources/glass.arff $shots" \
    -pl weka-ibcavi -am
done
rm -f "$root/weka-ibcavi/model.ibcavi" # what the drive of the menu exported
ls "$shots"
