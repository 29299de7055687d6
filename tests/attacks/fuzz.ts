import fc from "fast-check";
import type { Answer } from "../support/visitor.ts";
import type { Door, Push } from "./doors.ts";
import { faultOf } from "./judge.ts";
import { type Attacker, attackers, type World } from "./world.ts";

/** The results of all requests at one door, by error code. */
export type Outcomes = Map<string, number>;

/** Most of what can break needs many permissions. */
const who: fc.Arbitrary<Attacker> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<Attacker>("visitor") },
  { weight: 3, arbitrary: fc.constantFrom<Attacker>("Customer") },
  { weight: 4, arbitrary: fc.constantFrom<Attacker>("Agent") },
  { weight: 6, arbitrary: fc.constantFrom<Attacker>(attackers[3]) },
);

export interface FuzzOptions {
  runs: number;
  seed: number;
  /** The errors the server has logged since the last call. */
  logged?: () => string[];
}

/** Sends requests to one door; a failure is reported as the smallest failing request, with its seed. */
export async function fuzzDoor(
  world: World,
  door: Door,
  { runs, seed, logged = () => [] }: FuzzOptions,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  await fc.assert(
    fc.asyncProperty(who, door.pushes(world.known), async (attacker, push) => {
      const outcome = await pushAs(world, door, attacker, push);
      const errors = logged();
      if (errors.length > 0) throw new Error(`${attacker}: ${push.shown}\n${errors.join("\n")}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }),
    { numRuns: runs, seed: seedOf(seed, door), interruptAfterTimeLimit: 60_000 },
  );
  return outcomes;
}

/** Each door has its own seed, by its name; otherwise all would meet the same people in the same order. */
function seedOf(seed: number, { name }: Door): number {
  return Number(Bun.hash.crc32(name) ^ seed) | 0;
}

async function pushAs(world: World, door: Door, attacker: Attacker, push: Push): Promise<string> {
  const visitor = await world.as(attacker);
  const answer = await push.send(visitor);
  const fault = faultOf(answer);
  if (fault) {
    throw new Error(`${fault} for ${attacker}: ${push.shown}\n${answer.text.slice(0, 2000)}`);
  }
  if (answer.status < 400) world.known.learn(door.room, answer.body?.result?.data ?? answer.body);
  const outcome = outcomeOf(answer);
  if (lostAccess(outcome, attacker) || /logout|session\.end/.test(door.name)) {
    world.isGone(attacker);
  }
  return outcome;
}

function outcomeOf({ status, body }: Answer): string {
  return status < 400 ? "ok" : (body.error?.data.code ?? body.code);
}

/** Their password was changed, their account disabled or their role taken. */
function lostAccess(outcome: string, attacker: Attacker): boolean {
  if (attacker === "visitor") return false;
  return (
    /^(session_expired|not_signed_in|forgery)$/.test(outcome) ||
    (attacker === "Super Admin" && outcome === "forbidden")
  );
}
