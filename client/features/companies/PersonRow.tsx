import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { leaveRow } from "../../components/leave-row.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";

interface PersonRowProps {
  person: { id: string; name: string; email?: string };
  /** The label of the remove button: `Remove Ana from this company`. */
  removal: string;
  onRemove: () => void;
  children?: ReactNode;
}

/** A person of a company: a link to them, and a remove button that appears on hover and focus. */
export function PersonRow({ person, removal, onRemove, children }: PersonRowProps) {
  const { id, name, email } = person;
  return (
    <li className="group flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <Link
        to={`/user/${id}`}
        data-hint={email}
        data-hint-cut=""
        className="-mx-1.5 flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 hover:bg-accent"
      >
        <Avatar id={id} name={name} />
        <span dir="auto" className="truncate text-left">
          {name}
        </span>
      </Link>
      {children}
      <IconButton
        label={removal}
        size="icon-xs"
        className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget);
          onRemove();
        }}
      >
        <X />
      </IconButton>
    </li>
  );
}
