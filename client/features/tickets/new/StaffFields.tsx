import { Plus, X } from "lucide-react";
import {
  priorityNames,
  ticketPriorities,
  ticketTypes,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { fullName } from "../../../../shared/users.ts";
import { PickButton } from "../../../components/pickers/PickButton.tsx";
import { PriorityMark } from "../../../components/ticket/PriorityMark.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { SelectField } from "../../../components/ui/select-field.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { TagChoices } from "../pickers/TagChoices.tsx";
import { FollowersField } from "./FollowersField.tsx";
import type { NewTicket } from "./use-new-ticket.ts";

export function StaffFields({ form, set, problems }: NewTicket) {
  const viewer = useViewer();
  const me = { id: viewer.id, name: fullName(viewer) };
  return (
    <section aria-label="Properties" className="grid gap-4 shell:grid-cols-2">
      <SelectField
        label="Priority"
        value={form.priority}
        options={ticketPriorities}
        nameOf={(priority) => (
          <span className="flex items-center gap-2">
            <PriorityMark priority={priority} besideWord />
            {priorityNames[priority]}
          </span>
        )}
        onChange={(priority) => set({ priority })}
      />
      <SelectField
        label="Type"
        value={form.type}
        options={ticketTypes}
        nameOf={(type) => typeNames[type]}
        onChange={(type) => set({ type })}
      />
      <Field label="Assignee" error={problems.assigneeId}>
        {(control) => (
          <PickButton
            control={control}
            label="Assignee"
            shown={<bdi>{form.assignee?.name ?? "Unassigned"}</bdi>}
            isChosen={form.assignee !== null}
          >
            {(close) => (
              <PersonChoices
                label="Find an agent"
                who="assignees"
                first={[me, null]}
                chosen={form.assignee?.id ?? null}
                companyId={form.companyId}
                onChoose={(assignee) => {
                  set({ assignee }, "assigneeId");
                  close();
                }}
              />
            )}
          </PickButton>
        )}
      </Field>
      <Field label="Team" error={problems.teamId}>
        {(control) => (
          <PickButton
            control={control}
            label="Team"
            shown={<bdi>{form.team?.name ?? "No team"}</bdi>}
            isChosen={form.team !== null}
          >
            {(close) => (
              <CompanyOrTeamChoices
                label="Find a team"
                which="teams"
                none="No team"
                chosen={form.team?.id ?? null}
                companyId={form.companyId}
                onChoose={(team) => {
                  set({ team }, "teamId");
                  close();
                }}
              />
            )}
          </PickButton>
        )}
      </Field>
      <FollowersField form={form} set={set} problems={problems} />
      <fieldset className="flex min-w-0 flex-wrap content-start items-center gap-1.5">
        <legend className="mb-1 font-medium text-sm">Tags</legend>
        {form.tags.map((tag) => (
          <Badge key={tag} className="pointer-coarse:h-11">
            <bdi className="truncate">{tag}</bdi>
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              data-hint={`Remove tag ${tag}`}
              onClick={() => set({ tags: form.tags.filter((other) => other !== tag) })}
              className="-mr-1 grid size-6 place-items-center rounded-sm hover:text-foreground pointer-coarse:size-11"
            >
              <X className="size-3" />
            </button>
          </Badge>
        ))}
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="outline" size="sm">
              <Plus />
              Add tag
            </Button>
          </PopoverTrigger>
          <PopoverContent aria-label="Tags" className="w-64 p-2">
            <TagChoices tags={form.tags} onAdd={(tag) => set({ tags: [...form.tags, tag] })} />
          </PopoverContent>
        </Popover>
      </fieldset>
    </section>
  );
}
