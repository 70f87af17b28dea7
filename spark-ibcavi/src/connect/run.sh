#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts a Spark Connect server from Maven's artifacts with ibcavi on its class path, and fits and predicts there from
# Spark's JVM client:
#   mvn -q test-compile -pl spark-ibcavi -am && sh spark-ibcavi/src/connect/run.sh
# What is said behind it goes to Maven and chooses the server, as -Dspark.version=4.0.1 -Dmllib.version=4.0.1
# -Dscala.version=2.13.16 does.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work="$root/spark-ibcavi/target/connect"
mkdir -p "$work"
for side in server client; do
  mvn -q -B -f "$here/$side.xml" dependency:build-classpath -Dmdep.outputFile="$work/$side.cp" "$@"
done

# Rows of three classes, a point of the plane each, in LIBSVM's format.
awk 'BEGIN { srand(1); for (i = 0; i < 300; i++) { k = i % 3; printf "%d 1:%f 2:%f\n", k, rand() + k, rand() - k * k } }' > "$work/rows.txt"

opens=$(for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' "$package"
done)
: > "$work/server.log"
ours="$root/spark-ibcavi/target/classes:$root/shared-core/target/classes"
java -Xmx1g $opens -Dspark.master='local[2]' -Dspark.app.name=connect -Dspark.ui.enabled=false \
  -Dspark.driver.host=127.0.0.1 -Dspark.connect.grpc.binding.address=127.0.0.1 \
  -cp "$ours:$(cat "$work/server.cp")" \
  org.apache.spark.sql.connect.service.SparkConnectServer >> "$work/server.log" 2>&1 &
server=$!
trap 'kill $server' EXIT
tries=0
until grep -q 'server started at' "$work/server.log"; do
  tries=$((tries + 1))
  if [ $tries -gt 180 ]; then
    echo "no server; see $work/server.log" >&2
    exit 1
  fi
  sleep 1
done

javac -nowarn -d "$work" -cp "$(cat "$work/client.cp")" "$here/ConnectClient.java"
java $opens -cp "$work:$(cat "$work/client.cp")" ConnectClient sc://127.0.0.1:15002 "$work/rows.txt"
