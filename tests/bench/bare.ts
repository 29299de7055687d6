import postgres from "postgres";

/**
 * The handler that the list is measured against: the same SQL through postgres.js, its rows to
 * JSON, and nothing else. No session, no scope, no presenter. One address a statement.
 */
const { url, statements } = JSON.parse(await Bun.stdin.text());
const sql = postgres(url, { max: 10 });

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { text, parameters } = statements[new URL(request.url).pathname.slice(1)];
    return Response.json(await sql.unsafe(text, parameters, { prepare: true }));
  },
});
process.stdout.write(`${server.port}\n`);
