import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useUnsavedForm } from "../../../components/dialogs/unsaved-form.ts";
import { notify } from "../../../components/notices.ts";
import { Refusal } from "../../../components/Refusal.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { HeldFields } from "../../../components/ui/held-fields.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { MailboxFields } from "./MailboxFields.tsx";
import { MailboxTest } from "./MailboxTest.tsx";
import {
  emptyForm,
  errorIn,
  fieldsOf,
  oauthOfForm,
  passwordsOf,
  testInputOf,
  usesPassword,
} from "./mailbox-form.ts";

/** Connects a mailbox. */
export function NewMailbox() {
  const [form, setForm] = useState(emptyForm);
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const page = useRef<HTMLFormElement>(null);
  const create = useKeyed(
    trpc.mailboxes.create.useMutation({
      meta: { showsError: true },
      onSuccess: ({ id }) => {
        void utils.mailboxes.list.invalidate();
        const isSignedIn = usesPassword(form) || oauthOfForm(form)?.grant === "client";
        notify({ kind: "success", message: isSignedIn ? "Mailbox connected" : "Mailbox saved" });
        void navigate(`/settings/mailboxes/${id}`, { replace: true });
      },
    }),
  );
  useUnsavedForm(() => !create.isPending && !create.isSuccess && form.address !== "");
  useEffect(() => page.current?.querySelector<HTMLElement>("[name=address]")?.focus(), []);
  const failure = create.error && readFailure(create.error);
  useEffect(() => {
    if (failure) page.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const { backlogDays } = form;
    create.mutate({ fields: fieldsOf(form), backlogDays, ...passwordsOf(form) });
  };

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <form
        ref={page}
        onSubmit={submit}
        noValidate
        aria-labelledby="new-mailbox"
        className="mx-auto flex max-w-190 flex-col px-4 pb-12 shell:px-6"
      >
        <h1 id="new-mailbox" className="py-4 font-semibold text-base">
          Connect mailbox
        </h1>
        <HeldFields held={create.isPending}>
          <MailboxFields
            form={form}
            setForm={setForm}
            errorOf={(field) => errorIn(failure, field)}
            stored={null}
            test={form.signInBy === "password" && <MailboxTest input={testInputOf(form)} />}
          />
        </HeldFields>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t pt-4">
          <div className="min-w-0 flex-1">
            <Refusal failure={failure}>What you typed is still here.</Refusal>
          </div>
          <Button asChild variant="outline" size="lg">
            <Link to="/settings/mailboxes">Cancel</Link>
          </Button>
          <Button type="submit" size="lg" aria-disabled={create.isPending}>
            Connect mailbox
          </Button>
        </div>
      </form>
    </div>
  );
}
