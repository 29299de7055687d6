import * as z from "zod/mini";
import { macroLimits, macroStatuses, unknownPlaceholders } from "../macros.ts";
import { ticketPriorities, ticketStatuses } from "../tickets/vocabulary.ts";
import { tagName } from "./tags.ts";
import { line, paragraph, uuid } from "./text.ts";

const tags = z.array(tagName).check(z.maxLength(macroLimits.tags));

const known = z.superRefine<string>((text, context) => {
  for (const name of unknownPlaceholders(text)) {
    context.addIssue({ code: "custom", message: `There is no {{${name}}} to fill in.` });
  }
});

const assignee = z.optional(z.union([z.literal("me"), uuid]));

/** The macro when editing began, under the rules of that time. */
const begun = z.strictObject({
  name: z.string(),
  body: z.string(),
  shared: z.boolean(),
  changes: z.strictObject({
    status: z.optional(z.enum(ticketStatuses)),
    priority: z.optional(z.enum(ticketPriorities)),
    assignee,
    teamId: z.optional(uuid),
    addTags: z.optional(z.array(z.string())),
    removeTags: z.optional(z.array(z.string())),
  }),
});

export const saveMacroInput = z.strictObject({
  /** Absent for a new macro. */
  id: z.optional(uuid),
  /** Detects changes by others. */
  base: z.optional(begun),
  name: line(macroLimits.name),
  body: paragraph(macroLimits.body, 0).check(known),
  shared: z.boolean(),
  changes: z.strictObject({
    status: z.optional(z.enum(macroStatuses)),
    priority: z.optional(z.enum(ticketPriorities)),
    assignee,
    teamId: z.optional(uuid),
    addTags: z.optional(tags),
    removeTags: z.optional(tags),
  } satisfies Record<keyof z.infer<typeof begun>["changes"], z.ZodMiniType>),
});
export type SaveMacroInput = z.infer<typeof saveMacroInput>;

export const deleteMacroInput = z.strictObject({ id: uuid });
