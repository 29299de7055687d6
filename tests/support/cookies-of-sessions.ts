import { createVisitor } from "./visitor.ts";

/** Enough for so many streams, of which the server lets a session have twenty. */
export const sessionsFor = (streams: number) => Math.ceil(streams / 20);

/** Creates sessions of one user and returns their cookies. */
export async function cookiesOfSessions(
  url: string,
  email: string,
  sessions: number,
): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < sessions) {
    const visitor = createVisitor(url);
    await visitor.signIn(email);
    cookies.push([...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  }
  return cookies;
}
