import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { letterOf } from "../../../app/keyboard/letter.ts";
import { cn } from "../../../components/cn.ts";
import { leaveField } from "../../../components/ui/focus.ts";
import { pastedFiles } from "../../../components/uploads/FileDropArea.tsx";

import { CompletionList, type CompletionSteering } from "./CompletionList.tsx";
import {
  type Completed,
  type CompletionSource,
  completionAt,
  type OpenCompletion,
} from "./completion.ts";
import {
  continueList,
  type Edit,
  formatSelection,
  type MarkdownFormat,
  pasteLink,
  type Selected,
  typeMark,
} from "./markdown-edits.ts";
import { cutAtMentions } from "./mentions.ts";

export interface ComposerFieldHandle {
  focus(): void;
  format(format: MarkdownFormat): void;
  insert(text: string): void;
  /** Types the trigger at the start of a word. */
  begin(trigger: string): void;
  focusEnd(): void;
}

interface ComposerFieldProps {
  ref: Ref<ComposerFieldHandle>;
  id?: string;
  label?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Ctrl/Cmd+Enter; with Shift it also resolves. */
  onSubmit: (resolves: boolean) => void;
  onFiles?: ((files: File[]) => void) | undefined;
  completions?: readonly CompletionSource[];
  /** People whose mentions are drawn as chips. */
  mentioned?: readonly PersonRef[] | undefined;
  className?: string;
}

/** A plain text field for Markdown with shortcuts and completions; it grows with its text. */
export function ComposerField({
  ref,
  id,
  label,
  describedBy,
  invalid,
  placeholder,
  value,
  onChange,
  onSubmit,
  onFiles,
  completions = [],
  mentioned = [],
  className,
}: ComposerFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<CompletionSteering>(null);
  const completed = useRef<Completed>(null);
  /** Where a button typed a trigger, which Escape takes back. */
  const begun = useRef<{ from: number; insert: string } | null>(null);
  const listId = useId();
  const [open, setOpen] = useState<OpenCompletion | null>(null);
  const isClosed = useRef(true);
  const [active, setActive] = useState<string | undefined>();
  useAutoHeight(field, value);

  const edit = (change: Edit | null) => {
    if (field.current && change) applyEdit(field.current, change);
    return change !== null;
  };
  const insert = (text: string) => {
    const { start, end } = selectedIn(field.current);
    const at = start + text.length;
    edit({ from: start, to: end, insert: text, select: [at, at] });
  };
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    focusEnd() {
      const end = field.current?.value.length ?? 0;
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
      field.current?.scrollTo({ top: field.current.scrollHeight });
    },
    format: (format) => edit(formatSelection(format, selectedIn(field.current))),
    insert,
    begin(trigger) {
      const { text, start } = selectedIn(field.current);
      const typed = /\S$/.test(text.slice(0, start)) ? ` ${trigger}` : trigger;
      insert(typed);
      begun.current = { from: start, insert: typed };
    },
  }));

  const look = () => {
    const { text, start, end } = selectedIn(field.current);
    const found = start === end ? completionAt(text, start, completions, completed.current) : null;
    isClosed.current = found === null;
    setOpen(found);
  };
  const close = () => {
    begun.current = null;
    isClosed.current = true;
    setOpen(null);
    setActive(undefined);
  };

  /** The search for a macro that a button began leaves no text behind. */
  const cancelCompletion = ({ source, query }: OpenCompletion) => {
    const { current: typed } = begun;
    close();
    if (!typed) return;
    const { from, insert } = typed;
    const to = from + insert.length + query.length;
    if (!field.current?.value.startsWith(insert, from) || !insert.endsWith(source.trigger)) return;
    edit({ from, to, insert: "", select: [from, from] });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSteering = open && !event.ctrlKey && !event.metaKey;
    if (isSteering && list.current?.steer(event.key)) return event.preventDefault();
    if (takeKey(event)) event.preventDefault();
  };

  const takeKey = (event: KeyboardEvent): boolean => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (event.key === "Enter" && command) {
      onSubmit(event.shiftKey);
      return true;
    }
    if (event.key === "Escape") {
      if (open) cancelCompletion(open);
      else leaveField(field.current);
      // Otherwise a surrounding dialog or the page would also use the key.
      event.stopPropagation();
      return true;
    }
    const format = command ? formatKeys[letterOf(event)] : undefined;
    const selected = selectedIn(field.current);
    // Without a selection Ctrl+K opens the command palette, as everywhere.
    if (format === "link" && selected.start === selected.end) return false;
    if (format) return edit(formatSelection(format, selected));
    if (event.key === " " && !command && edit(typeMark(selected))) return true;
    const plainEnter = event.key === "Enter" && !event.shiftKey && !event.altKey;
    return plainEnter && edit(continueList(selected));
  };

  return (
    <div className="relative min-w-0 flex-1">
      {open && (
        <CompletionList
          key={open.source.trigger}
          ref={list}
          id={listId}
          source={open.source}
          query={open.query}
          onActive={setActive}
          onChoose={(choice) => {
            const insert = choice.insert + open.source.after;
            const at = open.from + insert.length;
            const to = open.from + open.source.trigger.length + open.query.length;
            close();
            completed.current = { from: open.from, insert };
            edit({ from: open.from, to, insert, select: [at, at] });
            choice.onChosen?.();
          }}
        />
      )}
      {mentioned.length > 0 && (
        <MentionChips field={field} text={value} people={mentioned} className={className} />
      )}
      <textarea
        ref={field}
        id={id}
        dir="auto"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-autocomplete={completions.length > 0 ? "list" : undefined}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? active : undefined}
        placeholder={placeholder}
        rows={1}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          look();
        }}
        // A key can move the caret before the closing key arrives.
        onSelect={() => isClosed.current || look()}
        onKeyDown={onKeyDown}
        onBlur={close}
        onPaste={(event) => {
          const words = event.clipboardData.getData("text/plain");
          const files = pastedFiles(event.clipboardData);
          if (onFiles && files.length > 0) onFiles(files);
          else if (!edit(pasteLink(selectedIn(event.currentTarget), words))) return;
          event.preventDefault();
        }}
        className={cn(
          "relative block w-full resize-none overflow-y-auto bg-transparent text-base outline-none",
          className,
        )}
      />
    </div>
  );
}

interface MentionChipsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  people: readonly PersonRef[];
  className: string | undefined;
}

/** Draws chips behind the mentions in the field: the same text, laid out the same, but invisible. */
function MentionChips({ field, text, people, className }: MentionChipsProps) {
  const back = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: front } = field;
    if (!front) return;
    const follow = () => back.current?.scrollTo({ top: front.scrollTop });
    follow();
    front.addEventListener("scroll", follow, { passive: true });
    return () => front.removeEventListener("scroll", follow);
  });
  return (
    <div
      ref={back}
      aria-hidden="true"
      dir="auto"
      data-slot="mention-chips"
      className={cn(
        "pointer-events-none absolute inset-0 select-none overflow-y-auto whitespace-pre-wrap text-base text-transparent [overflow-wrap:break-word]",
        className,
      )}
    >
      {cutAtMentions(text, people).map((part, index) =>
        index % 2 === 1 ? (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text.
            key={index}
            className="rounded-sm bg-note-foreground/15 ring-2 ring-note-foreground/15"
          >
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </div>
  );
}

const formatKeys: Record<string, MarkdownFormat | undefined> = {
  b: "bold",
  i: "italic",
  k: "link",
};

function selectedIn(field: HTMLTextAreaElement | null): Selected {
  if (!field) return { text: "", start: 0, end: 0 };
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/**
 * Applies the edit as typing, so that the browser's own undo works. `execCommand` is deprecated, but
 * nothing else reaches that undo; without it the text still changes.
 */
function applyEdit(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  const typed =
    from === to && insert === ""
      ? true
      : document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!typed) {
    field.setRangeText(insert, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}

/** The field is as high as its text; how high at most, its class says. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const place = element.parentElement;
    const fit = () => {
      // Measured without what is above moving: the conversation would be scrolled away from its end.
      if (place) place.style.minHeight = `${place.offsetHeight}px`;
      element.style.height = "auto";
      // Empty it is as high as its class says, which changes with where the focus is.
      if (text !== "") element.style.height = `${element.scrollHeight}px`;
      if (place) place.style.minHeight = "";
    };
    fit();
    let width = element.clientWidth;
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [field, text]);
}

/** Files alone cannot be sent: a message needs text. */
export function MissingText({ id }: { id: string }) {
  return (
    <p id={id} role="status" className="mt-1.5 px-1 text-muted-foreground text-xs">
      Add a message to send these files.
    </p>
  );
}
