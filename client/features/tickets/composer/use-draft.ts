import { type RefObject, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { DraftKind, TicketDetails } from "../../../../shared/tickets/page.ts";
import { draftKeeper } from "../../../data/drafts/keepers.ts";
import { draftsMoved } from "../../../data/drafts/moved.ts";
import { emptyText, isBlank, joinTexts } from "../../../data/drafts/text.ts";
import type { DraftKeeper, DraftState } from "../../../data/drafts/types.ts";
import { tellTyping } from "../../../data/live/typing.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { quoteOf, textOfHtml } from "../timeline/text-of-html.ts";
import type { ComposerFieldHandle } from "./ComposerField.tsx";
import { beginIntention, type SendPlan } from "./send-plan.ts";

/** The draft of this person in this place: there at once if it was seen before, saved as they type. */
export function useDraft(ticketId: string | null, kind: DraftKind): [DraftState, DraftKeeper] {
  const { id } = useViewer();
  const keeper = useMemo(() => draftKeeper(id, { ticketId, kind }), [id, ticketId, kind]);
  const state = useStore(keeper.state);
  useEffect(() => {
    void keeper.load();
    // Another device may have gone on meanwhile.
    const comeBack = () => document.visibilityState === "visible" && void keeper.load();
    document.addEventListener("visibilitychange", comeBack);
    // What was sent from there would stand here as a draft, and go out a second time.
    const stop = draftsMoved.subscribe(() => isBlank(keeper.state.get()) || comeBack());
    return () => {
      stop();
      document.removeEventListener("visibilitychange", comeBack);
      void keeper.saveNow();
    };
  }, [keeper]);
  return [state, keeper];
}

/** Which of the two is being written, a reply or a note, and what there is of each. */
export function useWriting(ticket: TicketDetails, field: RefObject<ComposerFieldHandle | null>) {
  const { may, id } = ticket;
  const [reply, replyKeeper] = useDraft(id, "reply");
  const [note, noteKeeper] = useDraft(id, "note");
  /** One goes on where one was: a note that was begun, and no reply, stands open. */
  const begun = isBlank(reply) && !isBlank(note) ? "note" : "reply";
  const [chosen, setChosen] = useState<SendPlan["kind"] | null>(null);
  const loaded = reply.loaded && note.loaded;
  useEffect(() => {
    // Whoever is in the field by then writes what it said that it is.
    if (loaded) setChosen((now) => now ?? (isInComposer() ? "reply" : begun));
  }, [loaded, begun]);
  const kind: SendPlan["kind"] =
    chosen === "note" && may.note ? "note" : may.reply ? "reply" : "note";
  const [draft, keeper] = kind === "note" ? [note, noteKeeper] : [reply, replyKeeper];
  const [preview, setPreview] = useState(false);

  const begin = (next: SendPlan["kind"]) => {
    // The field has the focus before the next key comes: its letters are no commands.
    flushSync(() => {
      setChosen(next);
      setPreview(false);
    });
    field.current?.focus();
  };
  return {
    ...{ kind, begin, reply, note, draft, keeper, preview, setPreview },
    hasReply: !isBlank(reply),
    hasNote: !isBlank(note),
    type: (body: string) => {
      beginIntention(keeper, ticket);
      keeper.type({ body, form: keeper.state.get().form });
      tellTyping(id);
    },
    quote: (html: string) => {
      const quoted = { body: `${quoteOf(textOfHtml(html))}\n\n`, form: null };
      beginIntention(replyKeeper, ticket);
      replyKeeper.type(joinTexts(replyKeeper.state.get(), quoted));
      begin("reply");
      field.current?.focusEnd();
    },
    moveToReply: () => {
      replyKeeper.type(joinTexts(replyKeeper.state.get(), note));
      noteKeeper.type(emptyText);
      begin("reply");
    },
  };
}

function isInComposer(): boolean {
  return document.activeElement?.closest("[data-slot=composer]") != null;
}
