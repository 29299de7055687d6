import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import {
  type Webhook,
  type WebhookContent,
  type WebhookType,
  webhookContentNames,
  webhookContents,
  webhookLimits,
  webhookTypeNames,
  webhookTypes,
} from "../../../../shared/webhooks.ts";
import { useConfirmedClose } from "../../../components/dialogs/unsaved-form.ts";
import { useShownError } from "../../../components/dialogs/use-shown-error.ts";
import { notify } from "../../../components/notices.ts";
import { Refusal } from "../../../components/Refusal.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { Dialog, DialogContent, FormFooter } from "../../../components/ui/dialog.tsx";
import { HeldFields } from "../../../components/ui/held-fields.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

interface Header {
  key: string;
  name: string;
  value: string;
  /** It has a value on the server, which an empty field leaves unchanged. */
  isStored: boolean;
}

interface Draft {
  name: string;
  url: string;
  types: readonly WebhookType[];
  query: string;
  content: WebhookContent;
  notes: boolean;
  headers: readonly Header[];
}

/** Creates or changes a webhook. */
export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const [first] = useState(() => draftOf(webhook));
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const focusError = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
    );
  const settle = () => invalidate(queryClient, "webhooks");
  const create = useKeyed(
    trpc.webhooks.create.useMutation({
      meta: { showsError: true },
      onSuccess: ({ secret }) => {
        onClose();
        onCreated(secret);
      },
      onError: focusError,
      onSettled: settle,
    }),
  );
  const update = useKeyed(
    trpc.webhooks.update.useMutation({
      meta: { showsError: true },
      onSuccess: ({ name }) => {
        notify({ kind: "success", message: `Changed ${name}` });
        onClose();
      },
      onError: focusError,
      onSettled: settle,
    }),
  );
  const isPending = create.isPending || update.isPending;
  const { failure, forget } = useShownError(create.error ?? update.error);
  const leave = useConfirmedClose(
    () => !isPending && JSON.stringify(draft) !== JSON.stringify(first),
    onClose,
  );
  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const sent = { ...inputOf(draft), timeZone };
    if (webhook) update.mutate({ ...sent, id: webhook.id, version: webhook.version });
    else create.mutate(sent);
  };
  const isFilled = draft.name.trim() !== "" && draft.url.trim() !== "" && draft.types.length > 0;
  const messageFor = (field: string) =>
    failure?.fields.find((each) => each.field.startsWith(field))?.message;
  const explained = ["name", "url", "types", "query", "headers"].some(messageFor);
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent title={webhook ? "Edit webhook" : "New webhook"} className="max-w-140">
        <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <HeldFields held={isPending} className="flex flex-col gap-4">
            <TextField
              label="Name"
              error={failure && fieldMessage(failure, "name")}
              dir="auto"
              autoComplete="off"
              maxLength={webhookLimits.name}
              value={draft.name}
              onType={(name) => change({ name })}
            />
            <TextField
              label="Address"
              hint="The receiver's https address. It must answer within 10 seconds."
              error={failure && fieldMessage(failure, "url")}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              maxLength={webhookLimits.url}
              value={draft.url}
              onType={(url) => change({ url })}
            />
            <EventsField
              types={draft.types}
              error={messageFor("types")}
              onChange={(types) =>
                change({ types, ...(types.includes("note.created") && { notes: true }) })
              }
            />
            <TextField
              label="Only tickets matching (optional)"
              hint="A search, such as priority:urgent company:Acme."
              error={failure && fieldMessage(failure, "query")}
              autoComplete="off"
              spellCheck={false}
              value={draft.query}
              onType={(query) => change({ query })}
            />
            <SelectField
              label="Content"
              value={draft.content}
              options={webhookContentNames}
              nameOf={(each) => webhookContents[each]}
              onChange={(content) => change({ content })}
            />
            <LabelledCheckbox
              checked={draft.notes}
              onChange={(notes) =>
                change({
                  notes,
                  ...(!notes && { types: draft.types.filter((type) => type !== "note.created") }),
                })
              }
              label="Include internal notes"
            />
            <HeadersField
              headers={draft.headers}
              error={messageFor("headers")}
              onChange={(headers) => change({ headers })}
            />
          </HeldFields>
          <Refusal failure={explained ? null : failure} />
          <FormFooter act={webhook ? "Save changes" : "Create webhook"} disabled={!isFilled} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface EventsFieldProps {
  types: readonly WebhookType[];
  error: string | undefined;
  onChange: (types: readonly WebhookType[]) => void;
}

function EventsField({ types, error, onChange }: EventsFieldProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Events</legend>
      <div className="grid gap-x-4 gap-y-2 shell:grid-cols-2">
        {webhookTypeNames.map((type) => (
          <LabelledCheckbox
            key={type}
            checked={types.includes(type)}
            onChange={(checked) =>
              onChange(
                webhookTypeNames.filter((each) => (each === type ? checked : types.includes(each))),
              )
            }
            label={webhookTypes[type]}
          />
        ))}
      </div>
      {error && <p className="text-danger-text text-xs">{error}</p>}
    </fieldset>
  );
}

interface LabelledCheckboxProps {
  checked: boolean;
  label: string;
  onChange: (checked: boolean) => void;
}

function LabelledCheckbox({ checked, label, onChange }: LabelledCheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

interface HeadersFieldProps {
  headers: readonly Header[];
  error: string | undefined;
  onChange: (headers: readonly Header[]) => void;
}

function HeadersField({ headers, error, onChange }: HeadersFieldProps) {
  const patch = (key: string, given: Partial<Header>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...given } : header)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Headers (optional)</legend>
      {headers.map(({ key, name, value, isStored }) => (
        <div key={key} className="flex items-center gap-2">
          <Input
            aria-label="Header name"
            autoComplete="off"
            spellCheck={false}
            placeholder="Authorization"
            maxLength={webhookLimits.headerName}
            readOnly={isStored}
            value={name}
            onChange={({ target }) => patch(key, { name: target.value })}
          />
          <Input
            aria-label={`Value of ${name || "the header"}`}
            autoComplete="off"
            spellCheck={false}
            placeholder={isStored ? "Unchanged" : "Value"}
            maxLength={webhookLimits.headerValue}
            value={value}
            onChange={({ target }) => patch(key, { value: target.value })}
          />
          <IconButton
            label={`Remove ${name || "header"}`}
            onClick={() => onChange(headers.filter((header) => header.key !== key))}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      {headers.length < webhookLimits.headers && (
        <Button
          size="sm"
          variant="outline"
          className="self-start"
          onClick={() => onChange([...headers, newHeader()])}
        >
          <Plus />
          Add header
        </Button>
      )}
      {error && <p className="text-danger-text text-xs">{error}</p>}
    </fieldset>
  );
}

function newHeader(): Header {
  return { key: crypto.randomUUID(), name: "", value: "", isStored: false };
}

function draftOf(webhook: Webhook | null): Draft {
  if (!webhook) {
    const types = ["ticket.created", "message.published"] as const;
    return { name: "", url: "", types, query: "", content: "fields", notes: false, headers: [] };
  }
  const { name, url, types, query, content, notes, headerNames } = webhook;
  const headers = headerNames.map((header) => ({
    key: header,
    name: header,
    value: "",
    isStored: true,
  }));
  return { name, url, types, query, content, notes, headers };
}

/** An empty row is no header. */
function inputOf({ headers, types, ...draft }: Draft) {
  const filled = headers.filter(({ name, value }) => name.trim() !== "" || value !== "");
  return {
    ...draft,
    types: [...types],
    headers: filled.map(({ name, value, isStored }) => ({
      name: name.trim(),
      value: value === "" && isStored ? null : value.trim(),
    })),
  };
}
