import type { DemoAct } from "./acts.ts";
import type { Cast } from "./content/cast.ts";
import { hoursOf } from "./content/shifts.ts";
import { addWorkingTime, day, minute, nextAtWork } from "./content/working-hours.ts";
import type { DemoUser } from "./demo-user.ts";
import type { Random } from "./random.ts";

/** After the last word: the customer says that it is solved, or an agent sees that it is. */
export function finish({ story, stage, requester, random }: Cast): void {
  const agent = stage.assignee;
  const last = stage.acts.findLast((act) => act.kind === "reply");
  if (stage.status === "resolved" || !agent || !last) return;
  if (last.by === agent.email) {
    const silent = random.chance(0.4);
    stage.pass(silent ? agent : requester, silent ? 27 * 60 : 300);
    if (silent && random.chance(0.5)) stage.say("note", agent, random.pick(noAnswer));
    stage.setStatus(silent ? agent : requester, "resolved");
  } else if (last.by === requester.email && random.chance(0.4)) {
    stage.now += random.between(20, 90) * 1000;
    stage.setStatus(requester, "resolved");
  } else {
    stage.pass(agent, 25);
    if (random.chance(0.3) && !story.language) {
      stage.say("reply", agent, random.pick(closings).replace("{first}", requester.firstName));
    }
    stage.setStatus(agent, "resolved");
  }
}

/** A rating from some, and Closed: seven days later by itself, now and then by hand. */
export function epilogue(
  acts: readonly DemoAct[],
  {
    requester,
    agents,
    random,
  }: { requester: DemoUser; agents: readonly DemoUser[]; random: Random },
): DemoAct[] {
  const resolves = acts.filter((act) => act.kind === "status" && act.status === "resolved");
  const resolvedAt = resolves.at(-1)?.at.getTime();
  if (resolvedAt === undefined) return [];
  const after: DemoAct[] = [];
  if (random.chance(0.3)) {
    const at = addWorkingTime(hoursOf(requester), resolvedAt, random.around(60, 0.9) * minute);
    const good = random.chance(resolves.length > 1 ? 0.6 : 0.93);
    const comment = random.chance(0.4) ? random.pick(good ? praise : blame) : "";
    after.push({ kind: "rate", by: requester.email, at: new Date(at), good, comment });
  }
  const assignee = acts.findLast((act) => act.kind === "assign")?.assignee;
  const closer = random.chance(0.03) ? agents.find(({ email }) => email === assignee) : undefined;
  const at = closer
    ? nextAtWork(hoursOf(closer), resolvedAt + random.between(1, 3) * day)
    : resolvedAt + 7 * day;
  after.push({ kind: "status", by: closer?.email ?? null, at: new Date(at), status: "closed" });
  return after.sort((one, other) => one.at.getTime() - other.at.getTime());
}

const closings = [
  "Glad to hear it, {first}. I close this one; just write here if it comes back.",
  "Very good. I mark this as solved.",
  "You are welcome, {first}.",
  "Thanks for letting me know, {first}. Have a good day.",
  "Good. If anything is left, simply reply and it lands with me again.",
];
const noAnswer = [
  "No answer for three days, I take it as solved.",
  "Nothing more came, resolving it.",
];
const praise = [
  "Quick and to the point.",
  "Very helpful, thank you",
  "Solved in one go.",
  "Friendly and fast as always",
  "Good explanation, I learned something",
];
const blame = [
  "Took too long",
  "Had to explain it twice.",
  "Works now but it should not have happened",
  "Slow on friday",
];
