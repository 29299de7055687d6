import { expect, test } from "bun:test";
import { connect } from "node:net";
import { sql } from "kysely";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { addPerson } from "../../tests/support/people.ts";
import { createTestDatabase } from "../../tests/support/postgres.ts";
import { startTestServer } from "../../tests/support/server.ts";
import { openDatabase } from "../db/database.ts";

test("a link in a mail begins with BASE_URL, whatever host was requested", async () => {
  const mails = await startMailServer();
  const baseUrl = "https://desk.example.test";
  const server = await startTestServer({ baseUrl, smtpUrl: mails.url });
  const { email } = await addPerson(server.db, "Agent");
  const visitor = server.visitor();
  const asked = await visitor.request("POST", "/node/auth/password-reset", {
    body: { email },
    headers: { Host: "evil.test", "X-Forwarded-Host": "evil.test", Forwarded: "host=evil.test" },
  });
  expect(asked.status).toBe(200);
  const { source, text } = await mails.take(email);
  expect(text).toContain(`${baseUrl}/reset-password#`);
  expect(source).not.toContain("evil.test");
  await server.stop();
  await mails.stop();
});

test("a stalled request does not delay the end of the server", async () => {
  const server = await startTestServer({}, { drainMs: 50 });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => {});
  const head = "POST /node/auth/login HTTP/1.1\r\nHost: desk\r\nContent-Length: 100";
  await new Promise<unknown>((resolve) => socket.write(`${head}\r\n\r\n{`, resolve));
  // Earlier data has arrived by then.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop();
  await closed;
});

test("a server that cannot listen on its port subscribes to no events either", async () => {
  const database = await createTestDatabase();
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const starting = startTestServer({ port: taken.port, host: "127.0.0.1" }, { database });
  await expect(starting).rejects.toThrow(`Port ${taken.port} is in use`);
  await database.db.destroy();
  const others = async () => {
    const later = openDatabase({ url: database.ownerUrl, size: 1 });
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and usename <> current_user`.execute(later);
    await later.destroy();
    return rows.length;
  };
  // Connections that began before these are established by then.
  for (let times = 0; times < 10; times += 1) await others();
  while ((await others()) > 0);
  await taken.stop();
  await database.drop();
});
