/**
 * The name under which Postgres knows a time zone of JavaScript. Postgres reads some names as abbreviations
 * with a fixed offset, without daylight saving time, and lacks two names.
 */
export function zoneInPostgres(timeZone: string): string {
  return called[timeZone.toLowerCase()] ?? timeZone;
}

const called: Record<string, string> = {
  cet: "Europe/Brussels",
  eet: "Europe/Athens",
  met: "Europe/Brussels",
  wet: "Europe/Lisbon",
  "canada/east-saskatchewan": "America/Regina",
  "us/pacific-new": "America/Los_Angeles",
};
