import { useEffect, useRef } from "react";
import { isTaken, keyHint, keysOff } from "../../app/keyboard/keys.ts";
import { useStore } from "../../data/store.ts";

/** `/` focuses a page's search, unless single keys are off; returns the hint for its box. */
export function useSlash(find: () => HTMLInputElement | null | undefined): string | undefined {
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "/" || keysOff.get() || isTaken(event)) return;
      const input = latest.current();
      if (!input) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, []);
  return useStore(keysOff) ? undefined : keyHint("list.search");
}

/** Moves from a search box to the results: the list's current row, or the first. */
export function enterList(): boolean {
  const row = document.querySelector("main [data-row][data-cursor=own]") ?? firstRow();
  const act = row?.querySelector<HTMLElement>("[data-row-link]") ?? row?.querySelector("a[href]");
  if (!(act instanceof HTMLElement)) return false;
  act.focus();
  return true;
}

function firstRow(): Element | null {
  return document.querySelector("main [data-row]");
}
