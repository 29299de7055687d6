/** Messages that /login shows. The first two are given by the specification. */
export const signedOutMessage = "You have been successfully logged out!";
export const passwordChangedMessage = "Your password has been changed successfully!";
export const passwordSetMessage = "Your password has been set. Please sign in.";
export const deskReadyMessage = "Your desk is ready. Please sign in.";

const ownWords = [signedOutMessage, passwordChangedMessage, passwordSetMessage, deskReadyMessage];

const maxLength = 200;

export function loginWith(message: string): string {
  return `/login?${new URLSearchParams({ message })}`;
}

/** Only our own messages are shown as a success. */
export function isOwnMessage(message: string): boolean {
  return ownWords.includes(message);
}

/** Anyone can put a message into the address, so it is shortened and shown as plain text. */
export function readLoginMessage(search: string): string | null {
  const message = new URLSearchParams(search).get("message")?.trim();
  return message ? [...message].slice(0, maxLength).join("") : null;
}
