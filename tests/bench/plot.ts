import { argument, say } from "../support/harness.ts";
import type { Measured } from "./measure.ts";

/**
 * `bun run bench:plot --out docs/size.svg 1k.json 10k.json …`: time against size, from what
 * `bun run bench --json` wrote of each size.
 */
interface BenchFile {
  tickets: number;
  rows: Measured[];
}

const panels = [
  { title: "List of all tickets", row: "list, all" },
  { title: "One ticket", row: "ticket" },
  { title: "Search: two common words", row: "search, two common words" },
  { title: "Search: two middling words", row: "search, two middling words" },
  { title: "Search: a rare word", row: "search, a rare word" },
  { title: "Search: a phrase", row: "search, a phrase" },
];

const readers = [
  { reader: "admin", name: "Super Admin", dash: "" },
  { reader: "rareAgent", name: "agent of one rare company", dash: "2 3" },
  { reader: "wideAgent", name: "agent of 50 companies", dash: "7 3" },
  { reader: "customer", name: "customer", dash: "9 3 2 3" },
];

const panel = { width: 268, height: 190, left: 50, top: 34, right: 14, bottom: 30 };
const perRow = 3;
const legendHeight = 34;

const out = argument("--out") ?? "docs/size.svg";
const paths = Bun.argv.filter((word) => word.endsWith(".json"));
if (paths.length === 0) {
  say("Of which sizes? Name the files that `bun run bench --json` wrote.");
  process.exit(1);
}
const files = await readFiles(paths);
await Bun.write(out, draw(files));
say(`${out}: ${files.map(({ tickets }) => shortly(tickets)).join(", ")} tickets`);

/** One for each size, the smallest first, whatever came of it in how many runs. */
async function readFiles(paths: readonly string[]): Promise<BenchFile[]> {
  const all: BenchFile[] = await Promise.all(paths.map((path) => Bun.file(path).json()));
  return [...Map.groupBy(all, ({ tickets }) => tickets)]
    .map(([tickets, runs]) => ({ tickets, rows: runs.flatMap(({ rows }) => rows) }))
    .sort((one, other) => one.tickets - other.tickets);
}

function draw(files: readonly BenchFile[]): string {
  const width = panel.width * perRow;
  const height = panel.height * Math.ceil(panels.length / perRow) + legendHeight;
  const times = files.flatMap(({ rows }) => rows.filter(isDrawn).map(({ p50 }) => p50));
  const axes = {
    x: logScale(
      [Math.min(...files.map(({ tickets }) => tickets)), files.at(-1)?.tickets ?? 1],
      [panel.left + 8, panel.width - panel.right - 8],
    ),
    y: logScale(
      [powerBelow(Math.min(...times)), powerAbove(Math.max(...times))],
      [panel.height - panel.bottom, panel.top],
    ),
    lines: decades(powerBelow(Math.min(...times)), powerAbove(Math.max(...times))),
  };
  const drawn = panels.map((one, index) => {
    const x = (index % perRow) * panel.width;
    const y = legendHeight + Math.floor(index / perRow) * panel.height;
    return `<g transform="translate(${x} ${y})">${drawPanel(one, files, axes)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"
  aria-label="Median time of lists, tickets and searches against the number of tickets">
<style>
  svg { background: #fff; font: 11px system-ui, sans-serif; color: #1c2024; }
  text { fill: currentColor; } .quiet { opacity: 0.65; } .grid { stroke: currentColor; opacity: 0.15; }
  .time { fill: none; stroke: #0b6bcb; stroke-width: 1.6; } .dot { fill: #0b6bcb; }
  @media (prefers-color-scheme: dark) {
    svg { background: #111315; color: #edeef0; } .time { stroke: #70b8ff; } .dot { fill: #70b8ff; }
  }
</style>
${drawLegend()}
${drawn.join("\n")}
</svg>
`;
}

interface Axes {
  x: (tickets: number) => number;
  y: (ms: number) => number;
  lines: number[];
}

function drawPanel(
  { title, row }: (typeof panels)[number],
  files: readonly BenchFile[],
  { x, y, lines }: Axes,
): string {
  const grid = lines.map(
    (ms) => `<line class="grid" x1="${panel.left}" x2="${panel.width - panel.right}"
      y1="${at(y(ms))}" y2="${at(y(ms))}"/>
      <text class="quiet" x="${panel.left - 6}" y="${at(y(ms) + 4)}" text-anchor="end">${ms} ms</text>`,
  );
  const sizes = files.map(
    ({ tickets }) => `<text class="quiet" x="${at(x(tickets))}" y="${panel.height - 12}"
      text-anchor="middle">${shortly(tickets)}</text>`,
  );
  const times = readers.map(({ reader, dash }) => {
    const points = files.flatMap(({ tickets, rows }) => {
      const found = rows.find((one) => one.reader === reader && one.name === row);
      return found ? [[at(x(tickets)), at(y(found.p50))] as const] : [];
    });
    const dots = points.map(([cx, cy]) => `<circle class="dot" cx="${cx}" cy="${cy}" r="2"/>`);
    return `<polyline class="time" stroke-dasharray="${dash}" points="${points.join(" ")}"/>${dots.join("")}`;
  });
  return `<text x="${panel.left}" y="20" font-weight="600">${title}</text>
${[...grid, ...sizes, ...times].join("\n")}`;
}

function drawLegend(): string {
  let x = panel.left;
  return readers
    .map(({ name, dash }) => {
      const entry = `<line class="time" stroke-dasharray="${dash}" x1="${x}" x2="${x + 30}" y1="18" y2="18"/>
<text x="${x + 37}" y="22">${name}</text>`;
      x += 37 + name.length * 6 + 26;
      return entry;
    })
    .join("\n");
}

function isDrawn({ name }: Measured): boolean {
  return panels.some(({ row }) => row === name);
}

function logScale([low, high]: [number, number], [from, to]: [number, number]) {
  const share = (value: number) => (Math.log(value) - Math.log(low)) / (Math.log(high / low) || 1);
  return (value: number) => from + share(value) * (to - from);
}

function powerBelow(value: number): number {
  return 10 ** Math.floor(Math.log10(value));
}

function powerAbove(value: number): number {
  return 10 ** Math.ceil(Math.log10(value));
}

function decades(from: number, to: number): number[] {
  return Array.from({ length: Math.round(Math.log10(to / from)) + 1 }, (_, n) => from * 10 ** n);
}

function shortly(tickets: number): string {
  if (tickets >= 1_000_000) return `${tickets / 1_000_000}M`;
  return tickets >= 1000 ? `${tickets / 1000}k` : String(tickets);
}

function at(place: number): string {
  return place.toFixed(1);
}
