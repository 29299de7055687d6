import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { appRouter } from "../../server/rpc/router.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Answer, Visitor } from "../support/visitor.ts";
import { procedureDoors, routeDoors } from "./doors.ts";
import { firstOf } from "./first-of.ts";
import { faultOf } from "./judge.ts";
import { furnish, type World } from "./world.ts";

const server = setUpTestServer();
let world: World;
let admin: Visitor;
let other: Visitor;
let changing: string[];
beforeAll(async () => {
  world = await furnish(server.db, server.url);
  [admin, other] = [await world.as("Super Admin"), await world.as("Agent")];
  const routes = server.app.routes.filter(
    // The API and the mail webhook read no cookies, so that no page can use them.
    ({ method, path }) =>
      !["GET", "ALL"].includes(method) &&
      !path.endsWith("*") &&
      !/^\/node\/(api|mail\/in)\//.test(path),
  );
  changing = [
    ...new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "x")}`)),
    ...mutations.map((name) => `POST /node/trpc/${name}`),
  ];
}, 60_000);

const types: Record<string, { _def: { type: string } }> = appRouter._def.procedures as never;
const mutations = Object.keys(types).filter((name) => types[name]?._def.type === "mutation");

const tokenOf = ({ cookies }: Visitor) => cookies.get("XSRF-TOKEN") ?? "";
const sessionOf = ({ cookies }: Visitor) => cookies.get("frontdesk_session") ?? "";
/** The same value with one letter of the signature changed. */
const altered = (token: string) =>
  token.slice(0, -2) + (token.at(-2) === "A" ? "B" : "A") + token.at(-1);

type Headers = Record<string, string>;
const cookie = (session: string, ...tokens: string[]) =>
  [`frontdesk_session=${session}`, ...tokens.map((token) => `XSRF-TOKEN=${token}`)].join("; ");

/** As sent by a browser for a page of another site, or of a sibling domain. */
const bypasses: [string, () => Headers][] = [
  ["no header", () => ({ Cookie: cookie(sessionOf(admin), tokenOf(admin)) })],
  ["no cookie of it", () => withToken(cookie(sessionOf(admin)), tokenOf(admin))],
  ["an empty one", () => withToken(cookie(sessionOf(admin), ""), "")],
  ["a short one", () => same(tokenOf(admin).slice(0, 20))],
  ["one without its signature", () => same(tokenOf(admin).split(".")[0] ?? "")],
  ["one with a letter changed", () => same(altered(tokenOf(admin)))],
  ["one with a part too many", () => same(`${tokenOf(admin)}.x`)],
  ["another session's", () => same(tokenOf(other))],
  [
    "another session's, planted before their own",
    () => withToken(cookie(sessionOf(admin), tokenOf(other), tokenOf(admin)), tokenOf(other)),
  ],
  [
    "another session's, planted after their own",
    () => withToken(cookie(sessionOf(admin), tokenOf(admin), tokenOf(other)), tokenOf(other)),
  ],
  [
    "their own with the header of another session",
    () => withToken(cookie(sessionOf(admin), tokenOf(admin)), tokenOf(other)),
  ],
  ["a form's type", () => ({ ...same("x"), "Content-Type": "application/x-www-form-urlencoded" })],
  ["a text's type", () => ({ ...same("x"), "Content-Type": "text/plain" })],
  [
    "a form with files",
    () => ({ ...same("x"), "Content-Type": "multipart/form-data; boundary=x" }),
  ],
];

/** Correct except for its origin. */
const foreign: [string, Headers][] = [
  ["another origin", { Origin: "https://evil.test" }],
  ["no origin that is one", { Origin: "null" }],
  ["an origin that begins alike", { Origin: "http://127.0.0.1.evil.test" }],
  ["an origin with a user name in it", { Origin: "http://localhost@evil.test" }],
  ["another port", { Origin: "http://127.0.0.1:1" }],
  ["a site that says it is another", { "Sec-Fetch-Site": "cross-site" }],
];

function same(token: string): Headers {
  return withToken(cookie(sessionOf(admin), token), token);
}

function withToken(cookies: string, token: string): Headers {
  return { Cookie: cookies, "X-XSRF-TOKEN": token };
}

async function checkDatabase(door: string, headers: Headers): Promise<Answer> {
  const [method = "", path = ""] = door.split(" ");
  const body = method === "GET" ? undefined : "{}";
  return await server.visitor().request(method, path, { body, headers, unprotected: true });
}

const codeOf = ({ body }: Answer) => body.error?.data.code ?? body.code;

/** The first case for every call; the others for a few, since the check comes before all of them. */
function doorsOf(cases: readonly [string, ...unknown[]][], name: string): string[] {
  const turn = cases.findIndex(([other]) => other === name);
  return turn === 0 ? changing : changing.filter((_, at) => at % 8 === turn % 8);
}

describe("every call that changes something refuses", () => {
  test.each(bypasses)("a token that is %s", async (name, headers) => {
    expect(changing.length).toBeGreaterThan(70);
    for (const door of doorsOf(bypasses, name)) {
      const answer = await checkDatabase(door, headers());
      expect([door, codeOf(answer), faultOf(answer)]).toEqual([door, "forgery", null]);
    }
  });

  test.each(foreign)("%s", async (name, headers) => {
    for (const door of doorsOf(foreign, name)) {
      const answer = await checkDatabase(door, { ...same(tokenOf(admin)), ...headers });
      expect([door, codeOf(answer), faultOf(answer)]).toEqual([door, "foreign_origin", null]);
    }
  });

  test("another method than its own", async () => {
    const overrides = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];
    const headers = Object.fromEntries(overrides.map((header) => [header, "POST"]));
    headers.Cookie = cookie(sessionOf(admin));
    for (const name of mutations) {
      const answer = await checkDatabase(
        `GET /node/trpc/${name}?_method=POST&input=%7B%7D`,
        headers,
      );
      expect([name, answer.status]).toEqual([name, 405]);
    }
  });

  test("a batch of queries that contains it", async () => {
    const calls = "session.current,desk.update,session.endOthers";
    const headers = { Cookie: cookie(sessionOf(admin)) };
    const read = await checkDatabase(`GET /node/trpc/${calls}?batch=1`, headers);
    expect(read.status).toBeGreaterThanOrEqual(400);
    expect(read.text).not.toContain('"result"');
    expect(codeOf(await checkDatabase(`POST /node/trpc/${calls}?batch=1`, headers))).toBe(
      "forgery",
    );
  });
});

describe("a session", () => {
  test.each<[string, (token: string) => string]>([
    ["a letter changed", (token) => altered(token)],
    ["cut short", (token) => token.slice(0, -1)],
    ["longer", (token) => `${token}A`],
    ["of another kind", (token) => `c${token.slice(1)}`],
    ["in capitals", (token) => token.toUpperCase()],
    ["its hash", (token) => new Bun.CryptoHasher("sha256").update(token).digest("hex")],
    ["a path", () => "../../etc/passwd"],
    ["SQL", () => "s' or 1=1 --"],
    ["endless", () => `s${"A".repeat(4000)}`],
    ["a NUL", () => "s%00"],
    ["nothing", () => ""],
  ])("is not opened by a token that is %s", async (_, forge) => {
    const headers = { Cookie: cookie(forge(sessionOf(admin))) };
    const answer = await checkDatabase("GET /node/auth/user", headers);
    expect([answer.status, faultOf(answer)]).toEqual([401, null]);
  });

  test("sent twice counts once, and needs its own token", async () => {
    const both = `frontdesk_session=${sessionOf(other)}; ${cookie(sessionOf(admin), tokenOf(admin))}`;
    const seen = await checkDatabase("GET /node/auth/user", { Cookie: both });
    const { role } = seen.body.user;
    const done = await checkDatabase(
      "POST /node/trpc/session.endOthers",
      withToken(both, tokenOf(admin)),
    );
    if (role === "Super Admin") expect(done.status).toBe(200);
    else expect(codeOf(done)).toBe("forgery");
  });

  test("is not fixed by a token set beforehand", async () => {
    const planted = `s${"A".repeat(43)}`;
    const { cookies, request } = server.visitor();
    cookies.set("frontdesk_session", planted);
    await request("GET", "/node/auth/user");
    expect(cookies.get("frontdesk_session")).toBeUndefined();
  });
});

test("a read changes nothing", async () => {
  const reads = [
    ...procedureDoors().filter(({ name }) => types[name]?._def.type === "query"),
    ...routeDoors(server.app.routes).filter(({ name }) => name.startsWith("GET ")),
  ].filter(({ name }) => !name.endsWith("/logout"));
  expect(reads.length).toBeGreaterThan(60);
  const before = await digests();
  for (const door of reads) {
    for (const push of firstOf(door.pushes(world.known), 3)) await push.send(admin);
  }
  expect(await digests()).toEqual(before);
});

/** The content of every table, except the record of an export and the last use of a session. */
async function digests(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'audit_personal', 'sessions')
      and table_name not like 'search%' and table_name not like 'ticket_search%'
      and table_name not like 'kysely%'`.execute(server.database.owner);
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const held = await sql<{ digest: string }>`
      select md5(string_agg(t::text, '' order by t::text)) as digest from ${sql.table(name)} t
    `.execute(server.database.owner);
    found[name] = held.rows[0]?.digest ?? "";
  }
  return found;
}
