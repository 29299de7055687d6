import { isStaff } from "../../../shared/access.ts";
import type { ActorDeps } from "../../actor.ts";
import { renderMarkdown } from "./markdown.ts";

/** What a text will look like once it is sent. */
export function previewBody(
  { actor }: Pick<ActorDeps, "actor">,
  { body }: { body: string },
): { html: string } {
  return { html: renderMarkdown(body, { isStaff: isStaff(actor) }) };
}
