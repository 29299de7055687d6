import type { Draft, DraftSaved } from "../../../shared/tickets/page.ts";
import type { Store } from "../store.ts";
import type { DraftPlace, DraftText, UnsavedText } from "./unsaved-texts.ts";

/** Where a keeper keeps: the server, and this browser for what the server does not have yet. */
export interface DraftPorts {
  load(): Promise<Draft | null>;
  save(input: DraftPlace & DraftText & { revision: number }): Promise<DraftSaved>;
  /** What was sent from here and waits for the line. */
  onTheirWay(): Promise<readonly DraftBeingSent[]>;
  /** What other pages left here, the newest first. */
  copies(): Promise<UnsavedText[]>;
  saveCopy(text: DraftText, revision: number, unanswered: DraftText[]): Promise<void>;
  dropCopy(id?: string): Promise<void>;
  /** Tells of a refusal, such as the end of the session, and whether it is worth trying again. */
  refused(error: unknown): DraftRefusal;
}

export interface DraftBeingSent {
  /** Of the draft that it was written in. */
  revision: number | undefined;
  body: string;
  files: readonly { id: string }[];
}

interface DraftRefusal {
  /** Not for good: the text waits in this browser. */
  waits: boolean;
  /** Whether to try again by itself. */
  again: boolean;
  words: string;
}

/** The text of another device, or of a page that was closed before it was saved. */
export interface OtherText extends DraftText {
  revision: number | null;
  copyId: string | null;
}

export interface DraftState extends DraftText {
  loaded: boolean;
  /** `here`: this browser alone has it. */
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
  /** True once the server has everything. */
  saveNow(): Promise<boolean>;
  choose(choice: DraftChoice): void;
  /** Empties the field for what is being sent; the text is kept until `sent` or `putBack`. */
  take(): DraftText;
  /** No save is under way that could come after what is being sent. */
  settled(): Promise<unknown>;
  /** What is being sent waits elsewhere for the line; the answer is still to come. */
  waits(taken: DraftText): void;
  /** Without a text: what another page left to be sent. Ends once no copy here has it any more. */
  sent(taken?: DraftText): Promise<void>;
  /** The revision at the server that the text here continues. */
  continues(): number;
  /** The server has dropped what it had at this revision, with what that became. */
  gone(revision: number): void;
  /** On another page than it was sent from, with the revision that it continued. */
  putBack(text: DraftText, continued?: number): void;
  /** The server has put a text back above what it knew to be begun. */
  takeBack(draft: Draft): void;
  stop(): void;
}
