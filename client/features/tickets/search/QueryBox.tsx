import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { lazyPart } from "../../../app/lazy/lazy-component.ts";
import { enterList } from "../../../components/table/enter-list.ts";
import { useSlash } from "../../../components/table/use-slash.ts";
import { leaveField } from "../../../components/ui/last-focus.ts";
import { SearchInput } from "../../../components/ui/search-input.tsx";
import { trpc } from "../../../data/trpc.ts";
import { searchLimit, type TicketList } from "../list/ticket-list-address.ts";
import type { ChangeList } from "../list/use-ticket-list.ts";
import type { Helper, Offered, QueryHelpProps } from "./QueryHelp.tsx";
import { useQueryText } from "./use-query-text.ts";

/** What helps to write a query: fetched when somebody enters the box, or where it is filled. */
const QueryHelp = lazyPart<"QueryHelp", QueryHelpProps>(
  () => import("./QueryHelp.tsx"),
  "QueryHelp",
);

interface QueryBoxProps {
  label: string;
  list: TicketList;
  change: ChangeList;
}

/** One box for words and operators; `/` leads into it. */
export function QueryBox({ label, list, change }: QueryBoxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const helper = useRef<Helper>(null);
  /** What was searched and sent off before the helper was there. */
  const early = useRef<{ searched?: string; sentOff?: string }>({});
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

  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (helper.current?.onKey(event)) return;
    if (event.key === "Enter") searchOrEnter(event.currentTarget);
    else if (event.key === "ArrowDown") enterList();
    else if (event.key === "Escape" && text) query.commit("");
    else if (event.key === "Escape") enterList() || leaveField(event.currentTarget);
    else return;
    event.preventDefault();
  };

  const searchFor = (text: string) => {
    query.commit(text);
    note(text);
  };
  /** Once whoever wrote it is done with it; a number is a ticket. */
  const note = (text: string) => {
    if (isNumber(text)) return;
    if (helper.current) helper.current.note(text);
    else early.current.sentOff = text;
  };
  const makeUp = () => {
    const { searched, sentOff } = early.current;
    early.current = {};
    if (sentOff !== undefined) helper.current?.note(sentOff);
    const timeZone = searched !== undefined && helper.current?.timeZoneOf(searched);
    if (timeZone && list.timeZone === null) change({ timeZone }, { step: false });
  };

  /** Enter searches; where that was just searched, it leads on to what was found. */
  const searchOrEnter = (input: HTMLInputElement) => {
    const isSearched = entered.current === input.value;
    entered.current = input.value;
    if (isSearched && enterList()) return;
    if (isNumber(input.value)) void openOrSearch(input.value);
    else searchFor(input.value);
  };

  /** A number alone means its ticket, in whatever view one is; where there is none, a word. */
  const openOrSearch = async (text: string) => {
    const { pathname } = location;
    // Whoever went on or wrote on meanwhile is not led away from there.
    const isMeant = () => location.pathname === pathname && input()?.value === text;
    try {
      const address = await addressOfNumber(text, utils);
      if (!isMeant()) return;
      query.setText("");
      // Into the ticket: its keys would be letters here, and its list may be gone.
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
        {...(shortcut && { shortcut })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered !== null}
        aria-controls={offered?.list}
        aria-activedescendant={offered?.active}
        aria-invalid={broken || undefined}
        maxLength={searchLimit}
        value={text}
        onValueChange={(next) => (next ? query.setText(next) : query.commit(""))}
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
        onKeyDown={hear}
      />
      {(focused || text) && (
        <Suspense>
          <QueryHelp
            {...{ id, helper, text, caret, focused }}
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

/** Of the ticket with this number, beside the list as it is without words; throws where there is none. */
async function addressOfNumber(text: string, utils: Utils): Promise<string> {
  const number = Number(text.replace(/\D/g, ""));
  await utils.tickets.get.fetch({ number }, { retry: false, meta: { showsError: true } });
  const params = new URLSearchParams(location.search);
  params.delete("q");
  return `/ticket/${number}?${params}`;
}
