import { Plus, Undo2, X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { can } from "../../../../shared/access.ts";
import { mailAddress } from "../../../../shared/mail-address.ts";
import type { CopiedPerson } from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { notify } from "../../../components/notices.ts";
import { EmailField } from "../../../components/people/EmailField.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { useFocusGoesOn } from "../../../components/ui/focus.ts";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { type Store, useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import {
  addAddress,
  type CopiedChip,
  type CopiedChoice,
  copiedChips,
  dropAddress,
} from "./copied.ts";

interface CopiedPeopleProps {
  copied: readonly CopiedPerson[];
  choice: Store<CopiedChoice>;
}

/** Who gets the reply in Cc and Bcc. */
export function CopiedPeople({ copied, choice: store }: CopiedPeopleProps) {
  const choice = useStore(store);
  const chips = copiedChips(choice, copied);
  const forget = (address: string) => store.set(dropAddress(choice, address));
  return (
    <div className="mb-1 flex min-w-0 flex-wrap items-center gap-1 text-muted-foreground text-xs group-data-[open=false]/composer:hidden">
      {chips.length > 0 && <span>Cc</span>}
      <ul aria-label="Cc" className="contents">
        {chips.map((chip) => (
          <Chip key={chip.address} {...chip}>
            {chip.state === "copied" ? (
              <RemoveMenu
                {...chip}
                onOnce={() => store.set({ ...choice, without: [...choice.without, chip.address] })}
                onForGood={() =>
                  store.set({ ...choice, removed: [...choice.removed, chip.address] })
                }
              />
            ) : (
              <button
                type="button"
                aria-label={
                  chip.state === "added"
                    ? `Remove ${nameOf(chip)}`
                    : `Copy in ${nameOf(chip)} again`
                }
                data-hint={chip.state === "added" ? "Remove" : "Copy in again"}
                onClick={() => forget(chip.address)}
                className={chipButton}
              >
                {chip.state === "added" ? (
                  <X className="size-3.5" />
                ) : (
                  <Undo2 className="size-3.5" />
                )}
              </button>
            )}
          </Chip>
        ))}
      </ul>
      {choice.bcc.length > 0 && <span>Bcc</span>}
      <ul aria-label="Bcc" className="contents">
        {choice.bcc.map((address) => (
          <Chip key={address} address={address} name="" state="added">
            <button
              type="button"
              aria-label={`Remove ${address}`}
              data-hint="Remove"
              onClick={() => forget(address)}
              className={chipButton}
            >
              <X className="size-3.5" />
            </button>
          </Chip>
        ))}
      </ul>
      <AddAddress onAdd={(kind, typed) => store.set(addAddress(choice, kind, typed, copied))} />
    </div>
  );
}

const chipButton =
  "grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11";

function nameOf({ name, address }: CopiedPerson): string {
  return name || address;
}

function Chip({
  state,
  children,
  ...person
}: CopiedPerson & Pick<CopiedChip, "state"> & { children: ReactNode }) {
  return (
    <li
      className={cn(
        "flex min-h-6 min-w-0 items-center rounded-md border bg-card pl-1.5",
        state === "left-out" ? "text-faint" : "text-foreground",
      )}
    >
      <bdi
        data-hint={person.address}
        className={cn("truncate", state === "left-out" && "line-through")}
      >
        {nameOf(person)}
      </bdi>
      {state === "left-out" && <span className="sr-only">, not on this reply</span>}
      {children}
    </li>
  );
}

interface RemoveMenuProps extends CopiedPerson {
  onOnce: () => void;
  onForGood: () => void;
}

function RemoveMenu({ onOnce, onForGood, ...person }: RemoveMenuProps) {
  const canForget = can(useViewer(), "user.write");
  const [isAsked, setAsked] = useState(false);
  const focus = useFocusGoesOn();
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <button
            type="button"
            aria-label={`Remove ${nameOf(person)}`}
            data-hint="Remove"
            className={chipButton}
          >
            <X className="size-3.5" />
          </button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={focus.onClose}>
          <DropdownMenuItem onSelect={onOnce}>Leave out of this reply</DropdownMenuItem>
          <DropdownMenuItem onSelect={onForGood}>Remove from ticket</DropdownMenuItem>
          {canForget && (
            <DropdownMenuItem variant="destructive" onSelect={focus.goesOn(() => setAsked(true))}>
              Forget address…
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isAsked && <ForgetAddress address={person.address} onClose={() => setAsked(false)} />}
    </>
  );
}

function ForgetAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const forget = useKeyed(
    trpc.inbound.forgetAddress.useMutation({
      meta: { showsError: true },
      onSuccess: () => {
        notify({ kind: "success", message: `Forgot ${address}` });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Forget ${address}?`}
      description="This removes the address from all tickets and deletes its original and held mails, and what later mails quote of them. Messages stay. You can't undo this."
      keep="Keep address"
      act="Forget address"
      destructive
      call={forget}
      onAct={() => forget.mutate({ address })}
      onClose={onClose}
    />
  );
}

interface AddAddressProps {
  onAdd: (kind: "cc" | "bcc", address: string) => void;
}

function AddAddress({ onAdd }: AddAddressProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const add = (kind: "cc" | "bcc") => {
    const address = typed.trim();
    if (!mailAddress.test(address)) return setWrong(true);
    onAdd(kind, address);
    setTyped("");
    setOpen(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add("cc");
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setWrong(false);
      }}
    >
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-label="Add Cc or Bcc" className="h-6 px-1.5 text-xs">
          <Plus />
          Cc
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Add Cc or Bcc">
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <EmailField
            label="Email address"
            error={isWrong ? "This isn't an email address." : undefined}
            value={typed}
            onType={(next) => {
              setTyped(next);
              setWrong(false);
            }}
          />
          <p className="text-muted-foreground text-xs">
            People in Cc get all replies from now on. People in Bcc get this one, without the others
            knowing.
          </p>
          <div className="flex justify-end gap-2">
            <Button variant="outline" size="sm" onClick={() => add("bcc")}>
              Add to Bcc
            </Button>
            <Button type="submit" size="sm">
              Add to Cc
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}
