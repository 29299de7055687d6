import { expect, test } from "bun:test";
import { sql } from "kysely";
import { isTimeZone } from "../../shared/local-time.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { zoneInPostgres } from "./zone-in-postgres.ts";

const database = setUpTestDatabase();

/** Accepted zones that no list contains. */
const unlisted = [
  ...["CET", "EET", "MET", "WET", "cet", "EST", "HST", "MST", "EST5EDT", "PST8PDT", "UCT", "Zulu"],
  ...["US/Pacific-New", "Canada/East-Saskatchewan", "GB", "NZ", "PRC", "ROC", "ROK", "Etc/GMT+5"],
];

test("Postgres has the same clocks for every accepted zone, in winter and in summer", async () => {
  const zones = [...Intl.supportedValuesOf("timeZone"), ...unlisted].filter(isTimeZone);
  for (const at of [new Date("2026-01-15T12:00:00.000Z"), new Date("2026-07-15T12:00:00.000Z")]) {
    const { rows } = await sql<{ zone: string; shown: string }>`
      select zone, to_char(${at}::timestamptz at time zone said, 'YYYY-MM-DD HH24:MI') as shown
      from unnest(${zones}::text[], ${zones.map(zoneInPostgres)}::text[]) as asked (zone, said)
    `.execute(database.db);
    expect(rows).toEqual(zones.map((zone) => ({ zone, shown: shownIn(zone, at) })));
  }
});

function shownIn(timeZone: string, at: Date): string {
  const time = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat("sv-SE", time).format(at);
}
