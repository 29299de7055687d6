import type { Draft, DraftSaved } from "../../../shared/tickets/page.ts";
import type { Store } from "../store.ts";
import type { DraftPlace, DraftText, UnsavedText } from "./unsaved-texts.ts";

/** Where a draft is saved: on the server, and in this browser until the server has it. */
export interface DraftPorts {
  load(): Promise<Draft | null>;
  save(input: DraftPlace & DraftText & { revision: number }): Promise<DraftSaved>;
  /** Messages sent from here that wait for the connection. */
  onTheirWay(): Promise<readonly DraftBeingSent[]>;
  /** Copies left by other pages, newest first. */
  copies(): Promise<UnsavedText[]>;
  saveCopy(text: DraftText, revision: number, unanswered: DraftText[]): Promise<void>;
  dropCopy(id?: string): Promise<void>;
  /** Reports an error, such as the end of the session, and returns whether to retry. */
  refused(error: unknown): DraftRefusal;
}

export interface DraftBeingSent {
  /** The revision of the draft it was written in. */
  revision: number | undefined;
  body: string;
  files: readonly { id: string }[];
}

interface DraftRefusal {
  /** Temporary: the text waits in this browser. */
  waits: boolean;
  /** Whether to retry automatically. */
  again: boolean;
  words: string;
}

/** A text from another device, or from a page that was closed before saving. */
export interface OtherText extends DraftText {
  revision: number | null;
  copyId: string | null;
}

export interface DraftState extends DraftText {
  loaded: boolean;
  /** `here`: only this browser has it. */
  kept: "nothing" | "saving" | "kept" | "here" | "refused";
  trouble: string | null;
  other: OtherText | null;
}

export type DraftChoice = "use" | "both" | "discard";

export interface DraftStore {
  place: DraftPlace;
  state: Store<DraftState>;
  load(): Promise<void>;
  type(text: DraftText): void;
  /** Resolves to true once the server has everything. */
  saveNow(): Promise<boolean>;
  choose(choice: DraftChoice): void;
  /** Empties the field for sending; the text is stored until `sent` or `putBack`. */
  take(): DraftText;
  /** Resolves once no save is in flight that could arrive after the message. */
  settled(): Promise<unknown>;
  /** The message waits for the connection; its answer is still to come. */
  waits(taken: DraftText): void;
  /** Without a text: sent by another page. Resolves once no copy is left here. */
  sent(taken?: DraftText): Promise<void>;
  /** The server's revision on which the local text is based. */
  continues(): number;
  /** The server has deleted the draft of this revision along with the sent message. */
  gone(revision: number): void;
  /** Restores a text on another page than it was sent from, with the revision it was based on. */
  putBack(text: DraftText, continued?: number): void;
  /** The server has put a text back in front of the saved draft. */
  takeBack(draft: Draft): void;
  stop(): void;
}
