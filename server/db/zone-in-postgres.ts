/**
 * A zone that JavaScript knows, by a name under which Postgres reads the same clocks. What is also the
 * short form of an hour it takes for that hour, which no summer moves; and two names it lacks.
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
