import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { addCompany, addPerson, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import { testPassword, type Visitor } from "./support/visitor.ts";

let post: MailServer;
let server: TestServer;
let admin: Person;
let adminVisitor: Visitor;

beforeAll(async () => {
  post = await startMailServer();
  server = await startTestServer({ smtpUrl: post.url, mailFrom: "desk@frontdesk.test" });
  admin = await addPerson(server.db, "Super Admin", { email: "admin@desk.test" });
  adminVisitor = server.visitor();
  await adminVisitor.signIn(admin.email);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await post.stop();
});

async function signedIn(person: Person): Promise<Visitor> {
  const visitor = server.visitor();
  expect((await visitor.signIn(person.email)).status).toBe(200);
  return visitor;
}

async function sessionCount(person: Person): Promise<number> {
  const rows = await server.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", person.id)
    .execute();
  return rows.length;
}

async function mailedToken(address: string): Promise<string> {
  const mail = await post.take(address);
  const token = /#([\w-]{43})/.exec(mail.text ?? "")?.[1];
  if (!token) throw new Error(`No link in: ${mail.text}`);
  return token;
}

describe("GET /node/auth/user", () => {
  test("returns the signed-in user with exactly these fields", async () => {
    const company = await addCompany(server.db, "Harbour Logistics");
    const person = await addPerson(server.db, "Customer", { companies: [company] });
    const visitor = await signedIn(person);
    const answer = await visitor.request("GET", "/node/auth/user");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      user: {
        id: person.id,
        firstName: "Test",
        lastName: "Customer",
        email: person.email,
        role: "Customer",
        companies: [{ id: company.id, name: "Harbour Logistics" }],
      },
    });
  });

  test("a visitor gets 401 with a message and the CSRF cookie", async () => {
    const visitor = server.visitor();
    const answer = await visitor.request("GET", "/node/auth/user");
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, code: "not_signed_in" });
    expect(answer.body.message.length).toBeGreaterThan(0);
    expect(visitor.cookies.has("XSRF-TOKEN")).toBe(true);
  });

  test("an ended session gets 401, which deletes the cookie", async () => {
    const visitor = server.visitor();
    visitor.cookies.set("frontdesk_session", "sdead");
    const answer = await visitor.request("GET", "/node/auth/user");
    expect(answer.body).toMatchObject({ success: false, code: "session_expired" });
    expect(visitor.cookies.has("frontdesk_session")).toBe(false);
    expect((await visitor.request("GET", "/node/auth/user")).body.code).toBe("not_signed_in");
  });
});

describe("POST /node/auth/login", () => {
  test("returns the user and sets the cookies", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = server.visitor();
    const answer = await visitor.signIn(person.email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, user: { id: person.id, role: "Agent" } });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith("frontdesk_session="))).toContain("HttpOnly");
    expect(cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))).not.toContain("HttpOnly");
    expect(cookies.find((cookie) => cookie.startsWith("frontdesk_known="))).toEndWith(
      "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
    );
  });

  test("sets a new token at each sign-in, and the previous one is void", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = await signedIn(person);
    const before = visitor.cookies.get("frontdesk_session");
    await visitor.signIn(person.email);
    expect(visitor.cookies.get("frontdesk_session")).not.toBe(before);
    const thief = server.visitor();
    thief.cookies.set("frontdesk_session", before ?? "");
    expect((await thief.request("GET", "/node/auth/user")).status).toBe(401);
  });

  test("has the same message for a wrong password, an unknown address, an invited and a disabled user", async () => {
    const active = await addPerson(server.db, "Agent");
    const invited = await addPerson(server.db, "Agent", { state: "invited" });
    const disabled = await addPerson(server.db, "Agent", { state: "disabled" });
    const answers = await Promise.all([
      server.visitor().signIn(active.email, "wrong-password"),
      server.visitor().signIn("unknown@nowhere.test"),
      server.visitor().signIn(invited.email),
      server.visitor().signIn(disabled.email),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      const { requestId, ...rest } = body;
      expect(requestId).toBeString();
      expect(rest).toEqual({
        success: false,
        code: "wrong_credentials",
        message: "Wrong email or password.",
      });
    }
  });

  test("too many failures: 429 with Retry-After, for known and unknown addresses alike", async () => {
    const other = await startTestServer();
    try {
      const known = await addPerson(other.db, "Agent");
      for (const email of [known.email, "unknown@nowhere.test"]) {
        for (let failure = 0; failure < 5; failure += 1) {
          expect((await other.visitor().signIn(email, "wrong-password")).status).toBe(401);
        }
        const answer = await other.visitor().signIn(email, "wrong-password");
        expect(answer.status).toBe(429);
        expect(answer.body.code).toBe("too_many_attempts");
        expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(20);
      }
    } finally {
      await other.stop();
    }
  });

  test("lets in forty people of one network at once, and one of them ten times", async () => {
    const other = await startTestServer();
    try {
      const people = await Promise.all(
        Array.from({ length: 40 }, () => addPerson(other.db, "Customer")),
      );
      const [one] = people;
      const tries = [...people, ...Array.from({ length: 10 }, () => one)];
      const answers = await Promise.all(
        tries.map((person) => other.visitor().signIn(person?.email ?? "")),
      );
      expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 200));
    } finally {
      await other.stop();
    }
  });

  test.each([
    [{}, ["email", "password"]],
    [{ email: "a@b.test" }, ["password"]],
    [{ email: "a@b.test", password: "x", role: "Super Admin" }, ["role"]],
    [{ email: { $ne: null }, password: ["x"] }, ["email", "password"]],
    [[], [""]],
  ])("an invalid body %p: 400 with the fields", async (body, fields) => {
    const answer = await server.visitor().request("POST", "/node/auth/login", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
    expect(answer.body.message.length).toBeGreaterThan(0);
    expect(answer.body.fields.map((field: { field: string }) => field.field)).toEqual(fields);
  });

  test("refuses a body that is not JSON, of another type, too large or too deep", async () => {
    const visitor = server.visitor();
    const send = (body: string, type = "application/json") =>
      visitor.request("POST", "/node/auth/login", { body, headers: { "Content-Type": type } });
    expect((await send("{")).body.code).toBe("invalid_json");
    expect((await send("email=a", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await send(`"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
    expect((await send("[".repeat(16_000))).status).toBe(400);
    expect((await send(`{"email":"a\\u0000@b.test","password":"x"}`)).status).toBe(400);
    expect((await send(`{"email":"\\ud800@b.test","password":"x"}`)).status).toBe(400);
  });
});

describe("GET /node/auth/logout", () => {
  test("ends the session in the table", async () => {
    const person = await addPerson(server.db, "Customer");
    const visitor = await signedIn(person);
    const before = visitor.cookies.get("XSRF-TOKEN");
    const answer = await visitor.request("GET", "/node/auth/logout");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });
    expect(await sessionCount(person)).toBe(0);
    expect(visitor.cookies.has("frontdesk_session")).toBe(false);
    expect(visitor.cookies.get("XSRF-TOKEN")).not.toBe(before);
  });

  test.each(["same-origin", "none"])("does so when it is %s", async (from) => {
    const person = await addPerson(server.db, "Customer");
    const visitor = await signedIn(person);
    await visitor.request("GET", "/node/auth/logout", { headers: { "Sec-Fetch-Site": from } });
    expect(await sessionCount(person)).toBe(0);
  });

  test("succeeds for a visitor", async () => {
    expect((await server.visitor().request("GET", "/node/auth/logout")).body).toEqual({
      success: true,
    });
  });

  test.each(["cross-site", "same-site"])("changes nothing when it is %s", async (from) => {
    const person = await addPerson(server.db, "Customer");
    const visitor = await signedIn(person);
    await visitor.request("GET", "/node/auth/logout", { headers: { "Sec-Fetch-Site": from } });
    expect(await sessionCount(person)).toBe(1);
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(200);
  });
});

describe("POST /node/auth/change-password", () => {
  const change = (visitor: Visitor, oldPassword: string, newPassword: string) =>
    visitor.request("POST", "/node/auth/change-password", { body: { oldPassword, newPassword } });

  test("returns the specification's message and ends every session of that user", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = await signedIn(person);
    await signedIn(person);
    expect(await sessionCount(person)).toBe(2);
    const answer = await change(visitor, testPassword, "another-horse");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: "Your password has been changed successfully!",
    });
    expect(await sessionCount(person)).toBe(0);
    expect(visitor.cookies.has("frontdesk_session")).toBe(false);
    expect((await server.visitor().signIn(person.email)).status).toBe(401);
    expect((await server.visitor().signIn(person.email, "another-horse")).status).toBe(200);
    expect((await post.take(person.email)).subject).toContain("password");
  });

  test.each(["short", "a".repeat(17)])("%p breaks the length rule: 400", async (newPassword) => {
    const answer = await change(adminVisitor, testPassword, newPassword);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("New Password should be between 8 to 16 characters");
    expect(answer.body.fields).toEqual([
      { field: "newPassword", message: "New Password should be between 8 to 16 characters" },
    ]);
  });

  test("a wrong old password gets 400 with a message, not 401, and keeps the session", async () => {
    const visitor = await signedIn(await addPerson(server.db, "Agent"));
    const answer = await change(visitor, "wrong-password", "another-horse");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: "password_wrong" });
    expect(answer.body.fields[0].field).toBe("oldPassword");
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(200);
  });

  test("guesses of the old password are throttled too", async () => {
    const visitor = await signedIn(await addPerson(server.db, "Agent"));
    for (let failure = 0; failure < 5; failure += 1) {
      await change(visitor, "wrong-password", "another-horse");
    }
    expect((await change(visitor, testPassword, "another-horse")).status).toBe(429);
  });

  test("a visitor gets 401", async () => {
    expect((await change(server.visitor(), testPassword, "another-horse")).status).toBe(401);
  });
});

describe("POST /node/auth/password-reset", () => {
  const ask = (email: string) =>
    server.visitor().request("POST", "/node/auth/password-reset", { body: { email } });

  test("the same answer for every address; the known one gets a mail", async () => {
    const person = await addPerson(server.db, "Customer");
    const [known, unknown] = [await ask(person.email), await ask("unknown@nowhere.test")];
    expect(known.status).toBe(200);
    expect(known.body.success).toBe(true);
    expect(known.body).toEqual(unknown.body);
    await mailedToken(person.email);
    await server.mail.settled();
    expect(post.received.some((mail) => mail.recipient === "unknown@nowhere.test")).toBe(false);
  });

  test("the link sets a new password once and ends all sessions", async () => {
    const person = await addPerson(server.db, "Customer");
    const before = await signedIn(person);
    await ask(person.email);
    const token = await mailedToken(person.email);
    const choose = (newPassword: string) =>
      server.visitor().mutate("account.choosePassword", { token, newPassword });
    const short = await choose("short");
    expect(short.body.error.message).toBe("New Password should be between 8 to 16 characters");
    expect((await choose("another-horse")).status).toBe(200);
    expect((await before.request("GET", "/node/auth/user")).status).toBe(401);
    expect((await server.visitor().signIn(person.email, "another-horse")).status).toBe(200);
    const again = await choose("a-third-horse");
    expect(again.status).toBe(400);
    expect(again.body.error.data.code).toBe("link_spent");
  });

  test("past three an hour: the same answer and no further mail", async () => {
    const person = await addPerson(server.db, "Customer");
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await ask(person.email));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await server.mail.settled();
    const mails = post.received.filter((mail) => mail.recipient === person.email);
    expect(mails.length).toBe(3);
  });

  test("invited: the invitation again; disabled: no mail", async () => {
    const invited = await addPerson(server.db, "Agent", { state: "invited" });
    const disabled = await addPerson(server.db, "Agent", { state: "disabled" });
    await ask(invited.email);
    await ask(disabled.email);
    expect((await post.take(invited.email)).text).toContain("/invitation#");
    await server.mail.settled();
    expect(post.received.some((mail) => mail.recipient === disabled.email)).toBe(false);
  });
});

describe("POST /node/auth/create", () => {
  const body = (email: string) => ({
    firstName: "New",
    lastName: "Person",
    email,
    role: "Customer",
  });
  const create = (given: unknown, visitor = adminVisitor) =>
    visitor.request("POST", "/node/auth/create", { body: given });

  test("returns 201 with the user, who is invited by mail and can sign in", async () => {
    const answer = await create({ ...body("new@people.test"), phone: "+46 31 555 01 88" });
    expect(answer.status).toBe(201);
    expect(answer.body.success).toBe(true);
    expect(answer.body.user).toMatchObject({
      firstName: "New",
      email: "new@people.test",
      role: "Customer",
      state: "invited",
      companyScope: null,
      companies: [],
      phone: "+46 31 555 01 88",
    });
    const token = await mailedToken("new@people.test");
    const chosen = await server
      .visitor()
      .mutate("account.choosePassword", { token, newPassword: "another-horse" });
    expect(chosen.status).toBe(200);
    expect((await server.visitor().signIn("new@people.test", "another-horse")).status).toBe(200);
  });

  test("a duplicate address, in another case too: 409", async () => {
    await create(body("twice@people.test"));
    const answer = await create(body("TWICE@people.test"));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "email_taken", fields: [{ field: "email" }] });
  });

  test("only Agents have a scope; without one they see assigned companies", async () => {
    const refused = await create({ ...body("scope@people.test"), companyScope: "all" });
    expect(refused.status).toBe(400);
    const agent = await create({ ...body("agent-new@people.test"), role: "Agent" });
    expect(agent.body.user.companyScope).toBe("assigned");
  });

  test("companies are given by id; an unknown one is refused and no user is created", async () => {
    const company = await addCompany(server.db, "Kestrel Outdoor");
    const companies = [{ id: company.id, seesAllTickets: true }];
    const made = await create({ ...body("member@people.test"), companies });
    expect(made.body.user.companies).toEqual([
      { id: company.id, name: "Kestrel Outdoor", seesAllTickets: true },
    ]);
    const unknown = [{ id: Bun.randomUUIDv7() }];
    const refused = await create({ ...body("lost@people.test"), companies: unknown });
    expect(refused.status).toBe(400);
    expect((await create(body("lost@people.test"))).status).toBe(201);
  });

  test("a mail domain joins a new customer, to their own tickets only", async () => {
    const company = await addCompany(server.db, "Fjord Ceramics");
    await server.db
      .insertInto("company_domains")
      .values({ domain: "fjord.test", company_id: company.id })
      .execute();
    const { user } = (await create(body("ingrid@Fjord.test"))).body;
    expect(user.companies).toEqual([
      { id: company.id, name: "Fjord Ceramics", seesAllTickets: false },
    ]);
  });

  test("an invalid body: 400 with a message and the fields", async () => {
    const answer = await create({
      firstName: "",
      lastName: "x".repeat(81),
      email: "no",
      role: "Boss",
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      "firstName",
      "lastName",
      "email",
      "role",
    ]);
  });
});

describe("GET /node/auth/load/all/users", () => {
  test("users in order of id, page by page until the cursor is null", async () => {
    const all = (await adminVisitor.request("GET", "/node/auth/load/all/users")).body;
    expect(all.success).toBe(true);
    expect(all.nextCursor).toBeNull();
    const ids: string[] = all.users.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor ? `?limit=3&cursor=${cursor}` : "?limit=3";
      const page = (await adminVisitor.request("GET", `/node/auth/load/all/users${query}`)).body;
      expect(page.users.length).toBeLessThanOrEqual(3);
      paged.push(...page.users.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(ids);
  });

  test.each(["limit=0", "limit=1001", "limit=x", "cursor=x", "other=1"])(
    "%s: 400",
    async (query) => {
      const answer = await adminVisitor.request("GET", `/node/auth/load/all/users?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.success).toBe(false);
    },
  );

  test("holds no hash, token or session", async () => {
    const { text } = await adminVisitor.request("GET", "/node/auth/load/all/users");
    expect(text).not.toMatch(/argon2|password|token|session/i);
  });
});

describe("PUT /node/auth/update/{id}", () => {
  const update = (id: string, body: unknown) =>
    adminVisitor.request("PUT", `/node/auth/update/${id}`, { body });

  test("changes what is given and leaves the rest", async () => {
    const person = await addPerson(server.db, "Agent", { companyScope: "assigned" });
    const answer = await update(person.id, { firstName: "Maya" });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      firstName: "Maya",
      lastName: "Agent",
      email: person.email,
      companyScope: "assigned",
    });
  });

  test("a change of role ends the sessions and empties companies and scope", async () => {
    const company = await addCompany(server.db, "Maison Perrin");
    const person = await addPerson(server.db, "Agent", { companies: [company] });
    const visitor = await signedIn(person);
    const { user } = (await update(person.id, { role: "Customer" })).body;
    expect(user).toMatchObject({ role: "Customer", companyScope: null, companies: [] });
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(401);
  });

  test("disabling ends the sessions", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = await signedIn(person);
    await update(person.id, { state: "disabled" });
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(401);
    expect((await update(person.id, { state: "active" })).body.user.state).toBe("active");
  });

  test("a duplicate address: 409; an unknown id: 404; unknown fields: 400", async () => {
    const person = await addPerson(server.db, "Agent");
    expect((await update(person.id, { email: admin.email })).status).toBe(409);
    expect((await update(Bun.randomUUIDv7(), { firstName: "X" })).status).toBe(404);
    expect((await update("not-an-id", { firstName: "X" })).status).toBe(404);
    expect((await update(person.id, { passwordHash: "x" })).status).toBe(400);
  });

  test("users cannot demote or disable themselves", async () => {
    for (const body of [{ role: "Agent" }, { state: "disabled" }]) {
      const answer = await update(admin.id, body);
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe("not_yourself");
    }
  });
});

describe("DELETE /node/auth/delete/{id}", () => {
  const remove = (id: string) => adminVisitor.request("DELETE", `/node/auth/delete/${id}`);

  test("deletes personal data, ends the sessions and frees the address", async () => {
    const person = await addPerson(server.db, "Customer", { email: "gone@people.test" });
    const visitor = await signedIn(person);
    const answer = await remove(person.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, id: person.id });
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(401);
    expect((await remove(person.id)).status).toBe(404);
    const kept = await server.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain("gone@people.test");
    expect(kept).toMatchObject({ first_name: "Deleted", email: null, password_hash: null });
    await addPerson(server.db, "Customer", { email: "gone@people.test" });
  });

  test("repeating it with its Idempotency-Key succeeds", async () => {
    const person = await addPerson(server.db, "Customer");
    const headers = { "Idempotency-Key": Bun.randomUUIDv7() };
    const path = `/node/auth/delete/${person.id}`;
    const first = await adminVisitor.request("DELETE", path, { headers });
    const again = await adminVisitor.request("DELETE", path, { headers });
    expect([first.status, first.body]).toEqual([200, { success: true, id: person.id }]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  });

  test("refuses yourself with 409, and an unknown id with 404", async () => {
    expect((await remove(admin.id)).status).toBe(409);
    expect((await remove(Bun.randomUUIDv7())).status).toBe(404);
  });
});

describe("POST /node/auth/reset/password/by/admin", () => {
  const reset = (email: string) =>
    adminVisitor.request("POST", "/node/auth/reset/password/by/admin", { body: { email } });

  test("mails a link and ends the sessions", async () => {
    const person = await addPerson(server.db, "Agent");
    const visitor = await signedIn(person);
    const answer = await reset(person.email);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true });
    expect((await visitor.request("GET", "/node/auth/user")).status).toBe(401);
    await mailedToken(person.email);
  });

  test("an unknown address: 404", async () => {
    expect((await reset("unknown@nowhere.test")).status).toBe(404);
  });
});

describe("a Super Admin's calls", () => {
  const calls: [string, string][] = [
    ["POST", "/node/auth/create"],
    ["GET", "/node/auth/load/all/users"],
    ["PUT", `/node/auth/update/${crypto.randomUUID()}`],
    ["DELETE", `/node/auth/delete/${crypto.randomUUID()}`],
    ["POST", "/node/auth/reset/password/by/admin"],
  ];

  test.each(calls)("%s %s is refused to anyone else", async (method, path) => {
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const refused = await server.visitor().request(method, path, { body });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ success: false, code: "not_signed_in" });
    for (const role of ["Agent", "Customer"] as const) {
      const visitor = await signedIn(await addPerson(server.db, role));
      const answer = await visitor.request(method, path, { body });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ success: false, code: "forbidden" });
      expect(answer.body.message.length).toBeGreaterThan(0);
    }
  });
});

test("two admins who demote each other concurrently leave one", async () => {
  for (let round = 0; round < 5; round += 1) {
    const desk = await startTestServer();
    try {
      const [one, two] = [
        await addPerson(desk.db, "Super Admin"),
        await addPerson(desk.db, "Super Admin"),
      ];
      const [first, second] = [desk.visitor(), desk.visitor()];
      await first.signIn(one.email);
      await second.signIn(two.email);
      const demote = (visitor: Visitor, person: Person) =>
        visitor.request("PUT", `/node/auth/update/${person.id}`, { body: { role: "Customer" } });
      const answers = await Promise.all([demote(first, two), demote(second, one)]);
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      const left = await desk.db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "Super Admin")
        .execute();
      expect(left.length).toBe(1);
    } finally {
      await desk.stop();
    }
  }
});
