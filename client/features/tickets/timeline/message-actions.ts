import { createContext, useContext } from "react";
import type { MessageFile, TimelineMessage } from "../../../../shared/tickets/page.ts";

export type RedactSubject =
  | { what: "message"; id: string; author: string }
  | { what: "file"; id: string; name: string }
  /** `id` is that of the event. */
  | { what: "subject"; id: string };

/** The actions on messages; absent ones are not offered. */
export interface MessageActions {
  quote?: ((message: TimelineMessage) => void) | undefined;
  copyLink?: ((message: TimelineMessage) => void) | undefined;
  /** Starts splitting, with this message and the following ones selected. */
  splitFrom?: ((message: TimelineMessage) => void) | undefined;
  /** Starts splitting, with the message of this action selected. */
  separate?: ((actId: string) => void) | undefined;
  redact?: ((subject: RedactSubject) => void) | undefined;
  /** The reader's own note. */
  editNote?: ((message: TimelineMessage) => void) | undefined;
  deleteNote?: ((message: TimelineMessage) => void) | undefined;
  unmerge?: ((sourceId: string) => void) | undefined;
  /** While messages are selected for a split. */
  choice?: { chosen: ReadonlySet<string>; toggle: (id: string) => void } | undefined;
}

export const MessageActionsContext = createContext<MessageActions>({});

export function useMessageActions(): MessageActions {
  return useContext(MessageActionsContext);
}

export function fileToRedact({ id, name }: MessageFile): RedactSubject {
  return { what: "file", id, name };
}
