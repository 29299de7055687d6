import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type SavedView, savedViewLimits } from "../../../../shared/saved-views.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { useConfirmedClose } from "../../../components/dialogs/unsaved-form.ts";
import { useShownError } from "../../../components/dialogs/use-shown-error.ts";
import { notify } from "../../../components/notices.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../components/ui/dialog.tsx";
import { HeldFields } from "../../../components/ui/held-fields.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { fieldMessage, readFailure } from "../../../data/errors.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import type { TicketList } from "../list/ticket-list-address.ts";
import { queryToSave, savedViewAddress } from "../views/saved-view.ts";
import { useShownViews } from "../views/use-saved-views.ts";
import { savedViewDialog } from "./open-dialogs.ts";

export function SavedViewDialogs() {
  const dialog = useStore(savedViewDialog);
  const close = () => savedViewDialog.set(null);
  if (dialog === null) return null;
  if (dialog.about === "delete") return <DeleteDialog view={dialog.view} onClose={close} />;
  if (dialog.about === "rename") return <RenameDialog view={dialog.view} onClose={close} />;
  return <SaveDialog list={dialog.list} onClose={close} />;
}

function SaveDialog({ list, onClose }: { list: TicketList; onClose: () => void }) {
  const [shared, setShared] = useState(false);
  const shown = useShownViews();
  const navigate = useNavigate();
  const save = useKeyed(trpc.views.save.useMutation({ meta: { showsError: true } }));
  const query = queryToSave(list);
  return (
    <NameDialog
      title="Save view"
      act="Save view"
      name=""
      changed={shared}
      call={save}
      onClose={onClose}
      onSubmit={(name) =>
        save.mutate(
          { ...query, name, shared },
          {
            onSuccess: (view) => {
              shown.put(view);
              onClose();
              notify({ kind: "success", message: `View “${view.name}” saved` });
              navigate(savedViewAddress(view));
            },
          },
        )
      }
    >
      <div className="flex items-center gap-3">
        <Switch id="share-view" checked={shared} onCheckedChange={setShared} />
        <Label htmlFor="share-view">Share with all colleagues</Label>
      </div>
      <p className="break-words rounded-md bg-accent px-2.5 py-1.5 text-muted-foreground text-sm">
        {query.q ? <bdi>{query.q}</bdi> : "All tickets"}
      </p>
    </NameDialog>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const shown = useShownViews();
  const rename = useKeyed(trpc.views.rename.useMutation({ meta: { showsError: true } }));
  const [base, setBase] = useState<string | undefined>(view.name);
  return (
    <NameDialog
      title="Rename view"
      act="Rename view"
      name={view.name}
      call={rename}
      onClose={onClose}
      onSubmit={(name) =>
        rename.mutate(
          { id: view.id, name, base },
          {
            onSuccess: (view) => {
              shown.put(view);
              onClose();
            },
            onError(error) {
              // The error shows the current name: renaming again overwrites it.
              if (readFailure(error).code === "changed_meanwhile") setBase(undefined);
            },
          },
        )
      }
    />
  );
}

interface NameDialogProps {
  title: string;
  act: string;
  name: string;
  /** Whether something other than the name was changed. */
  changed?: boolean;
  call: { isPending: boolean; error: unknown };
  onSubmit: (name: string) => void;
  onClose: () => void;
  children?: React.ReactNode;
}

function NameDialog({ title, act, call, onSubmit, children, ...props }: NameDialogProps) {
  const [name, setName] = useState(props.name);
  const isChanged = name !== props.name || (props.changed ?? false);
  const leave = useConfirmedClose(() => isChanged && !call.isPending, props.onClose);
  const [missing, setMissing] = useState(false);
  const { failure, forget } = useShownError(call.error);
  const isRefused = failure !== null;
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call.isPending) return;
    if (name.trim() !== "") return onSubmit(name.trim());
    setMissing(true);
    field.current?.focus();
  };
  useEffect(() => {
    if (isRefused) field.current?.focus();
  }, [isRefused]);
  const error =
    (missing ? "Enter a name." : undefined) ??
    fieldMessage(failure, "name") ??
    fieldMessage(failure, "q") ??
    failure?.message;
  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent title={title}>
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <HeldFields held={call.isPending} className="flex flex-col gap-4">
            <TextField
              label="Name"
              error={error}
              ref={field}
              dir="auto"
              autoComplete="off"
              maxLength={savedViewLimits.name}
              value={name}
              onFocus={(event) => event.currentTarget.select()}
              onType={(typed) => {
                setName(typed);
                setMissing(false);
                forget();
              }}
            />
            {children}
          </HeldFields>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={call.isPending}>
              {act}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function DeleteDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const shown = useShownViews();
  const navigate = useNavigate();
  const remove = useKeyed(trpc.views.delete.useMutation({ meta: { showsError: true } }));
  const run = () =>
    remove.mutate(
      { id: view.id },
      {
        onSuccess: () => {
          shown.drop(view.id);
          onClose();
          notify({ kind: "success", message: `View “${view.name}” deleted` });
          if (new URLSearchParams(location.search).get("saved") === view.id) {
            navigate("/ticket/log");
          }
        },
      },
    );
  return (
    <ConfirmDialog
      title={`Delete view “${view.name}”?`}
      description={
        view.shared
          ? "The view is deleted for everyone. Its tickets don't change."
          : "Its tickets don't change."
      }
      keep="Keep view"
      act="Delete view"
      destructive
      call={remove}
      onAct={run}
      onClose={onClose}
    />
  );
}
