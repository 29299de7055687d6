/** One completion of the word typed after `@` or `/`. */
export interface CompletionChoice {
  id: string;
  name: string;
  detail?: string | undefined;
  /** The text to insert. */
  insert: string;
  /** A side effect of choosing it. */
  onChosen?: () => void;
}

/** A kind of completion: people by `@`, macros by `/`. */
export interface CompletionSource {
  trigger: string;
  /** For screen readers, such as `People to mention`. */
  label: string;
  /** Inserted after the choice. */
  after: string;
  /** Details get a line of their own. */
  detailsBelow?: boolean;
  /** Shown when nothing matches. */
  nothing: string;
  /** A hook that returns the matches. */
  useChoices: (query: string) => Choices;
}

interface Choices {
  choices: readonly CompletionChoice[];
  isWaiting: boolean;
  /** Offline there are no matches to ask for. */
  isOffline?: boolean;
  /** What is missing from the choices, in words. */
  lack?: string | undefined;
}

export interface OpenCompletion {
  source: CompletionSource;
  query: string;
  /** The position of the trigger in the text. */
  from: number;
}

/** The last choice and its position. */
export interface Completed {
  from: number;
  insert: string;
}

const longestQuery = 40;

/** The completion at the caret, if any. A choice just made does not open again. */
export function completionAt(
  text: string,
  caret: number,
  sources: readonly CompletionSource[],
  completed: Completed | null = null,
): OpenCompletion | null {
  const line = text.slice(
    Math.max(text.lastIndexOf("\n", caret - 1) + 1, caret - longestQuery),
    caret,
  );
  for (const source of sources) {
    const at = line.lastIndexOf(source.trigger);
    if (at < 0) continue;
    const query = line.slice(at + source.trigger.length);
    const from = caret - line.length + at;
    const before = text[from - 1] ?? "\n";
    const begins = /[\s([{>]/.test(before);
    // A name has a few words; after a leading or double space it is plain text.
    if (!begins || /^\s|\s\s|[.,;:!?]/.test(query) || query.split(" ").length > 3) continue;
    // A macro without text inserts nothing, so it can be chosen again.
    const isChosen = completed?.from === from && completed.insert !== "";
    if (isChosen && text.startsWith(completed.insert, from)) continue;
    return { source, query, from };
  }
  return null;
}
