import { createUserStore } from "../session/forget.ts";

/** The ticket in which this person is currently typing. */
export const typingIn = createUserStore<string | null>(null);

const pauseMs = 5_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called by the composer at each key. */
export function notifyTyping(ticketId: string): void {
  typingIn.set(ticketId);
  clearTimeout(timer);
  timer = setTimeout(stopTyping, pauseMs);
}

/** Called when the message is sent or the composer left. */
export function stopTyping(): void {
  clearTimeout(timer);
  typingIn.set(null);
}
