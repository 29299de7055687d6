import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { enterList, useSlash } from "../../../components/table/search-keys.ts";
import { leaveField } from "../../../components/ui/focus.ts";
import { SearchInput } from "../../../components/ui/search-input.tsx";
import { trpc } from "../../../data/trpc.ts";
import { searchLimit, type TicketList } from "../list/ticket-list-address.ts";
import type { ChangeList } from "../list/use-ticket-list.ts";
import type { Helper, Offered } from "./QueryHelp.tsx";
import { typedSearch } from "./typed-search.ts";
import { useQueryText } from "./use-query-text.ts";

/** Loads when the box gets the focus or has text. */
const QueryHelp = lazyComponent(() => import("./lazy-search-parts.ts"), "QueryHelp");

interface QueryBoxProps {
  label: string;
  /** The view that is searched, shown in the empty box. */
  scope?: string;
  list: TicketList;
  change: ChangeList;
}

/** The search box for text and operators; `/` focuses it. */
export function QueryBox({ label, scope, list, change }: QueryBoxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const helper = useRef<Helper>(null);
  /** What was searched and submitted before the helper had loaded. */
  const early = useRef<{ searched?: string; submitted?: string }>({});
  const [focused, setFocused] = useState(false);
  const [caret, setCaret] = useState(0);
  const [offered, setOffered] = useState<Offered | null>(null);
  const [broken, setBroken] = useState(false);
  const query = useQueryText({
    shown: list.search,
    search: (search, as) => {
      if (!helper.current) early.current.searched = search;
      const timeZone = list.timeZone ?? helper.current?.timeZoneOf(search) ?? null;
      change({ search, timeZone, ...(search === "" && { saved: null }) }, as);
    },
    isHalfTyped: (text) => helper.current?.isHalfTyped(text) ?? /:$/.test(text),
  });
  const { text } = query;
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const entered = useRef<string>(null);

  const input = () => box.current?.querySelector("input") ?? null;
  const shortcut = useSlash(input);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (helper.current?.onKey(event)) return;
    if (event.key === "Enter") searchOrEnter(event.currentTarget);
    else if (event.key === "ArrowDown") enterList();
    else if (event.key === "Escape" && text) query.commit("");
    else if (event.key === "Escape") enterList() || leaveField(event.currentTarget);
    else return;
    event.preventDefault();
  };

  const searchFor = (text: string) => {
    typedSearch.set(null);
    query.commit(text);
    note(text);
  };
  /** Remembers a finished search, unless it is a ticket number. */
  const note = (text: string) => {
    if (isNumber(text)) return;
    if (helper.current) helper.current.note(text);
    else early.current.submitted = text;
  };
  const makeUp = () => {
    const { searched, submitted } = early.current;
    early.current = {};
    if (submitted !== undefined) helper.current?.note(submitted);
    const timeZone = searched !== undefined && helper.current?.timeZoneOf(searched);
    if (timeZone && list.timeZone === null) change({ timeZone }, { step: false });
  };

  /** Enter searches; a second Enter moves to the results. */
  const searchOrEnter = (input: HTMLInputElement) => {
    const isSearched = entered.current === input.value;
    entered.current = input.value;
    if (isSearched && enterList()) return;
    if (isNumber(input.value)) void openOrSearch(input.value);
    else searchFor(input.value);
  };

  /** A number opens its ticket from any view; if there is none, it is searched as text. */
  const openOrSearch = async (text: string) => {
    const { pathname } = location;
    // A person who has left the page or typed on stays there.
    const isMeant = () => location.pathname === pathname && input()?.value === text;
    try {
      const address = await addressOfNumber(text, utils);
      if (!isMeant()) return;
      query.setText("");
      // The ticket's shortcuts would be letters in this field.
      input()?.blur();
      navigate(address);
    } catch {
      if (isMeant()) searchFor(text);
    }
  };

  return (
    <div ref={box} className="relative min-w-0">
      <SearchInput
        id={id}
        label={label}
        {...(scope && { placeholder: `Search in ${scope}` })}
        {...(shortcut && { shortcut })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered !== null}
        aria-controls={offered?.list}
        aria-activedescendant={offered?.active}
        aria-invalid={broken || undefined}
        maxLength={searchLimit}
        value={text}
        onValueChange={(next) => {
          typedSearch.set(next);
          if (next) query.setText(next);
          else query.commit("");
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onFocus={() => {
          entered.current = null;
          setFocused(true);
        }}
        onBlur={(event) => {
          setFocused(false);
          if (query.isTyped) note(event.currentTarget.value);
          query.commit();
        }}
        onPointerEnter={QueryHelp.preload}
        onKeyDown={onKeyDown}
      />
      {(focused || text) && (
        <Suspense>
          <QueryHelp
            id={id}
            helper={helper}
            text={text}
            caret={caret}
            focused={focused}
            shown={list.search}
            byHand={query.isTyped}
            input={input}
            onText={query.setText}
            onCommit={searchFor}
            onOffered={setOffered}
            onBroken={setBroken}
            onCame={makeUp}
          />
        </Suspense>
      )}
    </div>
  );
}

function isNumber(text: string): boolean {
  return /^\s*#?\d+\s*$/.test(text);
}

type Utils = ReturnType<typeof trpc.useUtils>;

/** The ticket's address next to the list without the search; throws if it does not exist. */
async function addressOfNumber(text: string, utils: Utils): Promise<string> {
  const number = Number(text.replace(/\D/g, ""));
  await utils.tickets.get.fetch({ number }, { retry: false, meta: { showsError: true } });
  const params = new URLSearchParams(location.search);
  params.delete("q");
  return `/ticket/${number}?${params}`;
}
