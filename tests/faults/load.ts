import { type Answer, createVisitor, type Visitor } from "../support/visitor.ts";
import type { ActKind, Ledger, LedgerAct } from "./ledger.ts";
import type { StagePeople } from "./stage.ts";

/** Users at work during the faults, and what they experienced. */
export interface Load {
  stop(): Promise<LoadReport>;
  /** When an act was last acknowledged, by `performance.now()`. */
  lastSuccess(): number;
}

export interface LoadReport {
  /** Answers that are neither yes, nor no in words, nor "come back". */
  foreign: string[];
  /** Sendings that met no server, a cut line, or one who says come back. */
  failures: number;
  longestAnswerMs: number;
}

/** The addresses that clients know: they take the next one where one does not answer. */
export interface LoadOptions {
  urls: readonly string[];
  ledger: Ledger;
  people: StagePeople;
  /** For a breath before each act; without, people keep the processor busy. */
  breathMs?: number;
}

interface OwnTicket {
  id: string;
  shown: string;
  status: "pending" | "on-hold";
  /** Uploaded and not yet sent along. */
  fileIds: string[];
}

/** From the server, or from a proxy whose server was gone: it may have happened or not. */
const comeBack = new Set([502, 503, 504]);

/** The longest time for an answer: a server that hangs is another fault. */
const hangsAfterMs = 30_000;

export async function startLoad({ urls, ledger, people, breathMs }: LoadOptions): Promise<Load> {
  const report: LoadReport = { foreign: [], failures: 0, longestAnswerMs: 0 };
  let going = true;
  let lastSuccess = performance.now();

  async function signedIn(email: string): Promise<Visitor[]> {
    return await Promise.all(
      urls.map(async (url) => {
        const visitor = createVisitor(url);
        const { status } = await visitor.signIn(email);
        if (status !== 200) throw new Error(`Sign-in failed: ${status}`);
        return visitor;
      }),
    );
  }

  /** Sends it until it is answered, or gives up: then it may have happened once, or not at all. */
  async function perform(kind: ActKind, visitors: Visitor[], send: Sending): Promise<Made> {
    if (breathMs) await Bun.sleep(breathMs);
    const act = ledger.send(kind);
    const patience = performance.now() + (act.key.endsWith("0") ? 0 : 20_000);
    for (let turn = 0; ; turn += 1) {
      const visitor = visitors[turn % visitors.length];
      if (!visitor) throw new Error("There is no server");
      const begin = performance.now();
      const answer = await withDeadline(send(visitor, act)).catch((error) => {
        if (String(error).includes("hangs")) report.foreign.push(`${kind}: no answer`);
        return null;
      });
      report.longestAnswerMs = Math.max(report.longestAnswerMs, performance.now() - begin);
      if (answer && answer.status < 300) {
        lastSuccess = performance.now();
        const made: Made = answer.body?.result?.data ?? answer.body;
        ledger.acknowledge(act);
        return made;
      }
      if (answer && !comeBack.has(answer.status)) {
        ledger.refuse(act);
        if (answer.status !== 409) {
          report.foreign.push(`${kind}: ${answer.status} ${answer.text.slice(0, 200)}`);
        }
        return {};
      }
      report.failures += 1;
      if (performance.now() > patience || !going) return {};
      await Bun.sleep(50);
    }
  }

  async function work(visitors: Visitor[], withCompanies: boolean): Promise<void> {
    const { customer } = people;
    while (going) {
      const opened = await perform("ticket", visitors, (visitor, { key }) =>
        visitor.mutate("tickets.create", {
          ...{ requestId: key, subject: key, body: `Opened as ${key}` },
          requesterId: customer.id,
        }),
      );
      const made = opened.ticket;
      if (!made) continue;
      const ticket: OwnTicket = {
        id: made.id,
        shown: made.status,
        status: "pending",
        fileIds: [],
      };
      for (const kind of ["reply", "status", "file", "note", "status"] as const) {
        if (!going) return;
        const done = await perform(kind, visitors, sendings[kind](ticket));
        ticket.fileIds = done.file ? [done.file.id] : [];
        const now = done.ticket?.status ?? done.changes?.head.status;
        if (now) {
          ticket.shown = now;
          ticket.status = now === "pending" ? "on-hold" : "pending";
        }
      }
      if (withCompanies) {
        await perform("company", visitors, (visitor, { key }) =>
          visitor.mutate("companies.create", { requestId: key, name: key }),
        );
      }
    }
  }

  const everyone = await Promise.all(
    [people.admin, ...people.agents].map(({ email }) => signedIn(email)),
  );
  const workers = everyone.map((visitors, index) => work(visitors, index === 0));
  return {
    lastSuccess: () => lastSuccess,
    async stop() {
      going = false;
      await Promise.all(workers);
      return report;
    },
  };
}

/** What of an answer the next act needs. */
interface Made {
  ticket?: { id: string; status: string; staff: { version: number } };
  /** The first answer to a change of status; the same sent again is answered with the ticket. */
  changes?: { head: { status?: string } };
  file?: { id: string };
}

type Sending = (visitor: Visitor, act: LedgerAct) => Promise<Answer>;

const sendings = {
  reply:
    ({ id }: OwnTicket): Sending =>
    (visitor, { key }) =>
      visitor.mutate("tickets.reply", { requestId: key, id, body: `Replied as ${key}` }),
  note:
    ({ id, fileIds }: OwnTicket): Sending =>
    (visitor, { key }) =>
      visitor.mutate("tickets.note", { requestId: key, id, fileIds, body: `Noted as ${key}` }),
  status:
    ({ id, shown, status }: OwnTicket): Sending =>
    (visitor, { key }) =>
      visitor.mutate("tickets.update", {
        ...{ requestId: key, id, from: { status: shown } },
        patch: { status },
      }),
  file:
    (): Sending =>
    (visitor, { key }) =>
      visitor.request("POST", "/node/files", {
        body: `Kept as ${key}. ${"Lines of a log. ".repeat(400)}`,
        headers: { "Content-Type": "text/plain", "X-File-Name": `${key}.txt` },
      }),
};

async function withDeadline<T>(answer: Promise<T>): Promise<T> {
  return await Promise.race([
    answer,
    Bun.sleep(hangsAfterMs).then(() => {
      throw new Error("It hangs");
    }),
  ]);
}
