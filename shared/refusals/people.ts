import { refusal, telling, worded } from "./refusal.ts";

/** Users, and the companies they belong to. */
export const peopleRefusals = {
  scope_for_agents_only: refusal(400, "Only an Agent has a company scope."),
  unknown_company: worded(400, "One of the companies does not exist."),
  email_taken: refusal(409, "Another user already has this email address."),
  user_conflict: refusal(
    409,
    "Someone else changed this user meanwhile. What you typed is still here.",
  ),
  not_yourself: refusal(409, "You cannot delete, disable or demote yourself."),
  already_accepted: refusal(409, "This user is not waiting for an invitation."),
  link_by_mail_only: refusal(409, "A mail server is set up here: links are mailed, not copied."),
  link_by_shell_only: refusal(
    409,
    "A Super Admin who has had a password gets a link on the server alone: bun run user:link.",
  ),
  company_name_taken: refusal(409, "Another company has this name already."),
  domain_taken: refusal(409, "A mail domain belongs to one company only."),
  company_archived: telling(
    409,
    "This company is archived: its tickets can be read, but no new one can be opened there.",
    ({ name }: { name: string }) => `${name} is archived: no new ticket can be opened there.`,
  ),
  company_conflict: worded(
    409,
    "Someone else changed this company meanwhile. What you typed is still here.",
  ),
  companies_not_mergeable: telling(409, "These two companies cannot be merged.", whyNotMergeable),
};

type NotMergeable =
  | { why: "itself" | "not-merging" | "stopped" | "on-their-way" | "long-notes" }
  | { why: "was-merged" | "has-merged" | "archived" | "leaving"; name: string }
  | { why: "taking"; name: string; coming: string }
  | { why: "many-domains"; most: number };

function whyNotMergeable(told: NotMergeable): string {
  switch (told.why) {
    case "itself":
      return "Choose another company.";
    case "not-merging":
      return "It is not being merged.";
    case "stopped":
      return "The merge was stopped.";
    case "on-their-way":
      return "Its tickets are on their way to another company. Stop that first.";
    case "long-notes":
      return "The notes of both are too long for one company. Shorten them first.";
    case "was-merged":
      return `${told.name} was merged already.`;
    case "has-merged":
      return `${told.name} was merged into another company.`;
    case "archived":
      return `${told.name} is archived: it takes no new tickets.`;
    case "leaving":
      return `${told.name} is on its way into another company already.`;
    case "taking":
      return `${told.coming} is on its way into ${told.name}. Wait until it is there.`;
    case "many-domains":
      return `Together they have more than ${told.most} mail domains. Remove some first.`;
  }
}
