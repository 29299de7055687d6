/** The parameters of the statement that notifies people of news. */
export interface NewsValues {
  said: string;
  actorId: string | null;
  now: Date;
  mailDefaults: string;
  eventId: string;
}
