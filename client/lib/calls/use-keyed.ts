import type { MutateOptions, UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { newRequestId } from "./request-id.ts";

type Keyless<Sent> = Omit<Sent, "requestId">;

/**
 * A call that is sent under the key of one intention: the same while the same is sent and has not
 * been done, as after a line that broke, and another one for whatever is meant next.
 */
export function useKeyed<Sent extends { requestId: string }, Done, Failure, Context>({
  mutate,
  ...call
}: UseMutationResult<Done, Failure, Sent, Context>) {
  const key = useRef<{ of: string; id: string } | null>(null);
  return {
    ...call,
    mutate(input: Keyless<Sent>, options?: MutateOptions<Done, Failure, Sent, Context>): void {
      const of = JSON.stringify(input);
      if (call.isSuccess || key.current?.of !== of) key.current = { of, id: newRequestId() };
      mutate({ requestId: key.current.id, ...input } as unknown as Sent, options);
    },
  };
}
