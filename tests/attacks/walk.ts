import fc from "fast-check";
import type { Db } from "../../server/db/database.ts";
import { sendFile } from "../support/file-calls.ts";
import { type Random, seeded } from "../support/random.ts";
import type { TestServer } from "../support/server.ts";
import { type Door, type Push, procedureDoors, routeDoors } from "./doors.ts";
import type { Known } from "./known.ts";
import { ownMark, type WalkedDesk, type Walker } from "./walked-desk.ts";

interface Step {
  door: Door;
  pushes: fc.Arbitrary<Push>;
  /** Shared by everyone in this role. */
  score: Score;
}

interface Score {
  tried: number;
  taken: number;
}

export interface WalkOptions {
  seed: number;
  steps: number;
}

/** Random actions by everyone in turn; searches each answer for hidden text and returns what it found. */
export async function walk(desk: WalkedDesk, { seed, steps }: WalkOptions): Promise<string[]> {
  const { walkers, server, taken } = desk;
  const random = seeded(seed);
  const scores = new Map<string, Score>();
  const ways = new Map(walkers.map((walker) => [walker, waysOf(walker, server, scores)]));
  const found: string[] = [];
  for (let at = 0; at < steps; at += 1) {
    const walker = random.pick(walkers);
    const { acts, reads } = ways.get(walker) ?? { acts: [], reads: [] };
    const step = likelierOf(random, random.chance(0.6) ? acts : reads);
    const { door, pushes } = step;
    const [push] = fc.sample(pushes, { numRuns: 1, seed: random.below(2 ** 31) });
    if (!push) continue;
    const answer = await push.send(walker.visitor);
    step.score.tried += 1;
    if (answer.status < 400) {
      step.score.taken += 1;
      taken.set(door.name, (taken.get(door.name) ?? 0) + 1);
      walker.known.learn(door.room, answer.body?.result?.data ?? answer.body);
    }
    for (const mark of walker.unseen.filter((mark) => answer.text.toLowerCase().includes(mark))) {
      const around = answer.text
        .slice(Math.max(0, answer.text.toLowerCase().indexOf(mark) - 200))
        .slice(0, 400);
      found.push(
        `seed ${seed}, step ${at}: ${walker.name} received ${mark} from ${push.shown}\n${around}`,
      );
    }
    if (at % 25 === 0) await sendMarkedFile(walker, server);
    if (at % 60 === 59) await releaseAll(server.db);
  }
  for (const { name, stream, unseen } of walkers) {
    const heard = stream.text().toLowerCase();
    for (const mark of unseen.filter((mark) => heard.includes(mark))) {
      found.push(`seed ${seed}: the stream of ${name} told ${mark}`);
    }
  }
  return found;
}

/** Of three, the one accepted most often so far: forbidden actions are tried rarely. */
function likelierOf(random: Random, steps: readonly Step[]): Step {
  const chance = ({ score }: Step) => (score.taken + 1) / (score.tried + 1);
  const [first, ...others] = [random.pick(steps), random.pick(steps), random.pick(steps)];
  return others.reduce((best, step) => (chance(step) > chance(best) ? step : best), first);
}

/** Actions that would end the walk, or affect all staff. */
const leftOut =
  /^(GET .(healthz|readyz)$|session\.end|account\.(change|choose|create|request|read)|GET \/node\/auth\/logout|POST \/node\/auth|live\.events|POST \/node\/files)/;

function waysOf(
  { known, role }: Walker,
  { app }: TestServer,
  scores: Map<string, Score>,
): { acts: Step[]; reads: Step[] } {
  const doors = [...procedureDoors(), ...routeDoors(app.routes)]
    .filter(({ name }) => !leftOut.test(name))
    .map((door) => {
      const key = `${role} ${door.name}`;
      const score = scores.get(key) ?? { tried: 0, taken: 0 };
      scores.set(key, score);
      return { door, pushes: marked(door, known), score };
    });
  return {
    acts: doors.filter(
      ({ door }) => !door.reads && /^(tickets|drafts|views|macros)\./.test(door.name),
    ),
    reads: doors.filter(({ door }) => door.reads),
  };
}

/** A note is visible to its staff only; a macro to all staff. */
function marked(door: Door, known: Known): fc.Arbitrary<Push> {
  const word = { "tickets.note": "note", "macros.save": "name" }[door.name];
  const hidden = word !== undefined;
  const text: Known["text"] = (key, format) =>
    known.text(
      key === "body" || (key.endsWith("Tags") && word === "name") ? (word ?? key) : key,
      format,
    );
  return door.pushes(hidden ? { ...known, text } : known, "fitting");
}

async function sendMarkedFile(
  { visitor, known, unseen }: Walker,
  server: TestServer,
): Promise<void> {
  const own = ownMark(unseen);
  const { body } = await sendFile(server, visitor, {
    bytes: `${own} ${Bun.randomUUIDv7()}`,
    name: `${own}.txt`,
  });
  if (body.file) known.add("files", body.file.id);
}

/** Replies wait some seconds for Undo: here they are released immediately. */
async function releaseAll(db: Db): Promise<void> {
  await db
    .updateTable("messages")
    .set({ release_at: new Date(0) })
    .where("kind", "=", "public")
    .where("released_at", "is", null)
    .where("release_at", "is not", null)
    .execute();
}
