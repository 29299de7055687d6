/** The known word that differs by one or two typing mistakes, if any. */
export function nearest<Known extends string>(
  said: string,
  known: readonly Known[],
): Known | undefined {
  const most = said.length < 5 ? 1 : 2;
  let best: { known: Known; away: number } | undefined;
  for (const candidate of known) {
    const away = letterChanges(said.toLowerCase(), candidate);
    if (away <= most && away < (best?.away ?? Number.POSITIVE_INFINITY)) {
      best = { known: candidate, away };
    }
  }
  return best?.known;
}

/** How many letters to insert, delete, replace or swap with the next one. */
export function letterChanges(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1));
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, at(before, j - 2) + 1);
      }
      next.push(least);
    }
    before = row;
    row = next;
  }
  return at(row, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
