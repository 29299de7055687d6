import { type Call, callers } from "./callers.ts";
import { routes } from "./route-calls.ts";
import { procedures } from "./rows.ts";

/** Every procedure and route with the outcome that the tests expect for each kind of visitor. */
export function accessTable(): string {
  const head = ["call", "on", ...callers.map((caller) => caller.toLowerCase())];
  const lines = [head, ...[...procedures, ...routes].map(cellsOf)];
  const widths = head.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf({ call, on = "", row }: Call): string[] {
  return [call, on, ...callers.map((caller) => row[caller].replace(/_/g, " "))];
}
