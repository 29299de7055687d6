import type { PersonRef } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../cn.ts";
import { Avatar } from "../ui/avatar.tsx";

/** Avatar and name, or a word for no one. */
interface PersonProps {
  person: PersonRef | null;
  /** Controls where the name is hidden for lack of space. */
  nameClassName?: string;
}

export function Person({ person, nameClassName }: PersonProps) {
  if (!person) return <span className={cn("truncate text-faint", nameClassName)}>Unassigned</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar id={person.id} name={person.name} />
      <span
        dir="auto"
        data-hint={person.name}
        data-hint-cut=""
        className={cn("truncate text-left", nameClassName)}
      >
        {person.name}
      </span>
    </span>
  );
}
