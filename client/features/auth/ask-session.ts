import { trpcClient } from "../../data/calls/trpc-client.ts";

let answered: Promise<unknown> = Promise.resolve();

/** Asks who is signed in, for pages outside the shell. */
export function askSession() {
  const asking = trpcClient.session.current.query();
  answered = Promise.allSettled([answered, asking]);
  return asking;
}

/** The answer to an expired cookie deletes it. After a sign-in it would delete the new cookie. */
export async function whenSessionAnswered(): Promise<void> {
  await answered;
}
