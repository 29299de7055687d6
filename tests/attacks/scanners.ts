import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Visitor } from "../support/visitor.ts";

/** Programs that others wrote to break in: run where they are installed. */
export interface Scan {
  name: string;
  /** Null: not installed. */
  found: string[] | null;
  output: string;
}

interface Target {
  name: string;
  path: string;
  /** JSON, with a star where something is put in. */
  body?: string;
  method?: string;
}

const targets: Target[] = [
  { name: "load all users", path: "/node/auth/load/all/users?limit=10&cursor=x*" },
  { name: "sign in", path: "/node/auth/login", body: '{"email":"a*@b.test","password":"x*"}' },
  { name: "reset", path: "/node/auth/password-reset", body: '{"email":"a*@b.test"}' },
  { name: "export of tickets", path: "/node/exports/tickets?q=printer*&sort=updated*" },
  { name: "export of users", path: "/node/exports/users?search=an*&sort=name*" },
  { name: "audit log", path: "/node/audit/csv?act=session*" },
  { name: "a user by id", path: "/node/auth/update/x*", method: "PUT", body: '{"firstName":"M*"}' },
  { name: "a block", path: "/node/dashboard/csv/totals*?timeZone=UTC&company=a*" },
  procedure("tickets.list", '{"q":"printer*","sort":"updated*"}'),
  procedure("tickets.requesters", '{"search":"an*"}'),
  procedure("users.list", '{"search":"an*"}'),
  procedure("companies.list", '{"search":"an*"}'),
];

function procedure(name: string, input: string): Target {
  const encoded = encodeURIComponent(input).replaceAll("%2A", "*");
  return { name, path: `/node/trpc/${name}?input=${encoded}` };
}

/** Every place where user text reaches a statement. */
export async function runSqlmap(url: string, visitor: Visitor, only?: number): Promise<Scan> {
  const program = Bun.which("sqlmap");
  if (!program) return { name: "sqlmap", found: null, output: "" };
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-sqlmap-"));
  const found: string[] = [];
  let output = "";
  for (const { name, path, body, method } of targets.slice(0, only)) {
    const told = await run([
      ...[program, "--batch", "--flush-session", "--disable-coloring", "--output-dir", folder],
      ...["-u", url + path, "--dbms", "PostgreSQL", "--level", "2", "--risk", "2"],
      ...["--technique", "BEUS", "--ignore-code", "*", "--skip-waf", "--timeout", "10"],
      ...["--cookie", cookiesOf(visitor), "--headers", headersOf(visitor)],
      ...(body ? ["--data", body] : []),
      ...(method ? ["--method", method] : []),
    ]);
    output += `\n${name}\n${told}`;
    // It verifies what it suspects; this line is its verdict.
    if (!/do not appear to be injectable/.test(told)) found.push(name);
  }
  await rm(folder, { recursive: true, force: true });
  return { name: "sqlmap", found, output };
}

/** Walks from page to page and tries what it knows at each. */
export async function runWapiti(url: string, visitor: Visitor): Promise<Scan> {
  const program = Bun.which("wapiti");
  if (!program) return { name: "wapiti", found: null, output: "" };
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-wapiti-"));
  const report = join(folder, "report.json");
  const starts = targets
    .filter(({ body }) => !body)
    .flatMap(({ path }) => ["-s", url + path.replaceAll("*", "")]);
  const output = await run([
    ...[program, "-u", `${url}/`, ...starts, "--scope", "domain", "--flush-session"],
    ...["-m", "all", "--max-scan-time", "240", "--max-attack-time", "40", "-v", "1"],
    ...["-H", `Cookie: ${cookiesOf(visitor)}`, "-H", `X-XSRF-TOKEN: ${tokenOf(visitor)}`],
    ...["--store-session", folder, "-f", "json", "-o", report],
  ]);
  const told = await Bun.file(report)
    .json()
    .catch(() => null);
  await rm(folder, { recursive: true, force: true });
  if (!told) return { name: "wapiti", found: ["it wrote no report"], output };
  const kinds = { ...told.vulnerabilities, ...told.anomalies } as Record<
    string,
    { info: string }[]
  >;
  const found = Object.entries(kinds)
    .flatMap(([kind, all]) => all.map(({ info }) => `${kind}: ${info}`))
    .filter((words) => !noFault.test(words));
  return { name: "wapiti", found, output };
}

/** The first is a header that browsers have given up; the second belongs to https alone. */
const noFault = /(X-XSS-Protection|Strict-Transport-Security) is not set/;

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(["nice", "-n", "15", ...command], { stdin: "ignore", stderr: "pipe" });
  const told = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  return told.join("\n");
}

const tokenOf = ({ cookies }: Visitor) => cookies.get("XSRF-TOKEN") ?? "";

function cookiesOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function headersOf(visitor: Visitor): string {
  return `X-XSRF-TOKEN: ${tokenOf(visitor)}\nContent-Type: application/json`;
}
