import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { isTaken, useKeys } from "../../app/keyboard/keys.ts";

interface RecordKeysOptions {
  rows: readonly { id: string }[];
  /** `/user`: the list and its records are below this path. */
  area: string;
  onNew: () => void;
}

/**
 * While a record is open, j and k open the next and the previous one. The open record is read from the
 * address when a key is pressed, since fast typing is ahead of what is drawn.
 */
export function useRecordKeys({ rows, area, onNew }: RecordKeysOptions): void {
  const navigate = useNavigate();
  const goTo = (place: string) => navigate(`${area}/${place}${location.search}`);
  const closeAction = () =>
    recordIn(area, location.pathname) === null ? undefined : () => goTo("log");
  const goBy = (step: 1 | -1) => {
    const open = recordIn(area, location.pathname);
    const at = rows.findIndex(({ id }) => id === open);
    const next = at < 0 ? undefined : rows[at + step];
    return next && (() => goTo(next.id));
  };
  useKeys(() => ({
    "record.new": onNew,
    "record.leave": closeAction(),
    "list.next": goBy(1),
    "list.previous": goBy(-1),
  }));
  useEscape(closeAction);
}

/** Works with single-key shortcuts off, too. */
function useEscape(closeAction: () => (() => void) | undefined): void {
  const latest = useRef(closeAction);
  latest.current = closeAction;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isTaken(event)) return;
      const leave = latest.current();
      if (!leave) return;
      event.preventDefault();
      leave();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** The record in an address such as `/user/<id>`; null for the list itself. */
export function recordIn(area: string, path: string): string | null {
  if (!path.startsWith(`${area}/`)) return null;
  const place = path.slice(area.length + 1).replace(/\/$/, "");
  return place === "" || place === "log" ? null : place.toLowerCase();
}
