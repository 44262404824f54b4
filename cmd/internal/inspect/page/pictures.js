// Pictures: plots of arrays, matrices as images, arrays of objects as grids.
'use strict';

const short = (v) => (v === null ? '–' : Number.isInteger(v) && Math.abs(v) < 1e9 ? grouped(v) : String(Number(v.toPrecision(5))));

function shape(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Round numbers between two values, a few of them. */
function ticks(low, high, most) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((f) => f * power >= rough);
  const list = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-9; v += step) list.push(Math.abs(v) < step * 1e-9 ? 0 : v);
  return list;
}

/** The plot of an array of numbers, so many pixels wide: between the least and greatest value of each place. */
async function plotOf(node, goTo, width) {
  const [height, left, right, top, bottom] = [220, 64, 10, 10, 22];
  const plot = await ask('plot', { id: node.id, n: Math.max(Math.floor(width - left - right), 50) });
  const box = make('div', {}, make('h3', { textContent: 'Plot' }));
  if (plot.min === null) return box.append(make('p', { className: 'note', textContent: 'no finite numbers' })), box;
  const pad = (plot.max - plot.min) * 0.04 || Math.abs(plot.max) * 0.1 || 1;
  const [low, high] = [plot.min - pad, plot.max + pad];
  const n = plot.low.length;
  const x = (i) => left + ((i + 0.5) / n) * (width - left - right);
  const y = (v) => top + (1 - (v - low) / (high - low)) * (height - top - bottom);
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `plot of ${plot.count} numbers` });
  for (const v of ticks(low, high, 4)) {
    svg.append(shape('line', { class: 'grid', x1: left, x2: width - right, y1: y(v), y2: y(v) }), shape('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end' }, short(v)));
  }
  for (const i of ticks(0, plot.count - 1, width / 110)) {
    if (Number.isInteger(i)) svg.append(shape('text', { x: x((i / plot.count) * n), y: height - 6, 'text-anchor': i === 0 ? 'start' : i > plot.count * 0.93 ? 'end' : 'middle' }, grouped(i)));
  }
  // A run of places with numbers is one shape: along the greatest and back along the least.
  for (let from = 0; from < n; from++) {
    if (plot.low[from] === null) continue;
    let to = from;
    while (to + 1 < n && plot.low[to + 1] !== null) to++;
    const points = [];
    for (let i = from; i <= to; i++) points.push(`${x(i)},${y(plot.high[i])}`);
    for (let i = to; i >= from; i--) points.push(`${x(i)},${y(plot.low[i])}`);
    svg.append(n === 1 || from === to ? shape('circle', { class: 'curve', cx: x(from), cy: y(plot.high[from]), r: 3 }) : shape('polygon', { class: 'curve', points: points.join(' ') }));
    from = to;
  }
  const cross = shape('line', { class: 'cross', y1: top, y2: height - bottom, visibility: 'hidden' });
  svg.append(cross);
  const note = make('p', { className: 'note' });
  const summary = `${counted(plot.count, 'number')}${plot.more ? ' of more' : ''}, from ${short(plot.min)} to ${short(plot.max)}, mean ${short(plot.mean)}` +
    (plot.odd ? `, ${counted(plot.odd, 'other')} left out` : '') + (plot.every > 1 ? `; one of ${plot.every} is looked at` : '');
  note.textContent = summary;
  const placeAt = (event) => {
    const { left: edge, width: wide } = svg.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((((event.clientX - edge) / wide) * width - left) / (width - left - right)) * n), 0), n - 1);
  };
  const first = (place) => Math.floor((place * plot.count) / n);
  svg.addEventListener('pointermove', (event) => {
    const i = placeAt(event);
    cross.setAttribute('visibility', 'visible');
    cross.setAttribute('x1', x(i));
    cross.setAttribute('x2', x(i));
    const [from, to] = [first(i), first(i + 1) - 1];
    note.textContent = `${grouped(from)}${to > from ? ` to ${grouped(to)}` : ''}: ${short(plot.low[i])}${plot.high[i] > plot.low[i] ? ` to ${short(plot.high[i])}` : ''}`;
  });
  svg.addEventListener('pointerleave', () => {
    cross.setAttribute('visibility', 'hidden');
    note.textContent = summary;
  });
  svg.addEventListener('click', (event) => goTo(`${node.id}.${first(placeAt(event))}`));
  box.append(svg, note);
  return box;
}

/** A colour from dark to light for a number from 0 to 1, which print and the colour-blind can tell apart. */
function colour(t) {
  const stops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
  const i = Math.min(Math.floor(t * 4), 3);
  return stops[i].map((c, k) => Math.round(c + (stops[i + 1][k] - c) * (t * 4 - i)));
}

/** The picture of a matrix. */
async function matrixOf(node) {
  const picture = await ask('matrix', { id: node.id, n: 256 });
  const canvas = make('canvas', { width: picture.width, height: picture.height });
  const context = canvas.getContext('2d');
  const image = context.createImageData(picture.width, picture.height);
  const range = picture.max - picture.min || 1;
  picture.values.forEach((v, i) => v !== null && image.data.set([...colour((v - picture.min) / range), 255], 4 * i));
  context.putImageData(image, 0, 0);
  // Small matrices are drawn large, and none is stretched.
  canvas.style.aspectRatio = `${picture.width} / ${picture.height}`;
  canvas.style.maxWidth = `${Math.max(picture.width, Math.min(picture.width * 24, 420))}px`;
  const scale = make('canvas', { width: 64, height: 1 });
  for (let i = 0; i < 64; i++) {
    const pen = scale.getContext('2d');
    pen.fillStyle = `rgb(${colour(i / 63)})`;
    pen.fillRect(i, 0, 1, 1);
  }
  const part = picture.width < picture.columns || picture.height < picture.rows ? `; ${picture.height} × ${picture.width} of them are shown` : '';
  return make('div', {}, make('h3', { textContent: 'Matrix' }), canvas,
    make('div', { className: 'legend' }, short(picture.min), scale, short(picture.max)),
    make('p', { className: 'note', textContent: `${counted(picture.rows, 'row')}, ${counted(picture.columns, 'column')}${part}` }));
}

/** The grid of an array of objects, some rows at a time. */
async function gridOf(node, goTo) {
  const rowsShown = 50;
  const box = make('div', {}, make('h3', { textContent: 'Grid' }));
  const scroll = make('div', { className: 'scroll' });
  const where = make('span');
  let from = 0;
  const show = async (next) => {
    const grid = await ask('grid', { id: node.id, from: next, n: rowsShown });
    from = next;
    const head = make('tr', {}, make('th'), ...grid.columns.map((name) => make('th', { textContent: name || '""', title: name })));
    const body = grid.rows.map((cells, y) => make('tr', {}, make('td', { textContent: grouped(from + y) }), ...grid.columns.map((_, x) => {
      const cell = cells[x] ?? { text: '', kind: '' };
      return make('td', { className: cell.kind, textContent: onOneLine(cell.text), title: cell.text, data: cell.id ? { id: cell.id } : {} });
    })));
    scroll.replaceChildren(make('table', { className: 'grid' }, make('thead', {}, head), make('tbody', {}, ...body)));
    scroll.scrollTop = 0;
    const all = grid.count < 0 ? '' : ` of ${grouped(grid.count)}`;
    where.textContent = grid.rows.length ? `rows ${grouped(from)} to ${grouped(from + grid.rows.length - 1)}${all}${grid.more ? `, ${grouped(grid.more)} more columns` : ''}` : 'no rows';
    back.disabled = from === 0;
    on.disabled = grid.rows.length < rowsShown || from + grid.rows.length === grid.count;
  };
  const back = make('button', { textContent: '‹', title: 'Rows before', onclick: () => show(Math.max(from - rowsShown, 0)) });
  const on = make('button', { textContent: '›', title: 'Rows after', onclick: () => show(from + rowsShown) });
  scroll.addEventListener('click', (event) => event.target.dataset.id && goTo(event.target.dataset.id));
  box.append(scroll, make('div', { className: 'pages' }, back, on, where));
  await show(0);
  return box;
}
