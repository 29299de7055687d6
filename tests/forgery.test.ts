import { beforeAll, describe, expect, test } from "bun:test";
import { addPerson, type Person } from "./support/people.ts";
import { startTestServer } from "./support/server.ts";
import { setUpTestServer } from "./support/test-server.ts";
import { type Answer, testPassword, type Visitor } from "./support/visitor.ts";

const server = setUpTestServer();
let person: Person;
beforeAll(async () => {
  person = await addPerson(server.db, "Agent");
}, 60_000);

async function signedIn(): Promise<Visitor> {
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  return visitor;
}

const wrongChange = { oldPassword: "wrong-password", newPassword: "another-horse" };
const doors = [
  ["/node/auth/change-password", wrongChange],
  ["/node/trpc/account.changePassword", wrongChange],
] as const;

function refusalOf(body: {
  code?: string;
  error?: { data: { code: string } };
}): string | undefined {
  return body.code ?? body.error?.data.code;
}

describe.each(doors)("a change through %s", (path, body) => {
  const post = (visitor: Visitor, headers: Record<string, string>, unprotected = true) =>
    visitor.request("POST", path, { body, headers, unprotected });

  test("needs the header: 403 with a clear message", async () => {
    const answer = await post(await signedIn(), {});
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("X-XSRF-TOKEN");
    expect(refusalOf(answer.body)).toBe("forgery");
  });

  test("accepts no made-up token, even as cookie and header alike", async () => {
    const visitor = await signedIn();
    for (const value of ["x", "x.y", `${"a".repeat(43)}.${"b".repeat(43)}`]) {
      visitor.cookies.set("XSRF-TOKEN", value);
      expect(refusalOf((await post(visitor, { "X-XSRF-TOKEN": value })).body)).toBe("forgery");
    }
  });

  test("accepts no token of another session, or of none", async () => {
    const [visitor, other] = [await signedIn(), await signedIn()];
    const visitorBefore = server.visitor();
    await visitorBefore.request("GET", "/node/auth/user");
    for (const source of [other, visitorBefore]) {
      const value = source.cookies.get("XSRF-TOKEN") ?? "";
      visitor.cookies.set("XSRF-TOKEN", value);
      expect(refusalOf((await post(visitor, { "X-XSRF-TOKEN": value })).body)).toBe("forgery");
    }
  });

  test("a refusal sets a valid cookie, with which the next call passes", async () => {
    const visitor = await signedIn();
    visitor.cookies.set("XSRF-TOKEN", "spoiled");
    expect((await post(visitor, {})).status).toBe(403);
    const again = await visitor.request("POST", path, { body });
    expect(refusalOf(again.body)).toBe("password_wrong");
  });

  test.each(["https://evil.test", "http://localhost.evil.test:80", "null", "http://127.0.0.1:1"])(
    "from the origin %s is refused",
    async (origin) => {
      const answer = await post(await signedIn(), { Origin: origin }, false);
      expect(answer.status).toBe(403);
      expect(refusalOf(answer.body)).toBe("foreign_origin");
      expect(answer.text).toContain("BASE_URL");
    },
  );

  test("from another name on its own port is refused, and from its own name over another protocol", async () => {
    const { port } = new URL(server.url);
    for (const Origin of [`http://evil.test:${port}`, `https://localhost:${port}`]) {
      const answer = await post(await signedIn(), { Origin }, false);
      expect([Origin, refusalOf(answer.body)]).toEqual([Origin, "foreign_origin"]);
    }
  });

  test("that says it is cross-site is refused", async () => {
    const answer = await post(await signedIn(), { "Sec-Fetch-Site": "cross-site" }, false);
    expect(refusalOf(answer.body)).toBe("foreign_origin");
  });

  test("from its own origin, under each name of this machine, passes", async () => {
    const { port } = new URL(server.url);
    for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
      const answer = await post(await signedIn(), { Origin: `http://${name}:${port}` }, false);
      expect(refusalOf(answer.body)).not.toBe("foreign_origin");
    }
  });
});

describe("the CSRF cookies of a response", () => {
  const user = (visitor: Visitor) => visitor.request("GET", "/node/auth/user");
  const set = ({ headers }: Answer) =>
    headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf("=")));
  const endSessions = () =>
    server.db.deleteFrom("sessions").where("user_id", "=", person.id).execute();

  test("are absent if the request's were valid", async () => {
    const visitor = server.visitor();
    const first = await user(visitor);
    expect(set(first)).toEqual(["XSRF-TOKEN"]);
    // Over http a browser would never send it again.
    expect(first.headers.getSetCookie()[0]).not.toContain("Secure");
    expect(set(await user(visitor))).toEqual([]);
    expect(set(await user(await signedIn()))).toEqual([]);
  });

  test("are set by every call, except for the cacheable logo", async () => {
    const calls = server.app.routes
      // The API and the mail webhook read no cookies and set none.
      .filter(
        ({ method, path }) => method !== "ALL" && /^\/node\/(?!api\/|mail\/in\/)[^*]+$/.test(path),
      )
      .map(({ method, path }) => [method, path.replace(/:\w+/g, "x")] as const)
      .concat([
        ["GET", "/node/trpc/session.current"],
        ["POST", "/node/trpc/tickets.reply"],
        ["GET", "/node/nowhere"],
      ]);
    expect(calls.length).toBeGreaterThan(20);
    const without: string[] = [];
    for (const [method, path] of calls) {
      const answer = await server.visitor().request(method, path, { unprotected: true });
      if (!set(answer).includes("XSRF-TOKEN")) without.push(path);
    }
    expect([...new Set(without)]).toEqual(["/node/desk/logo", "/node/desk/logo/x"]);
  });

  test("clear an ended session and continue as a visitor's", async () => {
    const visitor = await signedIn();
    await endSessions();
    const answer = await user(visitor);
    expect(answer.body.code).toBe("session_expired");
    expect(set(answer)).toEqual(["XSRF-TOKEN", "frontdesk_session"]);
    const body = { email: "unknown@nowhere.test" };
    const asked = await visitor.request("POST", "/node/auth/password-reset", { body });
    expect([asked.status, set(asked)]).toEqual([200, []]);
  });

  test("are those of the sign-in only, whichever session ended before", async () => {
    const visitor = await signedIn();
    await endSessions();
    const answer = await visitor.signIn(person.email);
    expect(set(answer)).toEqual(["frontdesk_session", "frontdesk_known", "XSRF-TOKEN"]);
    expect((await user(visitor)).status).toBe(200);
  });

  test.each([
    ["POST", "/node/auth/change-password"],
    ["GET", "/node/auth/logout"],
  ])("belong to a visitor after %s %s, who can sign in again", async (method, path) => {
    const { email } = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    await visitor.signIn(email);
    const newPassword = method === "POST" ? "another-horse" : testPassword;
    const body = method === "POST" ? { oldPassword: testPassword, newPassword } : undefined;
    const answer = await visitor.request(method, path, { body });
    expect(set(answer)).toEqual(["XSRF-TOKEN", "frontdesk_session"]);
    expect((await visitor.signIn(email, newPassword)).status).toBe(200);
  });

  test("do not sign out on a cross-site or unknown request", async () => {
    const visitor = await signedIn();
    for (const [name, value] of [
      ["Origin", "https://evil.test"],
      ["X-XSRF-TOKEN", "x"],
    ] as const) {
      const answer = await visitor.request("POST", "/node/auth/password-reset", {
        ...{ body: {}, headers: { [name]: value }, unprotected: name !== "Origin" },
      });
      expect([answer.status, set(answer)]).toEqual([403, []]);
    }
    expect((await user(visitor)).status).toBe(200);
  });
});

test("a form of another site reaches no procedure", async () => {
  const visitor = await signedIn();
  const answer = await visitor.request("POST", "/node/trpc/account.changePassword", {
    body: "------x--",
    headers: { "Content-Type": "multipart/form-data; boundary=----x", Origin: "https://evil.test" },
    unprotected: true,
  });
  expect(answer.status).toBe(403);
});

test("a read needs no header, and may come from a link on another site", async () => {
  const visitor = await signedIn();
  const from = { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" };
  const ask = async (method: string, path: string) =>
    (await visitor.request(method, path, { headers: from, unprotected: true })).status;
  expect(await ask("GET", "/node/auth/user")).toBe(200);
  expect(await ask("HEAD", "/node/auth/user")).toBe(200);
  expect(await ask("OPTIONS", "/node/auth/login")).toBe(405);
});

test("a mutation is never accepted as a GET", async () => {
  const visitor = await signedIn();
  const input = encodeURIComponent(
    JSON.stringify({ oldPassword: testPassword, newPassword: "another-horse" }),
  );
  const answer = await visitor.request("GET", `/node/trpc/account.changePassword?input=${input}`);
  expect(answer.status).toBe(405);
  expect((await server.visitor().signIn(person.email)).status).toBe(200);
});

test("with BASE_URL set, only that origin is allowed", async () => {
  const other = await startTestServer({ baseUrl: "https://desk.example.test" });
  try {
    const visitor = other.visitor();
    const send = (origin: string) =>
      visitor.request("POST", "/node/auth/password-reset", {
        body: { email: "unknown@nowhere.test" },
        headers: { Origin: origin },
      });
    expect((await send("https://desk.example.test")).status).toBe(200);
    expect((await send("http://desk.example.test")).status).toBe(403);
    expect((await send("http://localhost:3000")).status).toBe(403);
    const cookies = (await visitor.request("GET", "/node/auth/user")).headers;
    expect(cookies.get("Strict-Transport-Security")).toContain("max-age=31536000");
    const anonymous = (await other.visitor().request("GET", "/node/auth/user")).headers;
    expect(anonymous.getSetCookie()).toEqual([
      expect.stringMatching(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax; Secure$/),
    ]);
    const { email } = await addPerson(other.db, "Agent");
    const known = (await visitor.signIn(email)).headers.getSetCookie();
    expect(known.find((cookie) => cookie.startsWith("__Host-frontdesk_known="))).toEndWith(
      "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure",
    );
  } finally {
    await other.stop();
  }
});
