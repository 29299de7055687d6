import { sql } from "kysely";
import { can } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { isSeen, scopeOf } from "../../access/scope.ts";
import { transact } from "../../access/transact.ts";
import { readImage } from "../../files/images.ts";
import { type GuardedFetch, OutboundError } from "../../guarded-fetch.ts";
import { remoteImagesIn } from "./parse/html.ts";

/** An image of a mail's text or of its quoted rest, by its place there. */
interface WantedImage {
  messageId: string;
  part: "text" | "rest";
  position: number;
}

const longest = 5 * 1024 * 1024;
const withinMs = 5_000;

/**
 * Fetches an image that a mail shows from another server, for staff who asked for it: that server learns neither
 * who reads nor from where. What is no image is not found.
 */
export async function fetchRemoteImage(
  deps: ActorDeps & { imageFetch: GuardedFetch },
  wanted: WantedImage,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const url = await findAddress(deps, wanted);
  const answer = await deps
    .imageFetch(url, { timeoutMs: withinMs, maxBytes: longest })
    .catch((error) => {
      if (error instanceof OutboundError) throw new AppError("not_found", {}, { cause: error });
      throw error;
    });
  const image = answer.status === 200 ? await readImage(answer.body) : null;
  if (!image) throw new AppError("not_found");
  return { type: image.type, bytes: answer.body };
}

async function findAddress(
  { db, actor }: ActorDeps,
  { messageId, part, position }: WantedImage,
): Promise<string> {
  if (!can(actor, "ticket.staffFields")) throw new AppError("forbidden");
  const { rows } = await sql<{ text: string | null; rest: string | null }>`
    select mail.html as text, mail.rest_html as rest
    from message_mails mail join messages m on m.id = mail.message_id
      join tickets t on t.id = m.ticket_id
    where m.id = ${messageId}::uuid and m.redacted_at is null and ${isSeen(scopeOf(actor))}`.execute(
    db,
  );
  const url = remoteImagesIn(rows[0]?.[part] ?? "")[position];
  if (url === undefined) throw new AppError("not_found");
  return url;
}

/** Whether this person always sees the images of this message's sender. */
export async function chooseImages(
  deps: ActorDeps,
  { messageId, always }: { messageId: string; always: boolean },
): Promise<{ sender: string }> {
  return await transact(deps, async (tx, { actor, now }) => {
    const { rows } = await sql<{ sender: string }>`
      select lower(mail.from_address) as sender
      from message_mails mail join messages m on m.id = mail.message_id
        join tickets t on t.id = m.ticket_id
      where m.id = ${messageId}::uuid and mail.from_address <> ''
        and ${isSeen(scopeOf(actor))}`.execute(tx);
    const [found] = rows;
    if (!found) throw new AppError("not_found");
    const choice = { user_id: actor.id, sender: found.sender };
    if (always) {
      await tx
        .insertInto("image_choices")
        .values({ ...choice, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await tx
        .deleteFrom("image_choices")
        .where((is) => is.and(choice))
        .execute();
    }
    return found;
  });
}
