import { isStaff } from "../../../shared/access.ts";
import type { ActorDeps } from "../../actor.ts";
import { createQueue as createTurns } from "../../auth/throttling.ts";
import { renderText } from "../../markdown/off-thread.ts";
import { withoutTicketLinks } from "../../markdown/render.ts";

/** How a text will look once it is sent. Each person's previews are rendered one at a time. */
export async function previewBody(
  { actor }: Pick<ActorDeps, "actor">,
  { body }: { body: string },
): Promise<{ html: string }> {
  const html = await runQueued(actor.id, () => renderText(body));
  return { html: isStaff(actor) ? html : withoutTicketLinks(html) };
}

const runQueued = createTurns();
