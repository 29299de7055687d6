import * as z from "zod/mini";
import { macroLimits, macroStatuses, unknownPlaceholders } from "../macros.ts";
import { ticketPriorities } from "../tickets/vocabulary.ts";
import { tagName } from "./tags.ts";
import { line, paragraph, uuid } from "./text.ts";

const tags = z.array(tagName).check(z.maxLength(macroLimits.tags));

const known = z.superRefine<string>((text, context) => {
  for (const name of unknownPlaceholders(text)) {
    context.addIssue({ code: "custom", message: `There is no {{${name}}} to fill in.` });
  }
});

export const saveMacroInput = z.strictObject({
  /** Absent for a new one. */
  id: z.optional(uuid),
  name: line(macroLimits.name),
  body: paragraph(macroLimits.body, 0).check(known),
  shared: z.boolean(),
  changes: z.strictObject({
    status: z.optional(z.enum(macroStatuses)),
    priority: z.optional(z.enum(ticketPriorities)),
    assignee: z.optional(z.union([z.literal("me"), uuid])),
    teamId: z.optional(uuid),
    addTags: z.optional(tags),
    removeTags: z.optional(tags),
  }),
});
export type SaveMacroInput = z.infer<typeof saveMacroInput>;

export const deleteMacroInput = z.strictObject({ id: uuid });
