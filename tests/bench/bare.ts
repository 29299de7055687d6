import postgres from "postgres";

/**
 * The handler that calls are measured against: the same SQL through postgres.js, its rows to
 * JSON, and nothing else. No session, no scope, no presenter. One address a row of the table; an
 * act is one transaction, with new ids and on the next ticket.
 */
const { url, rows, acts }: Input = JSON.parse(await Bun.stdin.text());

interface Input {
  url: string;
  rows: { text: string; parameters: never[] }[][];
  acts: { statements: { text: string; parameters: string }[]; ticketIds: string[] }[];
}

const sql = postgres(url, { max: 10 });
let turn = 0;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const [, kind, index] = new URL(request.url).pathname.split("/");
    return Response.json(kind === "acts" ? await act(Number(index)) : await read(Number(index)));
  },
});
process.stdout.write(`${server.port}\n`);

async function read(index: number): Promise<unknown[]> {
  const answers = [];
  for (const { text, parameters } of rows[index] ?? []) {
    answers.push(await sql.unsafe(text, parameters, { prepare: true }));
  }
  return answers;
}

async function act(index: number): Promise<unknown[]> {
  const { statements, ticketIds } = acts[index] ?? { statements: [], ticketIds: [] };
  turn += 1;
  const ticketId = ticketIds[turn % ticketIds.length] ?? "";
  const made = new Map<string, string>();
  const fill = (_: string, name: string) => {
    if (name === "ticket") return ticketId;
    if (name === "now") return new Date().toISOString();
    const id = made.get(name) ?? Bun.randomUUIDv7();
    made.set(name, id);
    return id;
  };
  return await sql.begin(async (tx) => {
    const answers: unknown[] = [];
    for (const { text, parameters } of statements) {
      const values = JSON.parse(parameters.replace(/\{\{(\w+)\}\}/g, fill), revive);
      answers.push(await tx.unsafe(text, values, { prepare: true }));
    }
    return answers;
  });
}

function revive(_: string, value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "type" in value;
  return isBytes && value.type === "Buffer" && "data" in value
    ? Buffer.from(value.data as number[])
    : value;
}
