import { trpcClient } from "../../data/calls/trpc-client.ts";

let answered: Promise<unknown> = Promise.resolve();

/** Who is signed in, for whoever stands outside of the shell. */
export function askSession() {
  const asking = trpcClient.session.current.query();
  answered = Promise.allSettled([answered, asking]);
  return asking;
}

/** The answer to a dead cookie takes it away: one that came after a sign-in would take the new one. */
export async function whenSessionAnswered(): Promise<void> {
  await answered;
}
