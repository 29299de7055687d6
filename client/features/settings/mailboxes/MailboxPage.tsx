import { useQueryClient } from "@tanstack/react-query";
import {
  ChevronLeft,
  Compass,
  GitCompareArrows,
  Pause,
  Play,
  RotateCw,
  Trash2,
} from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { MailboxDetails, MailboxEvent } from "../../../../shared/mailboxes.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { useUnsavedForm } from "../../../components/dialogs/unsaved-form.ts";
import { notify } from "../../../components/notices.ts";
import { Refusal } from "../../../components/Refusal.tsx";
import { Section } from "../../../components/Section.tsx";
import { ListError } from "../../../components/table/ListError.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { HeldFields } from "../../../components/ui/held-fields.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { fetchAgain } from "../../../data/calls/invalidation.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { MailboxFields } from "./MailboxFields.tsx";
import { stateIntervalMs } from "./MailboxList.tsx";
import { MailboxMailTest } from "./MailboxMailTest.tsx";
import { MailboxSignIn } from "./MailboxSignIn.tsx";
import { MailboxState } from "./MailboxState.tsx";
import { MailboxTest } from "./MailboxTest.tsx";
import { MailboxWebhook } from "./MailboxWebhook.tsx";
import { changesOf, errorIn, formOf, passwordsOf, testInputOf } from "./mailbox-form.ts";

/** A mailbox: what its reader does, its settings, and what happened to it. */
export function MailboxPage({ id }: { id: string }) {
  const query = trpc.mailboxes.get.useQuery(
    { id },
    { refetchInterval: stateIntervalMs, meta: { showsError: true } },
  );
  const failure = query.error && readFailure(query.error);
  if (failure?.code === "not_found") return <UnknownMailbox />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col px-4 pb-12 shell:px-6">
        <Link
          to="/settings/mailboxes"
          className="mt-3 inline-flex items-center gap-1 self-start text-muted-foreground hover:text-foreground pointer-coarse:min-h-11"
        >
          <ChevronLeft />
          Mailboxes
        </Link>
        {failure && !query.data && (
          <ListError failure={failure} retry={() => void query.refetch()} />
        )}
        {query.isPending && <Waiting />}
        {query.data && <Details mailbox={query.data} />}
      </div>
    </div>
  );
}

export function UnknownMailbox() {
  return (
    <EmptyState
      icon={Compass}
      title="Mailbox not found"
      action={
        <Button asChild variant="outline">
          <Link to="/settings/mailboxes">Show mailboxes</Link>
        </Button>
      }
    >
      It was removed, or the address is wrong.
    </EmptyState>
  );
}

function Details({ mailbox }: { mailbox: MailboxDetails }) {
  return (
    <>
      <Header mailbox={mailbox} />
      <SettingsForm mailbox={mailbox} />
      {mailbox.receives === "webhook" && <MailboxWebhook mailbox={mailbox} />}
      {mailbox.receives === "imap" && (
        <Section
          title="Test"
          description="Sends a mail to this mailbox and waits up to a minute for it."
        >
          <MailboxMailTest id={mailbox.id} />
        </Section>
      )}
      <Section title="Recent events" description="The newest 20 of the last 30 days.">
        <Events events={mailbox.events} />
      </Section>
    </>
  );
}

function Header({ mailbox }: { mailbox: MailboxDetails }) {
  const { id, name, address, state, error, sendError, receives } = mailbox;
  const [isRemoving, setRemoving] = useState(false);
  const queryClient = useQueryClient();
  const settle = () => fetchAgain(queryClient, "mailboxes");
  const pause = trpc.mailboxes.pause.useMutation({
    onSuccess: (_done, { paused }) =>
      notify({ kind: "success", message: paused ? `Paused ${name}` : `Resumed ${name}` }),
    onSettled: settle,
  });
  const retry = trpc.mailboxes.retry.useMutation({ onSettled: settle });
  const compare = trpc.mailboxes.compare.useMutation({
    onSuccess: () => notify({ kind: "success", message: "Comparing with the server" }),
    onSettled: settle,
  });
  const isPaused = state === "paused";
  return (
    <header className="flex flex-col gap-2 pt-2 pb-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 dir="auto" className="wrap-anywhere font-semibold text-base">
            {name}
          </h1>
          <p className="wrap-anywhere text-muted-foreground">{address}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {receives !== "none" && (
            <Button
              variant="outline"
              aria-disabled={pause.isPending}
              onClick={() => !pause.isPending && pause.mutate({ id, paused: !isPaused })}
            >
              {isPaused ? <Play /> : <Pause />}
              {isPaused ? "Resume" : "Pause"}
            </Button>
          )}
          {receives === "imap" && (state === "watching" || state === "reading") && (
            <Button
              variant="outline"
              aria-disabled={compare.isPending}
              onClick={() => !compare.isPending && compare.mutate({ id })}
            >
              <GitCompareArrows />
              Compare with server
            </Button>
          )}
          <Button variant="outline" onClick={() => setRemoving(true)}>
            <Trash2 />
            Remove mailbox
          </Button>
        </div>
      </div>
      <div role="status">
        <MailboxState mailbox={mailbox} />
      </div>
      {error && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-warning px-3 py-2">
          <p className="wrap-anywhere min-w-0 flex-1">{error}</p>
          <Button
            size="sm"
            variant="outline"
            aria-disabled={retry.isPending}
            onClick={() => !retry.isPending && retry.mutate({ id })}
          >
            <RotateCw />
            Try again
          </Button>
        </div>
      )}
      {sendError && (
        <div className="rounded-md border border-warning px-3 py-2">
          <p className="wrap-anywhere">Can't send: {sendError}</p>
          <p className="text-muted-foreground">
            Mail waits and is tried again for about a day. Check the settings under Sending.
          </p>
        </div>
      )}
      <MailboxSignIn mailbox={mailbox} />
      {isRemoving && <RemoveMailbox mailbox={mailbox} onClose={() => setRemoving(false)} />}
    </header>
  );
}

function RemoveMailbox({ mailbox, onClose }: { mailbox: MailboxDetails; onClose: () => void }) {
  const { id, name, address } = mailbox;
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const remove = useKeyed(
    trpc.mailboxes.remove.useMutation({
      meta: { showsError: true },
      onSuccess: () => {
        notify({ kind: "success", message: `Removed ${name}` });
        void utils.mailboxes.list.invalidate();
        void navigate("/settings/mailboxes", { replace: true });
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description={`Mail to ${address} is no longer read, and its password is deleted here. Tickets, received mail and the mails on the mail server stay.`}
      keep="Keep mailbox"
      act="Remove mailbox"
      destructive
      call={remove}
      onAct={() => remove.mutate({ id })}
      onClose={onClose}
    />
  );
}

function SettingsForm({ mailbox }: { mailbox: MailboxDetails }) {
  const [saved, setSaved] = useState(mailbox);
  const [form, setForm] = useState(() => formOf(mailbox));
  const page = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const changes = changesOf(saved.fields, form);
  const isChanged =
    Object.keys(changes.set).length > 0 || Object.keys(passwordsOf(form)).length > 0;
  const update = useKeyed(
    trpc.mailboxes.update.useMutation({
      meta: { showsError: true },
      onSuccess: async () => {
        notify({ kind: "success", message: "Mailbox saved" });
        await fetchAgain(queryClient, "mailboxes");
        const fresh = utils.mailboxes.get.getData({ id: mailbox.id });
        if (fresh) take(fresh);
      },
      onError: async (error) => {
        if (readFailure(error).code !== "changed_meanwhile") return;
        // The next attempt is based on what others set.
        await utils.mailboxes.get.invalidate({ id: mailbox.id });
        const fresh = utils.mailboxes.get.getData({ id: mailbox.id });
        if (fresh) setSaved(fresh);
      },
    }),
  );
  const take = (fresh: MailboxDetails) => {
    setSaved(fresh);
    setForm(formOf(fresh));
  };
  // Changes of others appear while nothing is typed here.
  const latest = JSON.stringify(mailbox.fields);
  useEffect(() => {
    if (!isChanged && latest !== JSON.stringify(saved.fields)) take(mailbox);
  });
  useUnsavedForm(() => isChanged && !update.isPending);
  const failure = update.error && readFailure(update.error);
  useEffect(() => {
    if (failure) page.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !isChanged) return;
    update.mutate({ id: mailbox.id, ...changes, ...passwordsOf(form) });
  };

  return (
    <form ref={page} onSubmit={submit} noValidate aria-label="Settings of the mailbox">
      <HeldFields held={update.isPending}>
        <MailboxFields
          form={form}
          setForm={setForm}
          errorOf={(field) => errorIn(failure, field)}
          stored={mailbox}
          test={<MailboxTest input={testInputOf(form, mailbox.id)} />}
        />
      </HeldFields>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t py-4">
        <div className="min-w-0 flex-1">
          <Refusal failure={failure}>What you typed is still here.</Refusal>
        </div>
        <Button
          variant="outline"
          size="lg"
          disabled={!isChanged}
          onClick={() => {
            take(mailbox);
            update.reset();
          }}
        >
          Discard changes
        </Button>
        <Button type="submit" size="lg" disabled={!isChanged} aria-disabled={update.isPending}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

function Events({ events }: { events: readonly MailboxEvent[] }) {
  if (events.length === 0)
    return <p className="text-muted-foreground">Nothing has happened yet.</p>;
  return (
    <ul className="flex flex-col gap-1.5">
      {events.map(({ id, at, text }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
          <span className="wrap-anywhere">{text}</span>
          <TimeAgo at={at} className="text-muted-foreground" />
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6 py-5">
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="grid gap-x-8 gap-y-2 shell:grid-cols-[12rem_minmax(0,1fr)]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9" />
        </div>
      ))}
    </div>
  );
}
