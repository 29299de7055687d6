import { ticketLimits } from "./vocabulary.ts";

const prefix = "Follow-up: ";

/** The subject of a follow-up, with the prefix once. */
export function followUpSubject(subject: string): string {
  const whole = subject.startsWith(prefix) ? subject : `${prefix}${subject}`;
  const cut = whole.slice(0, ticketLimits.subject);
  // Not in the middle of a character.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
