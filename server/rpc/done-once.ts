import * as z from "zod/mini";
import { uuid } from "../../shared/schemas/text.ts";
import type { ActingContext, procedureFor } from "./trpc.ts";

/**
 * For calls with an idempotency key: the command gets the input and, separately, the key, by which it runs
 * once.
 */
export function doneOnce<Input extends z.ZodMiniObject, Done>(
  procedure: ReturnType<typeof procedureFor>,
  input: Input,
  command: (deps: ActingContext, input: z.output<Input>, requestId: string) => Promise<Done>,
) {
  const keyed = z.extend(input, { requestId: uuid });
  return procedure.input(keyed).mutation(({ ctx, input: sent }) => {
    // TypeScript cannot infer the rest type of a generic shape.
    const { requestId, ...meant } = sent as unknown as { requestId: string };
    return command(ctx, meant as z.output<Input>, requestId);
  });
}
