import { type RefObject, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { DraftKind, TicketDetails } from "../../../../shared/tickets/page.ts";
import { draftStore } from "../../../data/drafts/draft-stores.ts";
import { draftsChanged } from "../../../data/drafts/drafts-changed.ts";
import { emptyText, isBlank, joinTexts } from "../../../data/drafts/text.ts";
import type { DraftState, DraftStore } from "../../../data/drafts/types.ts";
import { notifyTyping } from "../../../data/live/typing.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { quoteOf, textOfHtml } from "../timeline/text-of-html.ts";
import type { ComposerFieldHandle } from "./ComposerField.tsx";
import { beginIntention, type SendPlan } from "./send-plan.ts";

/** A person's draft: cached if it was seen before, saved while they type. */
export function useDraft(ticketId: string | null, kind: DraftKind): [DraftState, DraftStore] {
  const { id } = useViewer();
  const keeper = useMemo(() => draftStore(id, { ticketId, kind }), [id, ticketId, kind]);
  const state = useStore(keeper.state);
  useEffect(() => {
    void keeper.load();
    // It may have been edited on another device in the meantime.
    const comeBack = () => document.visibilityState === "visible" && void keeper.load();
    document.addEventListener("visibilitychange", comeBack);
    // A draft sent from another tab would otherwise be sent a second time.
    const stop = draftsChanged.subscribe(() => isBlank(keeper.state.get()) || comeBack());
    return () => {
      stop();
      document.removeEventListener("visibilitychange", comeBack);
      void keeper.saveNow();
    };
  }, [keeper]);
  return [state, keeper];
}

/** The reply and the note of a ticket, and which of them is being written. */
export function useWriting(ticket: TicketDetails, field: RefObject<ComposerFieldHandle | null>) {
  const { may, id } = ticket;
  const [reply, replyKeeper] = useDraft(id, "reply");
  const [note, noteKeeper] = useDraft(id, "note");
  /** The note, if only the note was begun. */
  const begun = isBlank(reply) && !isBlank(note) ? "note" : "reply";
  const [chosen, setChosen] = useState<SendPlan["kind"] | null>(null);
  const loaded = reply.loaded && note.loaded;
  useEffect(() => {
    // A person who is already typing keeps the kind they see.
    if (loaded) setChosen((now) => now ?? (isInComposer() ? "reply" : begun));
  }, [loaded, begun]);
  const kind: SendPlan["kind"] =
    chosen === "note" && may.note ? "note" : may.reply ? "reply" : "note";
  const [draft, keeper] = kind === "note" ? [note, noteKeeper] : [reply, replyKeeper];
  const [preview, setPreview] = useState(false);

  const begin = (next: SendPlan["kind"]) => {
    // The field must have the focus before the next key, or letters would be shortcuts.
    flushSync(() => {
      setChosen(next);
      setPreview(false);
    });
    field.current?.focus();
  };
  return {
    kind,
    begin,
    reply,
    note,
    draft,
    keeper,
    preview,
    setPreview,
    hasReply: !isBlank(reply),
    hasNote: !isBlank(note),
    type: (body: string) => {
      beginIntention(keeper, ticket);
      keeper.type({ body, form: keeper.state.get().form });
      notifyTyping(id);
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
