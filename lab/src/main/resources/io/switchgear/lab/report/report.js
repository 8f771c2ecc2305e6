(() => {
  const charts = [];
  const color = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const pad = n => String(n).padStart(2, '0');
  const clock = s =>
    Math.floor(s / 3600) + ':' + pad(Math.floor(s / 60) % 60) + ':' + pad(Math.floor(s) % 60);
  // All labels of an axis have the same form: with seconds when one of them needs them.
  const clocks = at => at.map(s => at.every(t => t % 60 === 0) ? clock(s).slice(0, -3) : clock(s));
  const number = v => v == null ? '–' : v.toLocaleString('en', {maximumFractionDigits: v < 10 ? 2 : 0});
  // Steps that are whole minutes and hours where there is room for no less.
  const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

  // Behind the lines: the time of the trouble, and what was decided.
  const backdrop = data => u => {
    const {ctx, bbox} = u;
    ctx.save();
    if (data.band) {
      const [from, to] = data.band.map(s => u.valToPos(s, 'x', true));
      ctx.fillStyle = color('band');
      ctx.fillRect(from, bbox.top, to - from, bbox.height);
    }
    ctx.lineWidth = devicePixelRatio;
    for (const [at, look] of data.marks) {
      const x = u.valToPos(at, 'x', true);
      ctx.strokeStyle = color(look);
      ctx.globalAlpha = data.marks.length > 50 ? .25 : .7;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + 8 * devicePixelRatio);
      ctx.stroke();
    }
    ctx.restore();
  };

  const draw = () => {
    for (const chart of charts.splice(0)) chart.destroy();
    for (const script of document.querySelectorAll('script[data-chart]')) {
      const place = document.getElementById(script.dataset.chart);
      const data = JSON.parse(script.textContent);
      const axis = {stroke: color('soft'), grid: {stroke: color('rule'), width: 1}, ticks: {show: false}};
      const width = place.clientWidth;
      charts.push(new uPlot({
        width,
        height: Math.max(150, Math.min(220, width / 3)),
        cursor: {sync: {key: 'time'}, points: {show: false}},
        scales: {x: {time: false}, y: {range: (u, low, high) => [0, (data.top ?? (high || 1)) * 1.05]}},
        axes: [
          {...axis, incrs: steps, size: 32, values: (u, at) => clocks(at)},
          {...axis, size: 56, values: (u, at) => at.map(number)},
        ],
        series: [
          {label: 'at', value: (u, v) => v == null ? '–' : clock(v)},
          ...data.series.map(line => ({
            label: line.name,
            stroke: color(line.look),
            width: line.look === 'faint' ? 1 : 1.5,
            dash: line.look === 'faint' ? [4, 3] : undefined,
            fill: data.series.length === 1 ? color(line.look) + '33' : undefined,
            points: {show: false},
            value: (u, v) => number(v),
          })),
        ],
        hooks: {drawClear: [backdrop(data)]},
      }, [data.x, ...data.series.map(line => line.y)], place));
    }
  };

  let wait;
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) {
      width = innerWidth;
      clearTimeout(wait);
      wait = setTimeout(draw, 100);
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', draw);
  addEventListener('afterprint', draw);
  draw();
})();
