#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the whole example on this machine, in about two minutes:
#
#   sh run.sh gateway|library [options of the program, such as --documents 1000]
#
# Three stubs stand for the services, the accounting API among them cuts its limit; with "gateway"
# a gateway stands before them. What they print is kept in a temporary folder, which the first line
# names. Everything is stopped at the end.

set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
jar=$here/target/invoice-pipeline.jar
api=http://127.0.0.1:8081

via=${1:-gateway}
case $via in
  gateway | library) [ $# -eq 0 ] || shift ;;
  *)
    echo 'run.sh: say gateway or library' >&2
    exit 2
    ;;
esac

command -v curl >/dev/null || {
  echo 'run.sh: curl not found' >&2
  exit 2
}
logs=$(mktemp -d)
started=

stop() {
  trap - EXIT INT TERM
  # shellcheck disable=SC2086
  [ -z "$started" ] || kill $started 2>/dev/null || true
  wait
}

# Starts a switchgear command in the background and waits until it says that it is ready.
start() {
  name=$1
  shift
  : >"$logs/$name.log"
  "$root/switchgear" "$@" >>"$logs/$name.log" 2>&1 &
  process=$!
  started="$started $process"
  until grep -q '^Ready: ' "$logs/$name.log"; do
    if ! kill -0 "$process" 2>/dev/null; then
      echo "run.sh: $name did not start:" >&2
      cat "$logs/$name.log" >&2
      exit 1
    fi
    sleep 0.1
  done
  sed -n 's/^Ready: //p' "$logs/$name.log"
}

is_stale() {
  [ -f "$jar" ] || return 0
  [ -n "$(find "$here/pom.xml" "$here/src/main" "$root/core/src/main" "$root/http/src/main" \
    -newer "$jar" -print)" ]
}

build() {
  echo 'Building the example …' >&2
  (cd "$root" && mvn -q -B -Dmaven.test.skip=true package -pl examples/invoice-pipeline -am) >&2
  touch "$jar"
}

trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

! is_stale || build
echo "Logs: $logs"
start ocr stub --port 8082 --latency 60ms-140ms
start classify stub --port 8083 --latency 20ms-40ms
[ "$via" = library ] || start gateway serve --config "$here/switchgear.yaml"
start erp stub --port 8081 --schedule "$here/stub-schedule.yaml"
echo
java -jar "$jar" --via "$via" "$@"
echo
echo 'What the accounting API counted by itself, for each key and in each second with a 429:'
curl -fsS "$api/_stub/stats" >"$logs/stats.json"
sed 's/.*"byKey":{//; s/},"others".*//; s/}},"/}}\
"/g; s/$/\
/' "$logs/stats.json" | sed -n 's/^"/  "/p'
sed 's/.*"perSecond":\[//; s/},{/}\
{/g' "$logs/stats.json" |
  sed -n 's/^{*"second":\([0-9]*\),"received":\([0-9]*\),.*"429":\([0-9]*\).*/  second \1: \2 calls, \3 of them answered with 429/p'
