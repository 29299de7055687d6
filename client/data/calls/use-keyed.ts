import type { MutateOptions, UseMutationResult } from "@tanstack/react-query";
import { useRef } from "react";
import { newRequestId } from "./request-id.ts";

/**
 * Returns the idempotency key for an input: the same while that input is being retried, a new one after
 * success or for a different input.
 */
export function useKeyOf(): (input: object, isDone?: boolean) => string {
  const key = useRef<{ of: string; id: string } | null>(null);
  return (input, isDone = false) => {
    const of = JSON.stringify(input);
    if (isDone || key.current?.of !== of) key.current = { of, id: newRequestId() };
    return key.current.id;
  };
}

type Keyless<Sent> = Omit<Sent, "requestId">;

/** A mutation sent with such a key. */
export function useKeyed<Sent extends { requestId: string }, Done, Failure, Context>({
  mutate,
  ...call
}: UseMutationResult<Done, Failure, Sent, Context>) {
  const keyOf = useKeyOf();
  return {
    ...call,
    mutate(input: Keyless<Sent>, options?: MutateOptions<Done, Failure, Sent, Context>): void {
      const requestId = keyOf(input, call.isSuccess);
      mutate({ requestId, ...input } as unknown as Sent, options);
    },
  };
}
