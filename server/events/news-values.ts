/** What the one statement is run with that tells of news. */
export interface NewsValues {
  said: string;
  actorId: string | null;
  now: Date;
  mailDefaults: string;
  eventId: string;
}
