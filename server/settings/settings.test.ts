import { describe, expect, test } from "bun:test";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { lateAnswer } from "../../tests/support/late-answer.ts";
import { countLiveEvents, linesOn } from "../../tests/support/stored.ts";
import { readConfig } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { createEncryption } from "../encryption.ts";
import { createLog } from "../log.ts";
import { readRebuild } from "../search/change-language.ts";
import { loadDesk } from "./desk.ts";
import { setLogo } from "./logo.ts";
import { readDesk, updateDesk } from "./settings.ts";

const { database, deps } = setUpAdminDesk();

/** The smallest possible. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const lines = () => linesOn(database.db, null);

describe("a setting", () => {
  test("set a moment ago is not overwritten", async () => {
    const late = await actDuring(
      database,
      (tx) => tx.updateTable("desk").set({ overdue_hours: 7 }).execute(),
      () => refusalOf(updateDesk(deps, { set: { overdueHours: 9 }, base: { overdueHours: 24 } })),
    );
    expect(late.code).toBe("changed_meanwhile");
    expect((await readDesk(database.db)).overdueHours).toBe(7);
  });

  test("sent without a value stays unchanged", async () => {
    const { name } = await readDesk(database.db);
    const set = { name: undefined, overdueHours: 31 };
    expect(await updateDesk(deps, { set, base: {} })).toMatchObject({ name, overdueHours: 31 });
    expect((await lines()).at(-1)).toMatchObject({ fields: ["overdueHours"] });
  });

  test("of the language rebuilds the search index, and no other setting does", async () => {
    const { language } = await readDesk(database.db);
    await updateDesk(deps, { set: { autoCloseDays: 9 }, base: {} });
    expect(await readRebuild(database.db)).toBeNull();
    await updateDesk(deps, { set: { language: "german" }, base: {} });
    expect(await readRebuild(database.db)).toMatchObject({ languageBefore: language });
  });
});

describe("the logo", () => {
  test("is audited and notified once for the same picture", async () => {
    const [before, told] = [(await lines()).length, await countLiveEvents(database.db, "desk")];
    const { logo } = await setLogo(deps, { picture: png, base: null });
    await setLogo(deps, { picture: png, base: null });
    await setLogo(deps, { picture: png, base: logo });
    expect(await countLiveEvents(database.db, "desk")).toBe(told + 1);
    expect((await lines()).slice(before)).toMatchObject([
      { act: "desk.updated", fields: ["logo"], by: deps.actor.id },
    ]);
    const late = await refusalOf(setLogo(deps, { picture: null, base: null }));
    expect(late.details.fields).toEqual([
      { field: "logo", message: "Someone else changed the logo." },
    ]);
    await setLogo(deps, { picture: null, base: logo });
  });

  test("must have a readable size", async () => {
    const head = Buffer.from(png, "base64").subarray(0, 12).toString("base64");
    const refusal = await refusalOf(setLogo(deps, { picture: head, base: null }));
    expect(refusal.details.fields).toEqual([
      { field: "logo", message: "This isn't a PNG, JPEG or WebP picture." },
    ]);
  });
});

describe("the look of the desk", () => {
  const noMail = readConfig({});
  const encryption = createEncryption([]);
  test("follows the settings after a refresh", async () => {
    const desk = await loadDesk(database.db, createLog("error"), noMail, encryption);
    expect([desk.logo, desk.colours]).toEqual([null, null]);
    const { logo } = await setLogo(deps, { picture: png, base: null });
    await updateDesk(deps, { set: { name: "Kestrel Care", accent: "#0f766e" }, base: {} });
    expect(desk.name).not.toBe("Kestrel Care");
    await desk.refresh();
    expect([desk.name, desk.logo]).toEqual(["Kestrel Care", logo]);
    expect(desk.colours).not.toBeNull();
    expect(desk.isDemo).toBe(false);
  });

  test("uses the latest read even if an earlier one is answered later", async () => {
    const late = lateAnswer(2);
    const desk = await loadDesk(
      database.db.withPlugin(late.plugin),
      createLog("error"),
      noMail,
      encryption,
    );
    const earlier = desk.refresh();
    await late.reached;
    await updateDesk(deps, { set: { name: "Kestrel Support" }, base: {} });
    await desk.refresh();
    late.come();
    await earlier;
    expect(desk.name).toBe("Kestrel Support");
  });

  test("stays unchanged while the database is down, and logs it", async () => {
    const logged: string[] = [];
    const away = openDatabase({ url: database.url, size: 1 });
    const desk = await loadDesk(
      away,
      createLog("warn", (line) => logged.push(line)),
      noMail,
      encryption,
    );
    const { name } = desk;
    await away.destroy();
    await desk.refresh();
    expect(desk.name).toBe(name);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { event: "desk.unread", reason: expect.stringMatching(/Error$/) },
    ]);
  });
});
