import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { FirstStatus } from "../../../../shared/schemas/ticket-acts.ts";
import { fullName } from "../../../../shared/users.ts";
import { notify } from "../../../components/notices.ts";
import { newRecords, runQueued } from "../../../data/calls/change-queue.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { emptyText, namedFiles, sameText, withFiles } from "../../../data/drafts/text.ts";
import { type Failure, isSessionOver, readFailure } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { useMentions } from "../composer/mentions.ts";
import { useDraft } from "../composer/use-draft.ts";
import { filledFields, type NewTicketForm, readForm } from "./new-ticket-form.ts";

export type Problems = Partial<Record<string, string>>;

const newTicketAddress = "/ticket/new";

/** A new ticket: its form and first message are a draft until it is created. */
export function useNewTicket() {
  const viewer = useViewer();
  const forOthers = can(viewer, "ticket.openFor");
  const navigate = useNavigate();
  const cache = useTicketCache();
  const [draft, keeper] = useDraft(null, "new");
  const [requestId, setRequestId] = useState(() => newRequestId());
  const [problems, setProblems] = useState<Problems>({});
  const [isPending, setPending] = useState(false);
  const create = trpc.tickets.create.useMutation({ meta: { showsError: true } });
  const author = forOthers ? { id: viewer.id, name: fullName(viewer) } : null;
  const form = readForm(draft.form, author);
  const { source: people, mentions, known } = useMentions({ companyId: form.companyId });

  const set = (change: Partial<NewTicketForm>, field?: string) => {
    // The text may have changed since the last rendering, such as by a macro.
    const now = keeper.state.get();
    const next = filledFields({ ...readForm(now.form, author), ...change }, author);
    keeper.type({ body: now.body, form: withFiles(next, namedFiles(now.form)) });
    if (field) setProblems({ ...problems, [field]: undefined });
  };
  const setBody = (body: string) => {
    keeper.type({ body, form: keeper.state.get().form });
    setProblems({ ...problems, body: undefined });
  };

  /** Returns the problems, in the order of the form. */
  const submit = async (fileIds: string[], status?: FirstStatus): Promise<Problems> => {
    if (isPending) return {};
    const found = findProblems(form, draft.body, forOthers);
    setProblems(found);
    if (Object.keys(found).length > 0) return found;
    const sent = keeper.state.get();
    setPending(true);
    try {
      // The draft is deleted with the creation, even if the answer is lost.
      await keeper.saveNow();
      const revision = keeper.continues();
      const input = { requestId, subject: form.subject, body: draft.body, fileIds };
      const named =
        form.asNote && draft.body.includes("@")
          ? (await mentions(draft.body)).map(({ id }) => id)
          : [];
      const wanted = {
        ...input,
        companyId: form.companyId,
        ...(forOthers && staffFields(form)),
        ...(forOthers && status && { status }),
        ...(named.length > 0 && { mentions: named }),
        draftRevision: revision || undefined,
      };
      const answer = await runQueued(newRecords, () => create.mutateAsync(wanted));
      setRequestId(newRequestId());
      keeper.gone(revision);
      // Text typed since then stays for the next ticket.
      if (sameText(keeper.state.get(), sent)) keeper.type(emptyText);
      void keeper.saveNow();
      cache.store(answer.ticket);
      notify({ kind: "success", message: `Ticket #${answer.ticket.number} created` });
      // A person who has left the page stays where they are.
      if (location.pathname === newTicketAddress) {
        const { search } = location;
        navigate({ pathname: `/ticket/${answer.ticket.number}`, search }, { replace: true });
      }
      return {};
    } catch (error) {
      const failure = readFailure(error);
      // An earlier try created it with other text; the next try creates another ticket.
      if (failure.code === "request_reused") setRequestId(newRequestId());
      const refused = wordsByField(failure);
      setProblems(refused);
      return refused;
    } finally {
      setPending(false);
    }
  };

  const failure: Failure | null = create.isError ? readFailure(create.error) : null;
  return {
    draft,
    keeper,
    form,
    forOthers,
    /** The person who opens the ticket for someone else. */
    author,
    /** People to mention in a first note. */
    people,
    mentions,
    mentioned: known,
    problems,
    failure: failure && !isSessionOver(failure) && failure.fields.length === 0 ? failure : null,
    isPending,
    set,
    setBody,
    submit,
    discard() {
      keeper.type(emptyText);
      void keeper.saveNow();
      setProblems({});
      create.reset();
    },
  };
}

export type NewTicket = ReturnType<typeof useNewTicket>;

function findProblems(form: NewTicketForm, body: string, forOthers: boolean): Problems {
  return {
    ...(forOthers && !form.requester && { requesterId: "Choose a requester." }),
    ...(form.subject.trim() === "" && { subject: "Enter a subject." }),
    ...(body.trim() === "" && {
      body: form.asNote ? "Enter a note." : "Enter a message.",
    }),
  };
}

/** Joins the messages of a field, such as one for each refused follower. */
function wordsByField({ fields }: Failure): Problems {
  const byField = Object.groupBy(fields, ({ field }) => field);
  return Object.fromEntries(
    Object.entries(byField).map(([field, errors = []]) => [
      field,
      [...new Set(errors.map(({ message }) => message))].join(" "),
    ]),
  );
}

function staffFields(form: NewTicketForm) {
  return {
    requesterId: form.requester?.id,
    priority: form.priority,
    type: form.type,
    assigneeId: form.assignee?.id ?? null,
    teamId: form.team?.id ?? null,
    tags: form.tags,
    addFollowers: form.followers.map(({ id }) => id),
    channel: form.asNote ? ("phone" as const) : ("web" as const),
    asNote: form.asNote,
    ...(form.followUpOf && { followUpOf: form.followUpOf.id }),
  };
}
