import { offsetAt } from "../../../shared/local-time.ts";

interface Zone {
  id: string;
  name: string;
  /** The offset from UTC in minutes. */
  offset: number;
}

/** Every zone once, ordered by its current offset. */
export function listTimeZones(chosen: string | null, now: number): Zone[] {
  const byName = new Map<string, string>();
  // The chosen zone is listed under its own id, even if the browser lists it under another.
  for (const id of [...Intl.supportedValuesOf("timeZone"), "UTC", chosen]) {
    if (id && (id === chosen || !id.startsWith("Etc/"))) byName.set(zoneName(id), id);
  }
  return [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, id]) => ({ id, name, offset: offsetAt(now, id) / 60_000 }));
}

/** The zones with every word in one of their names, or with that offset: `buenos`, `utc+5:30`. */
export function findTimeZones(text: string, zones: readonly Zone[]): Zone[] {
  const words = fold(text)
    .replaceAll(/\b(utc|gmt)\s+(?=[+-])/g, "$1")
    .split(/\s+/)
    .filter(Boolean);
  return zones.filter((zone) => {
    const names = [zone.id, zone.name, ...(zone.id === "UTC" ? ["gmt"] : [])].map(fold).join(" ");
    return words.every((word) => names.includes(word) || offsetOf(word) === zone.offset);
  });
}

/** `America/Argentina/Buenos Aires`, `Asia/Kolkata` */
export function zoneName(zone: string): string {
  return (names[zone] ?? zone).replaceAll("_", " ");
}

/** `UTC+5:30` */
export function offsetName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const past = rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`;
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${past}`;
}

/** Some browsers list a city under its former name. */
const names: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The offset in minutes, if the word is one: `+2`, `utc+05:30`, `gmt-3`. */
function offsetOf(word: string): number | null {
  const [, sign, hours, minutes = "0"] =
    /^(?:utc|gmt)?([+-])(\d{1,2})(?::(\d\d))?$/.exec(word) ?? [];
  if (!hours) return null;
  // Avoids -0.
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1) || 0;
}

/** Lower case, without accents, and with a plain hyphen for minus. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[/_]/g, " ")
    .replaceAll("−", "-")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}
