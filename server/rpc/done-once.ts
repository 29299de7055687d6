import type * as z from "zod/mini";
import { keyed } from "../../shared/schemas/keyed.ts";
import type { ActingContext, procedureFor } from "./trpc.ts";

/**
 * A call that comes with the key of its intention: its command gets what is meant, and the key
 * beside it, by which it is done once.
 */
export function doneOnce<Input extends z.ZodMiniObject, Done>(
  procedure: ReturnType<typeof procedureFor>,
  input: Input,
  command: (deps: ActingContext, input: z.output<Input>, requestId: string) => Promise<Done>,
) {
  return procedure.input(keyed(input)).mutation(({ ctx, input: sent }) => {
    // What a shape that is still unknown holds besides the key is for TypeScript not what it was.
    const { requestId, ...meant } = sent as unknown as { requestId: string };
    return command(ctx, meant as z.output<Input>, requestId);
  });
}
