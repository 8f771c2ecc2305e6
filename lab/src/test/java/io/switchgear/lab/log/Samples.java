// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** A short log of each format. */
final class Samples {
  private Samples() {}

  static String of(LogFormat format) {
    return switch (format) {
      case ACCESS ->
          """
          10.0.0.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 2030 "-" "curl" 0.1 0.1
          10.0.0.1 - - [17/May/2015:10:05:04 +0000] "GET /a HTTP/1.1" 502 0 "-" "c" 0.3 0.1, 0.2
          10.0.0.1 - - [17/May/2015:10:05:05 +0000] "GET /a HTTP/1.1" 304 0 "-" "c" 0.0 -
          """;
      case HAPROXY ->
          """
          haproxy[1]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 \
          10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /a HTTP/1.1"
          haproxy[1]: 10.0.1.2:33317 [06/Feb/2009:12:14:15.655] http-in static/<NOSRV> \
          0/0/-1/-1/+5000 503 0 - - sC-- 1/1/1/1/0 0/0 "GET /a HTTP/1.1"
          """;
      case JSON ->
          """
          {"timestamp":"2026-01-01T00:00:00Z","duration_ms":12,"status":200,"url":"https://a/b"}
          {"timestamp":1767225601,"duration":"1.5s","status":null,"error":"refused","key":"k"}
          """;
      case CSV ->
          """
          start_epoch_ms,duration_ms,target,status,error
          1763983305000,1550,"a ""b"" c",200,
          1763983307000,0,c,,no_response
          """;
      case HAR ->
          """
          {"log": {"version": "1.2", "entries": [
          {"startedDateTime": "2026-01-01T00:00:00.000+01:00", "time": 12.5,
           "request": {"method": "POST", "url": "https://a/b"}, "response": {"status": 201}},
          {"startedDateTime": "2026-01-01T00:00:01.000+01:00", "time": 3,
           "request": {"method": "GET", "url": "https://a/b"}, "response": {"status": 0}}]}}
          """;
    };
  }
}
