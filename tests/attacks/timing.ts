import type { Db } from "../../server/db/database.ts";
import { median } from "../support/harness.ts";
import { addPerson } from "../support/people.ts";
import { createVisitor, testPassword } from "../support/visitor.ts";

export interface Timed {
  name: string;
  /** Medians in ms. */
  known: number;
  unknown: number;
}

const tries = 200;

/** Whether response times reveal which addresses have an account; the server trusts a proxy. */
export async function timeEnumeration(db: Db, url: string): Promise<Timed[]> {
  const people: string[] = [];
  for (let at = 0; at < tries / 4; at += 1) {
    people.push((await addPerson(db, "Agent", { password: testPassword })).email);
  }
  const calls: [string, string, (email: string) => object][] = [
    ["signing in", "/node/auth/login", (email) => ({ email, password: "not-the-one" })],
    ["asking for a new password", "/node/auth/password-reset", (email) => ({ email })],
  ];
  const timed: Timed[] = [];
  let network = 0;
  for (const [name, path, body] of calls) {
    const took: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let at = 0; at < tries; at += 1) {
      const known = people[at % people.length] ?? "";
      const pair = [
        ["known", known],
        ["unknown", `${Bun.randomUUIDv7()}@nowhere.test`],
      ] as const;
      // Alternating, each first equally often, so that other load affects both alike.
      for (const [kind, email] of at % 2 === 0 ? pair : pair.toReversed()) {
        network += 1;
        const visitor = createVisitor(url);
        await visitor.request("GET", "/node/auth/user");
        const headers = { "X-Forwarded-For": `10.${network >> 8}.${network & 255}.1` };
        const begin = performance.now();
        await visitor.request("POST", path, { body: body(email), headers });
        took[kind].push(performance.now() - begin);
      }
    }
    timed.push({ name, known: median(took.known), unknown: median(took.unknown) });
  }
  return timed;
}
