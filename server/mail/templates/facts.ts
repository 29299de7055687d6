/** What the words of any mail may speak of. */
export interface MailFacts {
  deskName: string;
  firstName: string;
  /** Who asked for this mail, where that was somebody else. */
  askedBy: string | null;
  /** When the act happened that this mail tells of. */
  happenedAt: Date;
  timeZone: string | null;
  origin: string;
  /** Whether answers reach somebody. */
  answersAreRead: boolean;
}

export function exactTime(time: Date, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    }).format(time);
  // A zone that this machine does not know must not keep a security notice from going out.
  try {
    if (timeZone) return `${format(timeZone)} (${timeZone.replaceAll("_", " ")})`;
  } catch {}
  return `${format("UTC")} (UTC)`;
}
