import type { KeyboardEvent } from "react";

/** What the box asks of the help around it, once it is there. */
export interface Helper {
  isHalfTyped: (text: string) => boolean;
  /** Where the days of a query begin, if it names any. */
  timeZoneOf: (text: string) => string | null;
  /** True where the key was for what is offered. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean;
  /** Remembers what was searched, where it can be read. */
  note: (searched: string) => void;
}

/** What the box says of the help to those who hear it. */
export interface Offered {
  list: string;
  active: string | undefined;
}
