import { beforeAll, expect, test } from "bun:test";
import { encodeCursor } from "../../server/db/keyset.ts";
import { addPerson } from "../support/people.ts";
import { setUpTestServer } from "../support/test-server.ts";
import type { Visitor } from "../support/visitor.ts";
import { faultOf } from "./judge.ts";

/** Inputs that once broke the desk. */
const server = setUpTestServer();
let visitor: Visitor;
beforeAll(async () => {
  visitor = server.visitor();
  await visitor.signIn((await addPerson(server.db, "Agent")).email);
}, 60_000);

test.each(["%00", "%3B%20Domain=evil.test", "a~%0d%0aSet-Cookie:%20x=1", "é"])(
  "a cookie planted as frontdesk_known=%s",
  async (planted) => {
    const { email } = await addPerson(server.db, "Agent");
    const other = server.visitor();
    other.cookies.set("frontdesk_known", planted);
    const answer = await other.signIn(email);
    const set = answer.headers.getSetCookie().find((line) => line.startsWith("frontdesk_known="));
    expect([answer.status, set]).toEqual([
      200,
      expect.stringMatching(
        /^frontdesk_known=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  },
);

test("two Host lines, which two programs could read differently, are refused", async () => {
  const { port, hostname } = new URL(server.url);
  const answer = await raw(
    { port: Number(port), hostname },
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toStartWith("HTTP/1.1 400 ");
  expect(answer).toContain("The request names more than one host.");
});

async function raw(to: { hostname: string; port: number }, request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = "";
  await Bun.connect({
    ...to,
    socket: {
      open: (socket) => void socket.write(request),
      data(_, bytes) {
        answer += bytes.toString();
      },
      close: () => resolve(answer),
    },
  });
  return await promise;
}

const draft = { ticketId: null, kind: "new", body: "x" };

test("a revision beyond Postgres' integers is refused", async () => {
  for (const revision of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answer = await visitor.mutate("drafts.save", { ...draft, revision });
    expect([answer.status, faultOf(answer)]).toEqual([400, null]);
  }
  const last = await visitor.mutate("drafts.save", { ...draft, revision: 2 ** 31 - 2 });
  expect(last.status).toBe(200);
});

test("a draft form of a hundred thousand nested lists, which blocked everyone, is refused", async () => {
  const text = JSON.stringify({ ...draft, revision: 0 }).slice(0, -1);
  const form = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const answer = await visitor.request("POST", "/node/trpc/drafts.save", {
    body: `${text},"form":${form}}`,
  });
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_json"]);
});

test("tRPC's own refusals have a content type", async () => {
  const headers = { "Content-Type": "text/plain" };
  const answer = await visitor.request("POST", "/node/trpc/drafts.save", { body: "{}", headers });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([415, "application/json"]);
});

test("a forged list cursor is refused", async () => {
  const { id } = await addPerson(server.db, "Customer");
  const of = (mark: (string | number)[]) => encodeCursor(mark);
  const lists = [
    ...["0000-01-01T00:00:00Z", "2026-01-01T00:00:00+14:99", "2026-06-30T23:59:60Z"].map((at) => ({
      cursor: of(["-updated", at, id]),
    })),
    { sort: "waiting", cursor: of(["-waiting", 99_999, "2026-01-01T00:00:00Z", id]) },
    // There is nothing after the last rank.
    {
      ...{ q: "printer", sort: "relevance", descending: false },
      cursor: of(["relevance", 2, "2026-01-01T00:00:00Z", id]),
    },
  ];
  for (const input of lists) {
    const answer = await visitor.query("tickets.list", input);
    expect([answer.status, answer.body.error.data.code]).toEqual([400, "invalid_cursor"]);
  }
});

test("days beyond Postgres' calendar are refused in a search and in the audit log", async () => {
  const days = ["0000-01-01", "0001-01-01", "9999-12-31", "9999-12", "9998-12-31", "1001-01-01"];
  const admin = server.visitor();
  await admin.signIn((await addPerson(server.db, "Super Admin")).email);
  for (const timeZone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    for (const day of days) {
      for (const of of [day, `>${day}`, `<${day}`, `${day}..${day}`]) {
        const q = `created:${of} resolved:${of}`;
        const answer = await visitor.query("tickets.list", { q, timeZone });
        expect([q, timeZone, faultOf(answer)]).toEqual([q, timeZone, null]);
      }
      const answer = await admin.query("audit.list", { from: day, to: day, timeZone });
      expect([day, timeZone, faultOf(answer)]).toEqual([day, timeZone, null]);
    }
  }
  const asked = await admin.request("GET", "/node/audit/csv?from=0000-01-01&to=0000-01-01");
  expect([asked.status, asked.body.code]).toEqual([400, "invalid_input"]);
});
