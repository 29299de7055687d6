import { beforeAll, describe, expect, test } from "bun:test";
import { type UpdateDeskInput, updateDeskInput } from "../../shared/schemas/desk.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { findLogo, setLogo } from "./logo.ts";
import { readDesk, updateDesk } from "./settings.ts";

const database = setUpTestDatabase();
let admin: UserRow;
beforeAll(async () => {
  admin = await insertUser(database.db, { role: "Super Admin" });
}, 60_000);

const update = async (input: UpdateDeskInput) =>
  updateDesk(await actingAs(database.db, admin), input);
const logo = async (picture: Buffer | null, base: string | null) =>
  setLogo(await actingAs(database.db, admin), {
    picture: picture?.toString("base64") ?? null,
    base,
  });

/** The smallest possible. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("the settings of the desk", () => {
  test("are changed, audited with earlier values, and notify every page", async () => {
    const before = await readDesk(database.db);
    const set = { name: "Kestrel Care", accent: "#0f766e", overdueHours: 8, auditMonths: 12 };
    const base = { name: before.name, accent: null, overdueHours: 24, auditMonths: null };
    expect(await update({ set, base })).toEqual({ ...before, ...set });
    expect(await readDesk(database.db)).toEqual({ ...before, ...set });
    const entry = await database.db
      .selectFrom("audit_log")
      .innerJoin("audit_personal", "audit_id", "audit_log.id")
      .select(["act", "fields", "person_id", "before", "after"])
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      ...{ act: "desk.updated", fields: Object.keys(set), person_id: null },
      ...{ before: base, after: set },
    });
    const told = await database.db.selectFrom("live_events").select("topic").execute();
    expect(told).toEqual([{ topic: "desk" }]);
  });

  test("changed by someone else are not overwritten; the same value is no conflict", async () => {
    await update({ set: { overdueHours: 30 }, base: {} });
    const late = update({ set: { name: "Lost", overdueHours: 40 }, base: { overdueHours: 8 } });
    const refusal = await refusalOf(late);
    expect([refusal.code, refusal.details.fields]).toEqual([
      "changed_meanwhile",
      [
        {
          field: "overdueHours",
          message: "Someone else changed this. It is now: 30",
        },
      ],
    ]);
    expect((await readDesk(database.db)).name).not.toBe("Lost");
    const same = await update({ set: { overdueHours: 30 }, base: { overdueHours: 8 } });
    expect(same.overdueHours).toBe(30);
  });

  test.each([
    ["name", ""],
    ["name", "x".repeat(81)],
    ["accent", "red"],
    ["accent", "#0F766E; }"],
    ["overdueHours", 0],
    ["overdueHours", 1.5],
    ["autoCloseDays", 366],
    ["language", "klingon"],
    ["auditMonths", 2],
    ["oldTickets", "archive"],
    ["oldTicketMonths", 5],
  ])("%s cannot be %p", (field, value) => {
    const read = updateDeskInput.safeParse({ set: { [field]: value }, base: {} });
    expect(read.error?.issues[0]?.path).toEqual(["set", field]);
  });

  test("accept a logo of exactly 200 KB", async () => {
    const padded = (length: number) => Buffer.concat([png, Buffer.alloc(length - png.length)]);
    const { logo: address } = await logo(padded(200 * 1024), null);
    const refusal = await refusalOf(logo(padded(200 * 1024 + 1), address));
    expect(refusal.details.fields?.[0]?.message).toBe("Logos can be up to 200 KB.");
    expect((await logo(null, address)).logo).toBeNull();
  });

  test("store one logo, typed by its bytes", async () => {
    const { logo: address } = await logo(png, null);
    expect(address).toMatch(/^\/node\/desk\/logo\/[0-9a-f]{64}$/);
    const hash = address?.slice(-64) ?? "";
    const kept = { hash, type: "image/png" as const, bytes: png };
    expect(await findLogo(database.db, null)).toEqual(kept);
    expect(await findLogo(database.db, hash)).toEqual(kept);
    const lines = async () => {
      const { db } = database;
      const acts = db.selectFrom("audit_log").select(["act", "fields"]).orderBy("id", "desc");
      const told = await db.selectFrom("live_events").select("topic").execute();
      return { acts: await acts.execute(), told: told.length };
    };
    const before = await lines();
    expect(before.acts[0]).toEqual({ act: "desk.updated", fields: ["logo"] });
    // The same logo again is no change, whatever was on screen.
    expect((await logo(png, null)).logo).toBe(address);
    expect(await lines()).toEqual(before);
    const webp = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
    const { logo: next } = await logo(webp, address);
    expect(next).not.toBe(address);
    expect((await lines()).told).toBe(before.told + 1);
    expect(await findLogo(database.db, hash)).toBeNull();
    const { code, details } = await refusalOf(logo(png, address));
    expect([code, details.fields?.[0]?.field]).toEqual(["changed_meanwhile", "logo"]);
    expect((await logo(null, next)).logo).toBeNull();
    const left = await database.db.selectFrom("desk_logos").select("hash").execute();
    expect(left).toEqual([]);
  });

  test.each([
    ["words", Buffer.from("<svg onload=alert(1)>")],
    ["a GIF", Buffer.from("R0lGODlhAQABAAAAACw=", "base64")],
    ["a picture without sides", Buffer.concat([png.subarray(0, 16), Buffer.alloc(8)])],
    ["too much", Buffer.concat([png, Buffer.alloc(200 * 1024)])],
  ])("%s are no logo", async (_, bytes) => {
    const refusal = await refusalOf(logo(bytes, null));
    expect(refusal.details.fields?.[0]?.field).toBe("logo");
  });
});
