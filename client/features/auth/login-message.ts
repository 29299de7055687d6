/** The words that /login shows on arrival, exactly as the specification has them. */
export const signedOutWords = "You have been successfully logged out!";
export const passwordChangedWords = "Your password has been changed successfully!";
export const passwordSetWords = "Your password has been set. Please sign in.";
export const deskReadyWords = "Your desk is ready. Please sign in.";

const ownWords = [signedOutWords, passwordChangedWords, passwordSetWords, deskReadyWords];

const maxLength = 200;

export function loginWith(message: string): string {
  return `/login?${new URLSearchParams({ message })}`;
}

/** Only what the desk itself says here is shown as good news. */
export function isOwnMessage(message: string): boolean {
  return ownWords.includes(message);
}

/** Anybody can put words into an address: they are shown as plain text, and not many of them. */
export function readLoginMessage(search: string): string | null {
  const message = new URLSearchParams(search).get("message")?.trim();
  return message ? [...message].slice(0, maxLength).join("") : null;
}
