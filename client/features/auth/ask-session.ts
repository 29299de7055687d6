import type { inferRouterOutputs } from "@trpc/server";
import { send } from "../../data/calls/send.ts";
import type { AppRouter } from "../../data/trpc.ts";

type Session = inferRouterOutputs<AppRouter>["session"]["current"];

let answered: Promise<unknown> = Promise.resolve();

/** Asks who is signed in, for pages outside the shell. */
export function askSession(): Promise<Session> {
  const asking = fetchSession();
  answered = Promise.allSettled([answered, asking]);
  return asking;
}

/** The answer to an expired cookie deletes it. After a sign-in it would delete the new cookie. */
export async function whenSessionAnswered(): Promise<void> {
  await answered;
}

/** Without tRPC's client, which would be a tenth of the sign-in page. */
async function fetchSession(): Promise<Session> {
  const answer = await send("/node/trpc/session.current");
  const { result, error } = await answer.json();
  if (error) throw Object.assign(new Error(error.message), { data: error.data });
  return result.data;
}
