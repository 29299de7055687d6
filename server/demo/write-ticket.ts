import type { DemoAct, DemoTicket } from "./acts.ts";
import type { Scene } from "./content/cast.ts";
import type { DemoCompany } from "./content/companies.ts";
import { inTheirManner } from "./content/manner.ts";
import { demoUsers } from "./content/people.ts";
import { createWording } from "./content/wording.ts";
import { day } from "./content/working-hours.ts";

/** The ticket of what was played, with everybody's words put in. */
export function writeTicket(
  { story, requester, colleague, random }: Scene,
  company: DemoCompany,
  acts: readonly DemoAct[],
  now: number,
): DemoTicket {
  const [opening] = acts;
  if (!opening) throw new Error(`${story.key} has no acts`);
  const createdAt = opening.at.getTime();
  const say = createWording({
    story,
    company,
    requester,
    other: colleague?.firstName ?? requester.firstName,
    createdAt,
    age: (now - createdAt) / day,
    seed: random.whole(1, 2 ** 31),
  });
  const subject = say(random.pick(story.subjects));
  const spoken = new Set<string>();
  let lastToWrite = requester.firstName;
  const written = acts.map((act): DemoAct => {
    if (act.kind === "note") return { ...act, text: say(act.text) };
    if (act.kind !== "reply") return act;
    const author = demoUsers.find(({ email }) => email === act.by) ?? requester;
    const first = !spoken.has(author.email);
    spoken.add(author.email);
    const to = author.role === "Customer" ? null : lastToWrite;
    if (author.role === "Customer") lastToWrite = author.firstName;
    const { language = "en" } = story;
    const text = inTheirManner(author, say(act.text), {
      language,
      first,
      to,
      company: company.name,
      random,
    });
    return { ...act, text };
  });
  return {
    subject,
    type: story.type,
    priority: written.findLast((act) => act.kind === "priority")?.priority ?? "normal",
    channel: story.channel ?? "web",
    company: company.name,
    requester: requester.email,
    openedBy: opening.by ?? requester.email,
    assignee: written.findLast((act) => act.kind === "assign")?.assignee ?? null,
    team: story.team,
    tags: written.flatMap((act) => (act.kind === "tags" ? act.add : [])).sort(),
    followers: followersOf(written, { requester, colleague, random }),
    createdAt: opening.at,
    acts: written,
  };
}

/** Who wrote and could not see it otherwise, and now and then somebody who only looks on. */
function followersOf(
  acts: readonly DemoAct[],
  { requester, colleague, random }: Pick<Scene, "requester" | "colleague" | "random">,
): string[] {
  const followers = new Set<string>();
  const wrote = acts.some((act) => act.kind === "reply" && act.by === colleague?.email);
  if (colleague && (wrote ? !colleague.seesAllTickets : random.chance(0.08))) {
    followers.add(colleague.email);
  }
  const assignee = acts.findLast((act) => act.kind === "assign")?.assignee;
  for (const act of acts) {
    if (act.kind === "note" && act.by !== assignee && random.chance(0.5)) followers.add(act.by);
  }
  followers.delete(requester.email);
  return [...followers];
}
