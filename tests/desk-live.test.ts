import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import type { Visitor } from "./support/visitor.ts";

/** Two servers over one database, as behind a load balancer. */
let one: TestServer;
let other: TestServer;
let admin: Person;
let visitor: Visitor;

beforeAll(async () => {
  one = await startTestServer();
  other = await startTestServer({}, { database: one.database });
  admin = await addPerson(one.db, "Super Admin");
  visitor = one.visitor();
  await visitor.signIn(admin.email);
}, 60_000);
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const set = (change: object) => visitor.mutate("desk.update", { set: change, base: {} });
const registerViewer = async (server: TestServer) =>
  (await server.visitor().query("session.current")).body.result.data.desk;

async function within(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (performance.now() < deadline) {
    if (await holds()) return true;
    await Bun.sleep(25);
  }
  return false;
}

describe("the workspace's name and theme", () => {
  test("change on every server within two seconds", async () => {
    expect((await registerViewer(other)).name).toBe("Frontdesk");
    await set({ name: "Kestrel & Sons", accent: "#0f766e" });
    expect(await registerViewer(one)).toMatchObject({ name: "Kestrel & Sons" });
    expect(
      await within(2_000, async () => (await registerViewer(other)).name === "Kestrel & Sons"),
    ).toBe(true);
    expect((await registerViewer(other)).colours["--desk-primary"]).toBe("#0f766e");
  });

  test("come with the page itself, escaped, under its own policy", async () => {
    await set({ name: "</title><script>alert(1)</script>" });
    const { text, headers } = await one.visitor().request("GET", "/login");
    expect(text).toContain("<title>&lt;/title&gt;&lt;script&gt;");
    expect(text).not.toContain("<script>alert");
    const nonce = /'nonce-([\w-]+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(text).toContain(`<style nonce="${nonce}">:root{--desk-primary:#0f766e;`);
    await set({ accent: null, name: "Frontdesk" });
    const plain = await one.visitor().request("GET", "/login");
    expect(plain.text).not.toContain("--desk-primary");
  }, 60_000);

  test("have a public logo, cached by its hash", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { body } = await visitor.mutate("desk.setLogo", { picture: png, base: null });
    const address: string = body.result.data.logo;
    const found = await other.visitor().request("GET", address);
    expect([found.status, found.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(found.headers.get("Cache-Control")).toContain("immutable");
    expect(found.headers.getSetCookie()).toEqual([]);
    const stable = await other.visitor().request("GET", "/node/desk/logo");
    const etag = stable.headers.get("ETag") ?? "";
    const again = async (mark: string) =>
      (
        await other
          .visitor()
          .request("GET", "/node/desk/logo", { headers: { "If-None-Match": mark } })
      ).status;
    // Proxies that compress make it a weak one.
    const known = [etag, `W/${etag}`, `"older", ${etag}`, "*"];
    expect([stable.status, ...(await Promise.all(known.map(again)))]).toEqual([
      ...[200, 304, 304, 304, 304],
    ]);
    expect(await again('"older"')).toBe(200);
  });
});

describe("the audit log", () => {
  test("says who did what from where, filtered by user, action, subject and day", async () => {
    await visitor.mutate("teams.create", { requestId: Bun.randomUUIDv7(), name: "Warehouse" });
    const list = async (filter: object) =>
      (await visitor.query("audit.list", filter)).body.result.data.rows;
    const [newest] = await list({});
    expect(newest).toMatchObject({
      ...{ act: "team.created", actor: { id: admin.id }, network: "127.0.0.0/24" },
      subject: { kind: "team", name: "Warehouse" },
      changes: [{ field: "name", before: null, after: "Warehouse" }],
    });
    const acts = async (filter: object) =>
      new Set((await list(filter)).map(({ act }: { act: string }) => act));
    expect(await acts({ act: "session" })).toEqual(new Set(["session.signed-in"]));
    expect(await acts({ subject: "team" })).toEqual(new Set(["team.created"]));
    expect(await acts({ actorId: Bun.randomUUIDv7() })).toEqual(new Set());
    const today = new Date().toISOString().slice(0, 10);
    expect((await acts({ from: today, to: today })).has("team.created")).toBe(true);
    expect(await acts({ to: "2020-01-01" })).toEqual(new Set());
  });

  test("pages through all entries, each once", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await visitor.query("audit.list", { cursor, limit: 2 });
      const page: { rows: { id: string }[]; nextCursor: string | null } = body.result.data;
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    const rows = await one.db.selectFrom("audit_log").select("id").execute();
    expect(seen.length).toBe(new Set(seen).size);
    expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
  });

  test("is exported as CSV without formulas, and records that", async () => {
    await visitor.mutate("teams.create", {
      requestId: Bun.randomUUIDv7(),
      name: '=HYPERLINK("x"),y',
    });
    const { status, text, headers } = await visitor.request("GET", "/node/audit/csv?act=team");
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [head, first] = text.split("\r\n");
    expect(head).toStartWith("\uFEFFwhen,who,");
    expect(first).toContain(`"'=HYPERLINK(""x""),y"`);
    expect(text).not.toContain("signed in");
    const entry = await one.db
      .selectFrom("audit_log")
      .select(["act", "fields"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ act: "audit.exported", fields: ["act"] });
    const wrong = await visitor.request("GET", "/node/audit/csv?from=yesterday");
    expect([wrong.status, wrong.body.fields[0].field]).toEqual([400, "from"]);
  });

  test("deletes a user's personal values with the user, and none of the admin's", async () => {
    const { body } = await visitor.request("POST", "/node/auth/create", {
      body: { firstName: "Ana", lastName: "Ferreira", email: "ana@live.test", role: "Customer" },
    });
    const { id } = body.user;
    const entry = async () =>
      (await visitor.query("audit.list", { act: "user.created", subjectId: id })).body.result.data
        .rows[0];
    expect(JSON.stringify(await entry())).toContain("ana@live.test");
    await visitor.request("DELETE", `/node/auth/delete/${id}`);
    expect(await entry()).toMatchObject({
      ...{ changes: [], network: "127.0.0.0/24" },
      subject: { name: "Deleted user" },
    });
  });
});
