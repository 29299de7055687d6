import { type Call, knockers } from "./knockers.ts";
import { routes } from "./route-calls.ts";
import { procedures } from "./rows.ts";

const begin = "<!-- who may call what: written by `bun run docs:access` -->";
const end = "<!-- end of who may call what -->";

/** Every procedure and route, and what each who knocks gets: as it is tested. */
export function accessTable(): string {
  const head = ["call", "on", ...knockers.map((knocker) => knocker.toLowerCase())];
  const lines = [...procedures, ...routes].map((row) => cellsOf(row));
  return [head, head.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function cellsOf({ call, on = "", row }: Call): string[] {
  return [`\`${call}\``, on, ...knockers.map((knocker) => row[knocker].replace(/_/g, " "))];
}

/** What stands in the document; however wide its columns are made. */
export function readAccessTable(document: string): string {
  return plain(document.slice(document.indexOf(begin) + begin.length, document.indexOf(end)));
}

export function plain(table: string): string {
  return table.trim().replace(/-{3,}/g, "---").replace(/ +/g, " ");
}

export function withAccessTable(document: string): string {
  const table = `${begin}\n\n${accessTable()}\n\n${end}`;
  if (!document.includes(begin))
    return `${document.trimEnd()}\n\n## Who may call what\n\n${table}\n`;
  const before = document.slice(0, document.indexOf(begin));
  return before + table + document.slice(document.indexOf(end) + end.length);
}
