// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import io.switchgear.lab.simulate.Timeline;
import io.switchgear.lab.simulate.Timeline.Track;

/** A timeline with fewer points: each is made of as many slices as it takes. */
final class Points {
  private final Timeline timeline;
  private final int slicesPerPoint;
  private final int count;

  Points(Timeline timeline, int most) {
    this.timeline = timeline;
    // The last slice only begins when the run ends.
    int slices = Math.max(1, timeline.slices() - 1);
    this.slicesPerPoint = (slices + most - 1) / most;
    this.count = (slices + slicesPerPoint - 1) / slicesPerPoint;
  }

  double[] seconds() {
    double[] seconds = new double[count];
    for (int i = 0; i < count; i++) {
      seconds[i] = (double) i * slicesPerPoint * timeline.secondsPerSlice();
    }
    return seconds;
  }

  double[] perSecond(Track track) {
    return points(track, false);
  }

  double[] most(Track track) {
    return points(track, true);
  }

  private double[] points(Track track, boolean most) {
    int[] values = timeline.values(track);
    double[] points = new double[count];
    for (int i = 0; i < count; i++) {
      int begin = i * slicesPerPoint;
      int end = Math.min(begin + slicesPerPoint, values.length);
      double sum = 0;
      double greatest = 0;
      for (int j = begin; j < end; j++) {
        sum += values[j];
        greatest = Math.max(greatest, values[j]);
      }
      points[i] = most ? greatest : sum / (end - begin) / timeline.secondsPerSlice();
    }
    return points;
  }
}
