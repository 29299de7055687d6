import { join } from "node:path";
import { say } from "../support/harness.ts";
import { createVisitor } from "../support/visitor.ts";
import type { LoadFigures, LoadPlan } from "./load.ts";

export interface Served {
  port: number;
  pid: number;
  stop(): void;
}

/** A server in its own process, which reports its port once it listens. */
export async function spawnServer(file: string, input: object): Promise<Served> {
  const child = Bun.spawn(["bun", "--no-orphans", join(import.meta.dir, file)], { stdin: "pipe" });
  child.stdin.write(JSON.stringify(input));
  await child.stdin.end();
  const { value } = await child.stdout.getReader().read();
  return {
    port: Number(new TextDecoder().decode(value)),
    pid: child.pid,
    stop: () => child.kill(),
  };
}

export async function runLoad(plan: LoadPlan): Promise<LoadFigures> {
  const child = Bun.spawn(["bun", "--no-orphans", join(import.meta.dir, "load.ts")], {
    stdin: "pipe",
  });
  child.stdin.write(JSON.stringify(plan));
  await child.stdin.end();
  return JSON.parse(await new Response(child.stdout).text());
}

/** What a signed-in browser sends along. */
export async function headersOf(
  port: number,
  email: string,
  password?: string,
): Promise<Record<string, string>> {
  const visitor = createVisitor(`http://127.0.0.1:${port}`);
  await visitor.signIn(email, password);
  return {
    Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "X-XSRF-TOKEN": visitor.cookies.get("XSRF-TOKEN") ?? "",
  };
}

export function line(first: string, ...rest: string[]): void {
  say(first.padEnd(44) + rest.map((cell) => cell.padStart(10)).join(""));
}
