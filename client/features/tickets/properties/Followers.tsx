import { Plus, X } from "lucide-react";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover, type PickerState } from "../pickers/PickerPopover.tsx";
import { PropertySection } from "./PropertyRow.tsx";

interface FollowersProps extends PickerState {
  ticketId: string;
  companyId: string | null;
  followers: readonly PersonRef[];
  canChange: boolean;
  onAdd: (person: PersonRef) => void;
  onRemove: (person: PersonRef) => void;
}

export function Followers(props: FollowersProps) {
  const { ticketId, companyId, followers, canChange, onAdd, onRemove, ...picker } = props;
  const viewer = useViewer();
  const me = { id: viewer.id, name: fullName(viewer) };
  return (
    <PropertySection
      title="Followers"
      aside={
        canChange && (
          <PickerPopover
            {...picker}
            label="Add follower"
            trigger={
              <IconButton label="Add follower" size="icon-xs">
                <Plus />
              </IconButton>
            }
          >
            <PersonChoices
              label="Find a person"
              ticketId={ticketId}
              companyId={companyId}
              who="followers"
              chosen={null}
              first={followers.some(({ id }) => id === me.id) ? [] : [me]}
              without={followers}
              onChoose={(person) => {
                if (person) onAdd(person);
                picker.onOpenChange(false);
              }}
            />
          </PickerPopover>
        )
      }
    >
      {followers.length === 0 && (
        <p data-none="" className="text-faint text-xs">
          No followers.
        </p>
      )}
      <ul className="flex flex-col">
        {followers.map((person) => (
          <li key={person.id} className="group flex min-h-7 items-center gap-2">
            <Avatar id={person.id} name={person.name} size="xs" />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {person.name}
            </span>
            {canChange && (
              <IconButton
                label={`Remove follower ${person.name}`}
                size="icon-xs"
                className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
                onClick={() => onRemove(person)}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </PropertySection>
  );
}
