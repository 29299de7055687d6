/** One thing that may stand for what was typed after `@` or `/`. */
export interface CompletionChoice {
  id: string;
  name: string;
  detail?: string | undefined;
  /** What is typed in its place. */
  insert: string;
  /** What else choosing it does. */
  onChosen?: () => void;
}

/** A kind of completion: people by `@`, macros by `/`. */
export interface CompletionSource {
  trigger: string;
  /** Read out, such as `People to mention`. */
  label: string;
  /** What is typed behind what was chosen. */
  after: string;
  /** Whether the details want a line of their own. */
  detailsBelow?: boolean;
  /** Said where nothing fits. */
  nothing: string;
  /** A hook: what fits what was typed. */
  useChoices: (query: string) => Choices;
}

interface Choices {
  choices: readonly CompletionChoice[];
  isWaiting: boolean;
  /** Without a line nobody can be asked. */
  isOffline?: boolean;
  /** What the choices lack. */
  lack?: string | undefined;
}

export interface OpenCompletion {
  source: CompletionSource;
  query: string;
  /** Where its trigger stands in the text. */
  from: number;
}

/** What was chosen last, and where it stands in the text. */
export interface Completed {
  from: number;
  insert: string;
}

const longestQuery = 40;

/** What is being completed where the caret stands, if anything is: what was chosen is no question again. */
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
    // A name has a few words; what follows a blank or a second one is text again.
    if (!begins || /^\s|\s\s|[.,;:!?]/.test(query) || query.split(" ").length > 3) continue;
    // A macro without words leaves nothing in its place, and can be asked for again.
    const isChosen = completed?.from === from && completed.insert !== "";
    if (isChosen && text.startsWith(completed.insert, from)) continue;
    return { source, query, from };
  }
  return null;
}
