/** What a key asks to be done, to all that is chosen or to the row under the cursor. */
export type ActName =
  | "assign"
  | "take"
  | "status"
  | "priority"
  | "team"
  | "type"
  | "tags"
  | "resolve"
  | "snooze"
  | "spam"
  | "not-spam"
  | "merge"
  | "unread"
  | "read";
