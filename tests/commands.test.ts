import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { startTestServer } from "./support/server.ts";
import { setUpTestServer } from "./support/test-server.ts";

const server = setUpTestServer();

async function run(command: string, words: string[] = [], typed = "", at = server) {
  const folder = command === "demo-load" ? "load" : "../server/commands";
  const script = join(import.meta.dir, folder, `${command}.ts`);
  const child = Bun.spawn([process.execPath, script, ...words], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: at.database.url,
      DATABASE_OWNER_URL: at.database.ownerUrl,
    },
    stdin: new Blob([typed]),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.trim(), err: err.trim() };
}

describe("user:create", () => {
  test("creates a user who can sign in with the typed password", async () => {
    const made = await run("user-create", ["--email", "first@desk.test"], "correct-horse\n");
    expect(made).toEqual({ code: 0, out: "Super Admin first@desk.test can sign in.", err: "" });
    const { body } = await server.visitor().signIn("first@desk.test", "correct-horse");
    expect(body.user).toMatchObject({ role: "Super Admin", firstName: "first" });
  });

  test.each([
    [["--email", "first@desk.test"], ["already has this email address"]],
    [
      ["--email", "x", "--role", "Boss"],
      ["email: This is not an email address.", "role: This must be one of"],
    ],
    [["--mail", "x@desk.test"], ["This is not understood: --mail"]],
    [[], ["Who? Add --email and the address."]],
    [["--email", "x@desk.test", "--by", "post"], ["--by takes mail alone, not post"]],
  ])("%p is refused with its reasons", async (words, reasons) => {
    const { code, err } = await run("user-create", words, "correct-horse\n");
    expect(code).toBe(1);
    for (const reason of reasons) expect(err).toContain(reason);
    expect(err).not.toContain("at ");
  });

  test("prints a reason once", async () => {
    const { err } = await run("user-create", ["--email", "first@desk.test", "--by", "mail"]);
    expect(err).toBe("Another user already has this email address.");
  });
});

test.each([
  ...["demo-load", "demo-empty", "user-create", "user-link", "user-address", "mail-in"],
  ...["db-types"],
])("%s prints its usage without a workspace", async (command) => {
  const nowhere = "postgres://unknown@127.0.0.1:1/none";
  const database = { ...server.database, url: nowhere, ownerUrl: nowhere };
  const { code, out, err } = await run(command, ["--help"], "", { ...server, database });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toStartWith(`bun run ${command.replace("-", ":")}`);
});

test("a database without free connections is reported as such, not as a busy server", async () => {
  const { owner } = server.database;
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend the file' using errcode = '53100'; end $$`.execute(
    owner,
  );
  await sql`create trigger no_room before insert on users execute function no_room()`.execute(
    owner,
  );
  const refused = await run("user-create", ["--email", "late@desk.test"], "correct-horse\n");
  await sql`drop trigger no_room on users`.execute(owner);
  expect(refused).toEqual({
    ...{ code: 1, out: "", err: "It could not be done: could not extend the file." },
  });
});

describe("user:link", () => {
  test("prints a link that chooses a new password", async () => {
    const { out } = await run("user-link", ["--email", "FIRST@desk.test"]);
    const token = /\/reset-password#([\w-]{43})$/.exec(out)?.[1];
    const answer = await server
      .visitor()
      .mutate("account.choosePassword", { token, newPassword: "another-horse" });
    expect(answer.status).toBe(200);
  });

  test("refuses an unknown address", async () => {
    const { code, err } = await run("user-link", ["--email", "unknown@desk.test"]);
    expect([code, err]).toEqual([1, "No user who can sign in has the address unknown@desk.test."]);
  });
});

describe("the demo", () => {
  test("is loaded into an empty workspace only, and removed completely", async () => {
    expect((await run("demo-load")).err).toContain("not empty");
    expect((await run("demo-empty")).err).toContain("holds no demo");
    await server.db.updateTable("desk").set({ is_demo: true }).execute();
    expect(await run("demo-empty", ["--all"])).toEqual({
      ...{ code: 1, out: "", err: "This is not understood: --all. It takes nothing." },
    });
    expect((await run("demo-empty")).code).toBe(0);
    const loaded = await run("demo-load");
    expect(loaded.out).toContain("admin@demo.test");
    const { count } = await server.db
      .selectFrom("tickets")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(405);
  }, 120_000);

  test("is noticed immediately by a running server, which then refuses other machines", async () => {
    const empty = await startTestServer();
    const fromElsewhere = () =>
      fetch(`${empty.url}/login`, { headers: { Host: "desk.example.com" } });
    try {
      expect((await fromElsewhere()).status).toBe(200);
      expect((await run("demo-load", [], "", empty)).out).toContain("admin@demo.test");
      const patience = Date.now() + 10_000;
      while ((await fromElsewhere()).status !== 403) {
        expect(Date.now()).toBeLessThan(patience);
        await Bun.sleep(50);
      }
    } finally {
      await empty.stop();
    }
  }, 60_000);

  test("grows by the requested number of tickets, once for each seed", async () => {
    const grown = await run("demo-load", ["--tickets", "120", "--seed", "5"]);
    expect(grown).toEqual({ code: 0, out: "120 tickets are loaded.", err: "" });
    const again = await run("demo-load", ["--tickets", "120", "--seed", "5"]);
    expect([again.code, again.err]).toEqual([
      1,
      "Seed 5 is loaded already: choose another with --seed.",
    ]);
    const { number } = await server.db
      .selectFrom("tickets")
      .select((select) => select.fn.max("number").as("number"))
      .executeTakeFirstOrThrow();
    expect(number).toBe(1000 + 405 + 120);
  }, 120_000);

  test("with an invalid number of tickets is refused", async () => {
    const { code, err } = await run("demo-load", ["--tickets", "1.5"]);
    expect([code, err]).toEqual([1, "--tickets must be a whole number from 1 to 5000000, not 1.5"]);
  });

  test("loads into a real workspace only if its name is confirmed, and then its accounts cannot sign in", async () => {
    await server.db.updateTable("desk").set({ is_demo: false, name: "Kestrel Care" }).execute();
    const refused = await run("demo-load", ["--tickets", "20", "--seed", "6"]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("a real desk")]);
    expect(refused.err).toEndWith('--confirm "Kestrel Care"');
    const words = ["--tickets", "20", "--seed", "6", "--confirm", "Kestrel Care"];
    expect((await run("demo-load", words)).code).toBe(0);
    const withPassword = await server.db
      .selectFrom("users")
      .select("email")
      .where("email", "like", "%-s6.test")
      .where("password_hash", "is not", null)
      .execute();
    expect(withPassword).toEqual([]);
  }, 120_000);
});
