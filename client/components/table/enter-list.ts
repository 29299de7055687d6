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
