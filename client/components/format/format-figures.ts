/** A share between 0 and 1 as `47 %`, and below ten percent as `4.0 %`. */
export function formatShare(value: number): string {
  const percent = value * 100;
  return `${percent.toFixed(percent > 0 && percent < 9.95 ? 1 : 0)} %`;
}

/** `48 s`, `12 min`, `3 h 20 m`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return pair(minutes, 60, "h", "m");
  return pair(Math.round(minutes / 60), 24, "d", "h");
}

function pair(value: number, unit: number, large: string, small: string): string {
  const rest = value % unit;
  return `${Math.floor(value / unit)} ${large}${rest > 0 ? ` ${rest} ${small}` : ""}`;
}
