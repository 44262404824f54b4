// Asking: questions go to the server that has sent the page or, on the page that has its own reader, to that.
'use strict';

/** The reader on the page, which reader.js sets: a function of a question and its arguments. */
let askReader = null;

/** Asks a question and returns the answer; package inspect says which there are. */
async function ask(question, args = {}) {
  if (askReader) return askReader(question, args);
  const response = await fetch(`ask/${question}?${new URLSearchParams(args)}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/** Makes an element: its tag, what it has, and its children. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'data') Object.assign(element.dataset, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

/** A number with thin spaces between thousands. */
const grouped = (n) => n.toLocaleString('en').replaceAll(',', '\u2009');

const counted = (n, what) => `${grouped(n)} ${what}${n === 1 ? '' : 's'}`;

function sized(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) [n, unit] = [n / 1024, unit + 1];
  return `${unit ? n.toFixed(1) : n} ${units[unit]}`;
}

/** What the page says of where a node is: its path, in files of several values with the number of the value. */
const placeOf = (node) => (node.id === '' ? 'file' : `${node.id.split('.')[0] === '0' ? '' : '#' + node.id.split('.')[0]}${node.path}` || 'the value');

/** Text on one line. */
const onOneLine = (text) => text.replace(/[\n\r\t]/g, (c) => ({ '\n': '⏎', '\r': '␍', '\t': '⇥' })[c]);
