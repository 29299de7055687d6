import { Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { composerLimits } from "../../../../shared/tickets/page.ts";
import { fullName } from "../../../../shared/users.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import type { NewTicket } from "./use-new-ticket.ts";

export function FollowersField({
  form: { followers, requester, companyId },
  set,
  problems: { addFollowers: problem },
}: Pick<NewTicket, "form" | "set" | "problems">) {
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const me = { id: viewer.id, name: fullName(viewer) };
  const without = requester ? [...followers, requester] : followers;
  return (
    <fieldset className="flex min-w-0 flex-wrap content-start items-center gap-1.5">
      <legend className="mb-1 font-medium text-sm">Followers</legend>
      {followers.map(({ id, name }) => (
        <Badge key={id} className="pointer-coarse:h-11">
          <bdi className="truncate">{name}</bdi>
          <button
            type="button"
            aria-label={`Remove follower ${name}`}
            data-hint={`Remove follower ${name}`}
            onClick={() => {
              set({ followers: followers.filter((other) => other.id !== id) }, "addFollowers");
              add.current?.focus();
            }}
            className="-mr-1 grid size-6 place-items-center rounded-sm hover:text-foreground pointer-coarse:size-11"
          >
            <X className="size-3" />
          </button>
        </Badge>
      ))}
      {followers.length < composerLimits.followers && (
        <PickerPopover
          label="Add follower"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button
              ref={add}
              variant="outline"
              size="sm"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? errorId : undefined}
              className="aria-invalid:border-destructive"
            >
              <Plus />
              Add follower
            </Button>
          }
        >
          <PersonChoices
            label="Find a person"
            companyId={companyId}
            who="followers"
            chosen={null}
            first={followers.some(({ id }) => id === me.id) ? [] : [me]}
            without={without}
            onChoose={(person) => {
              if (person) set({ followers: [...followers, person] }, "addFollowers");
              setOpen(false);
            }}
          />
        </PickerPopover>
      )}
      {problem && (
        <p id={errorId} className="basis-full text-danger-text text-xs">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
