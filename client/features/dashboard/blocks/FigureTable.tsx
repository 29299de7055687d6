import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cn } from "../../../components/cn.ts";

interface FigureRow {
  id: string;
  name: ReactNode;
  cells: readonly FigureCell[];
}

export interface FigureCell {
  text: string;
  /** The accessible name of the link, before the number. */
  label?: string;
  to: string | null;
  /** Further details. */
  hint?: string | undefined;
}

interface FigureTableProps {
  caption: string;
  /** The column headings; the first names the rows. */
  head: readonly string[];
  rows: readonly FigureRow[];
  /** The total row, where the rows add up. */
  sum?: readonly FigureCell[] | undefined;
  /** With the row height of a list. */
  isRoomy?: boolean;
}

/** Named numbers that link to their tickets. */
export function FigureTable({ caption, head, rows, sum, isRoomy = false }: FigureTableProps) {
  const [first, ...others] = head;
  const height = isRoomy ? "h-8" : "h-7";
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      {/* The heading and the row names stay visible while scrolling; a sticky total would cover half a row.
          The heading and the row names stay visible while scrolling; a sticky total would cover half a row. */}
      <thead className="sticky top-0 bg-card shadow-[inset_0_-1px_0_var(--border)]">
        <tr className="text-muted-foreground text-xs">
          <th scope="col" className="py-1 pr-2 font-normal">
            {first}
          </th>
          {others.map((name) => (
            <th
              key={name}
              scope="col"
              className="whitespace-nowrap py-1 pl-2 text-right font-normal"
            >
              {name}
            </th>
          ))}
        </tr>
        {sum && (
          <tr>
            <th scope="row" className={cn("pr-2 font-medium", height)}>
              In all
            </th>
            {sum.map((cell, index) => (
              <td
                key={others[index]}
                className={cn("whitespace-nowrap pl-2 text-right font-medium", height)}
              >
                <Cell {...cell} />
              </td>
            ))}
          </tr>
        )}
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr key={id} className="border-t">
            <th scope="row" style={{ maxWidth: 0 }} className={cn("w-full font-normal", height)}>
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={others[index]} className={cn("whitespace-nowrap pl-2 text-right", height)}>
                <Cell {...cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On narrow screens, each row is a name with its numbers below, three next to each other. */
export function FigureList({ caption, head, rows }: Omit<FigureTableProps, "isRoomy" | "sum">) {
  const [, ...others] = head;
  return (
    <ul aria-label={caption} className="tabular-nums">
      {rows.map(({ id, name, cells }) => (
        <li key={id} className="border-t py-2">
          {name}
          <dl className="grid grid-cols-3 gap-x-3 pt-1">
            {cells.map((cell, index) => (
              <div key={others[index]}>
                <dt className="text-2xs text-muted-foreground">{others[index]}</dt>
                <dd>
                  <Cell {...cell} isLeft />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Cell({ text, label, to, hint, isLeft }: FigureCell & { isLeft?: boolean }) {
  if (to === null) return <span className="text-muted-foreground">{text}</span>;
  return (
    <Link
      to={to}
      aria-label={label && `${label}: ${text}`}
      data-hint={hint}
      className={cn(
        "-mx-1 inline-flex min-h-6 min-w-6 items-center rounded-sm px-1 text-muted-foreground hover:bg-accent hover:underline",
        !isLeft && "justify-end",
      )}
    >
      {text}
    </Link>
  );
}
