import { keptOfMessage } from "../../tickets/list/row.ts";
import type { messageRows } from "../insert-tickets.ts";

type MessageRow = ReturnType<typeof messageRows>[number];

/** What a ticket's row keeps of its messages, as the triggers on messages would write it. */
export function latestOf(messages: readonly MessageRow[]) {
  const everybodys = newest(messages, ({ released_at }) => released_at);
  const anybodys = newest(messages, ({ created_at }) => created_at);
  const staffs = anybodys === everybodys ? null : anybodys;
  return {
    latest_author_id: everybodys?.author_id ?? null,
    latest_text: everybodys ? beginning(everybodys.body) : null,
    staff_latest_kind: staffs?.kind ?? null,
    staff_latest_author_id: staffs?.author_id ?? null,
    staff_latest_text: staffs ? beginning(staffs.body) : null,
  };
}

function newest(
  messages: readonly MessageRow[],
  at: (message: MessageRow) => Date | null,
): MessageRow | null {
  const [last = null] = messages
    .filter((message) => at(message) !== null)
    .sort((a, b) => Number(at(b)) - Number(at(a)) || (a.id < b.id ? 1 : -1));
  return last;
}

/** So many characters, as Postgres counts them. */
function beginning(body: string): string {
  return [...body.slice(0, 2 * keptOfMessage)].slice(0, keptOfMessage).join("");
}
