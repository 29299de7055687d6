import { createLink } from "../../server/auth/links.ts";
import type { Db } from "../../server/db/database.ts";
import { insertMessage, insertTicket } from "../support/builders.ts";
import { addPerson } from "../support/people.ts";
import { type Answer, createVisitor, testPassword, type Visitor } from "../support/visitor.ts";
import { enter } from "./world.ts";

/** No answer to another client may take longer, whatever is sent. */
export const longestAnswerMs = 500;

export interface Tried {
  name: string;
  /** The longest answer to /healthz in the two seconds before: the machine's own delay. */
  quietMs: number;
  /** The longest answer to /healthz during the attack. */
  longestMs: number;
  answers: number;
  faults: string[];
}

interface Target {
  url: string;
  db: Db;
}

/** What once silenced the desk, tried one after the other while another client asks for /healthz. */
export async function trySilence(target: Target): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    const prepared = await attack(target);
    const pulse = startPulse(target.url);
    await pulse.warm;
    const quietMs = await pulse.measure(2_000);
    const faults = await prepared();
    const { longestMs, answers, failed } = await pulse.stop();
    if (failed > 0) faults.push(`${failed} answers to /healthz failed`);
    if (longestMs > longestAnswerMs) {
      faults.push(`an answer to /healthz took ${Math.round(longestMs)} ms`);
    }
    tried.push({ name, quietMs, longestMs, answers, faults });
  }
  return tried;
}

/** Prepares the desk, and then attacks; answers what else went wrong. */
type Attack = (target: Target) => Promise<() => Promise<string[]>>;

const attacks: Record<string, Attack> = {
  "long addresses": async ({ url }) => {
    const address = `a@${"ü.".repeat(340_000)}test`;
    const short = `a@${"ü.".repeat(5_000)}test`;
    const person = { firstName: "A", lastName: "B", newPassword: testPassword, token: "x" };
    return async () => {
      const answers = [address, short].flatMap((email) => [
        post(url, "/node/auth/password-reset", { email }),
        post(url, "/node/auth/login", { email, password: "x" }),
        post(url, "/node/trpc/account.requestReset", { email }),
        post(url, "/node/trpc/account.createFirstAdmin", { ...person, email }),
      ]);
      return unexpected(await Promise.all(answers), [400, 413]);
    };
  },

  markdown: async ({ url, db }) => {
    const agent = await signedIn({ url, db }, "Agent");
    const customer = await addPerson(db, "Customer");
    const ticket = await insertTicket(db, { requester_id: customer.id });
    const long = await insertTicket(db, { requester_id: customer.id });
    for (let at = 0; at < 25; at += 1) {
      const body = `Line ${at} of *honest* text with a [link](https://a.test).\n\n`.repeat(1_500);
      await insertMessage(db, { ticket_id: long.id, author_id: customer.id, body });
    }
    const hostile = "*__a\n".repeat(19_000);
    return async () => {
      const preview = () => agent.mutate("tickets.preview", { body: hostile });
      const reply = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: hostile };
      const answers = [
        ...[preview(), preview(), preview()],
        agent.mutate("tickets.reply", reply),
        agent.query("tickets.get", { number: long.number }),
      ];
      const found = unexpected(await Promise.all(answers), [200, 429]);
      const again = [ticket, long].map(({ number }) => agent.query("tickets.get", { number }));
      return [...found, ...unexpected(await Promise.all(again), [200])];
    };
  },

  searches: async ({ url, db }) => {
    const agent = await signedIn({ url, db }, "Agent");
    const customer = await addPerson(db, "Customer");
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
    for (let at = 0; at < 570; at += 1) {
      const ticket = await insertTicket(db, {
        requester_id: customer.id,
        subject: words.slice(0, 20).join(" "),
      });
      const body = words.toSorted(() => Math.random() - 0.5).join(" ");
      await insertMessage(db, { ticket_id: ticket.id, author_id: customer.id, body });
    }
    const q = words
      .slice(0, 23)
      .map((word, at) => `-"${word} ${words[at + 24]}"`)
      .join(" ");
    for (let at = 0; at < 60; at += 1) {
      await agent.mutate("views.save", { name: `Silence ${at}`, q, shared: true });
    }
    const other = await signedIn({ url, db }, "Customer");
    return async () => {
      const searches = Array.from({ length: 24 }, () => agent.query("tickets.list", { q }));
      const counts = Array.from({ length: 3 }, () => agent.query("views.counts"));
      const list = await other.query("tickets.list", { q: "" });
      const found = unexpected([list], [200]).map((words) => `a customer's list: ${words}`);
      const answers = await Promise.all([...searches, ...counts]);
      return [...found, ...unexpected(answers, [200, 400, 429])];
    };
  },

  "spent links": async ({ url, db }) => {
    const person = await addPerson(db, "Customer", { password: testPassword });
    const token = await createLink(db, { kind: "reset", userId: person.id, now: new Date() });
    const sent = { token, requestId: Bun.randomUUIDv7() };
    await post(url, "/node/trpc/account.choosePassword", { ...sent, newPassword: "a-better-1" });
    const other = await addPerson(db, "Customer", { password: testPassword });
    return async () => {
      const guesses = Array.from({ length: 230 }, (_, at) =>
        post(url, "/node/trpc/account.choosePassword", {
          ...sent,
          newPassword: `wrong-horse-${at}`,
        }),
      );
      const signIn = await createVisitor(url).request("POST", "/node/auth/login", {
        body: { email: other.email, password: testPassword },
        headers: from("198.51.100.7"),
      });
      const answers = await Promise.all(guesses);
      const counted = answers.filter(({ status }) => status === 429).length;
      return [
        ...unexpected([signIn], [200]).map((words) => `a sign-in in the meantime: ${words}`),
        ...unexpected(answers, [400, 429]),
        ...(counted < 200 ? [`only ${counted} of 230 guesses were refused by the throttle`] : []),
      ];
    };
  },

  "wrong passwords from one network": async ({ url, db }) => {
    const [known, changing] = [await addPerson(db, "Agent"), await addPerson(db, "Agent")];
    const headers = from("203.0.113.9");
    const signIn = (visitor: Visitor, email: string, password = testPassword) =>
      visitor.request("POST", "/node/auth/login", { body: { email, password }, headers });
    const [browser, another] = [createVisitor(url), createVisitor(url)];
    await signIn(browser, known.email);
    await browser.request("GET", "/node/auth/logout", { headers });
    await signIn(another, changing.email);
    return async () => {
      const guesses = Array.from({ length: 30 }, (_, at) =>
        signIn(createVisitor(url), `${at}@nowhere.test`, "wrong-horse"),
      );
      const found = unexpected(await Promise.all(guesses), [401, 429]);
      const neighbour = await addPerson(db, "Agent");
      const fromNextDoor = { headers: from("203.0.113.10") };
      const stranger = await createVisitor(url).request("POST", "/node/auth/login", {
        ...{ body: { email: neighbour.email, password: testPassword }, ...fromNextDoor },
      });
      const change = await another.request("POST", "/node/auth/change-password", {
        body: { oldPassword: testPassword, newPassword: "a-better-horse" },
        headers,
      });
      return [
        ...found,
        ...unexpected([await signIn(browser, known.email)], [200]).map(
          (w) => `known browser: ${w}`,
        ),
        ...unexpected([stranger], [200]).map((w) => `another address of the network: ${w}`),
        ...unexpected([change], [200]).map((w) => `a change of password: ${w}`),
      ];
    };
  },
};

function startPulse(url: string) {
  const pulse = new Worker(new URL("./health-probe.ts", import.meta.url).href);
  const answers: { ms: number; status: number }[] = [];
  const warm = Promise.withResolvers<void>();
  pulse.onmessage = ({ data }) => {
    answers.push(data);
    if (answers.length === 3) warm.resolve();
  };
  pulse.postMessage(url);
  return {
    warm: warm.promise,
    /** The longest answer during the attack; earlier ones do not count. */
    async measure(ms: number) {
      answers.length = 0;
      await Bun.sleep(ms);
      return Math.max(0, ...answers.splice(0).map((answer) => answer.ms));
    },
    async stop() {
      // The answers that are still on their way count too.
      const before = answers.length;
      while (answers.length < before + 2) await Bun.sleep(50);
      pulse.terminate();
      return {
        longestMs: Math.max(0, ...answers.map(({ ms }) => ms)),
        answers: answers.length,
        failed: answers.filter(({ status }) => status !== 200).length,
      };
    },
  };
}

async function signedIn({ url, db }: Target, role: "Agent" | "Customer"): Promise<Visitor> {
  const visitor = createVisitor(url);
  await enter(db, visitor, await addPerson(db, role), role);
  return visitor;
}

function post(url: string, path: string, body: object): Promise<Answer> {
  return createVisitor(url).request("POST", path, { body, headers: from("192.0.2.77") });
}

/** The server trusts one proxy. */
function from(address: string): Record<string, string> {
  return { "X-Forwarded-For": address };
}

function unexpected(answers: readonly Answer[], expected: readonly number[]): string[] {
  const others = answers.filter(({ status }) => !expected.includes(status));
  const kinds = Map.groupBy(others, ({ status, text }) => `${status} ${text.slice(0, 120)}`);
  return [...kinds].map(([kind, each]) => `${each.length} answered ${kind}`);
}
