/** A progress bar on a terminal; prints nothing elsewhere. */
export function createBar(out: { isTTY?: boolean; write(text: string): unknown }) {
  const begin = performance.now();
  let shown = 0;

  function draw(share: number, words: string): void {
    const now = performance.now();
    if (!out.isTTY || (share < 1 && now - shown < 100)) return;
    shown = now;
    const full = Math.floor(share * width);
    const left = share > 0.01 ? `, ${clock(((now - begin) / share) * (1 - share))} left` : "";
    out.write(`\r[${"#".repeat(full)}${"·".repeat(width - full)}] ${words}${left}\x1b[K`);
  }

  return {
    tickets(done: number, total: number): void {
      const count = done.toLocaleString("en");
      draw((done / total) * ofTickets, `${count} of ${total.toLocaleString("en")} tickets`);
    },
    indexes(share: number): void {
      draw(ofTickets + share * (1 - ofTickets), "building the indexes");
      if (share === 1 && out.isTTY) out.write("\r\x1b[K");
    },
  };
}

const width = 30;

/** About this share of the time is for the rows, the rest for their indexes. */
const ofTickets = 0.45;

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
