import { createUserStore } from "../../data/session/forget.ts";

interface SeenTicket {
  number: number;
  subject: string;
}

const most = 6;

/** Recently opened tickets, latest first, to find one that has left its list. */
export const seenLately = createUserStore<readonly SeenTicket[]>([]);

export function noteSeen({ number, subject }: SeenTicket): void {
  const others = seenLately.get().filter((ticket) => ticket.number !== number);
  seenLately.set([{ number, subject }, ...others].slice(0, most));
}

/** Without the ticket that is open. */
export function seenBefore(seen: readonly SeenTicket[], pathname: string): readonly SeenTicket[] {
  return seen.filter(({ number }) => pathname !== `/ticket/${number}`);
}
