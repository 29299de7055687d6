import type { PersonRef } from "../../shared/tickets.ts";
import { Avatar } from "../ui/avatar.tsx";

/** Avatar and name, or the word for nobody. */
export function Person({ person }: { person: PersonRef | null }) {
  if (!person) return <span className="truncate text-faint">Nobody yet</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar id={person.id} name={person.name} />
      <span dir="auto" title={person.name} className="truncate text-left">
        {person.name}
      </span>
    </span>
  );
}
