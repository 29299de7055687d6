import { createContext, useContext } from "react";
import type { MessageFile, TimelineMessage } from "../../../../shared/tickets/page.ts";

export type RedactSubject =
  | { what: "message"; id: string; author: string }
  | { what: "file"; id: string; name: string }
  /** Of the change that it stands in. */
  | { what: "subject"; id: string };

/** What the page around a conversation lets one do with its messages; what is absent is not offered. */
export interface MessageActs {
  quote?: ((message: TimelineMessage) => void) | undefined;
  copyLink?: ((message: TimelineMessage) => void) | undefined;
  /** Begins to choose messages for a ticket of their own, this one and what follows first. */
  splitFrom?: ((message: TimelineMessage) => void) | undefined;
  redact?: ((subject: RedactSubject) => void) | undefined;
  unmerge?: ((sourceId: string) => void) | undefined;
  /** While messages are being chosen. */
  choice?: { chosen: ReadonlySet<string>; toggle: (id: string) => void } | undefined;
}

export const MessageActsContext = createContext<MessageActs>({});

export function useMessageActs(): MessageActs {
  return useContext(MessageActsContext);
}

export function fileToRedact({ id, name }: MessageFile): RedactSubject {
  return { what: "file", id, name };
}
