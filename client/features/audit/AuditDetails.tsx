import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type AuditRow, actionWords, subjectWords } from "../../../shared/audit.ts";
import { printName } from "../../../shared/search/print.ts";
import { formatExact } from "../../components/format/format.ts";
import { Button, type ButtonProps } from "../../components/ui/button.tsx";
import { useTimeZone } from "../../data/session/viewer.ts";
import type { AuditList } from "./audit-address.ts";

interface AuditDetailsProps {
  row: AuditRow;
  filter: (patch: Partial<AuditList>) => void;
}

/** All details of an entry. Personal values of deleted users are gone. */
export function AuditDetails({ row, filter }: AuditDetailsProps) {
  const { actor, subject, person } = row;
  const timeZone = useTimeZone();
  // The other fields are shown below with their values.
  const withoutValues = row.fields.filter(
    (field) => !row.changes.some((each) => each.field === field),
  );
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Fact name="When">{formatExact(row.at, timeZone)}</Fact>
        <Fact name="What">{actionWords(row.act)}</Fact>
        {/* An address that matches no account has no user to name. */}
        {subject.kind !== "session" && !row.typedAddress && (
          <Fact name={subjectWords(subject.kind)}>
            <Subject row={row} />
          </Fact>
        )}
        {person && (
          <Fact name="Person">
            <Named to={`/user/${person.id}`} name={person.name} />
          </Fact>
        )}
        {row.typedAddress && <Fact name="Email entered">{row.typedAddress}</Fact>}
        {row.network && <Fact name="Network">{row.network}</Fact>}
        {row.device && <Fact name="Device">{row.device}</Fact>}
        {withoutValues.length > 0 && <Fact name="Fields">{withoutValues.join(", ")}</Fact>}
        {row.requestId && row.requestId !== "server-shell" && (
          <Fact name="Request">
            <span className="text-muted-foreground text-xs tabular-nums">{row.requestId}</span>
          </Fact>
        )}
      </dl>
      {row.changes.length > 0 && <Changes changes={row.changes} />}
      <div className="flex flex-wrap gap-2">
        {actor && (
          <FilterBy onClick={() => filter({ actorId: actor.id })}>
            Everything by {actor.name}
          </FilterBy>
        )}
        {subject.id && subject.name && subject.id !== actor?.id && (
          <FilterBy
            onClick={() => filter({ subject: subject.kind, subjectId: subject.id ?? undefined })}
          >
            All changes of {subject.name}
          </FilterBy>
        )}
        {person && (
          <FilterBy onClick={() => filter({ subject: "user", subjectId: person.id })}>
            All changes of {person.name}
          </FilterBy>
        )}
      </div>
    </div>
  );
}

/** A filter button. Long names wrap. */
function FilterBy(props: ButtonProps) {
  return (
    <Button
      size="sm"
      variant="outline"
      className="wrap-anywhere h-auto min-h-7 max-w-full whitespace-normal py-1 text-left"
      {...props}
    />
  );
}

function Changes({ changes }: Pick<AuditRow, "changes">) {
  return (
    <table className="w-full max-w-170 table-fixed border-collapse text-left">
      <thead className="text-muted-foreground text-xs">
        <tr>
          <th scope="col" className="w-1/4 border-b py-1 pr-3 font-normal">
            Field
          </th>
          <th scope="col" className="border-b py-1 pr-3 font-normal">
            Before
          </th>
          <th scope="col" className="border-b py-1 font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className="border-b py-1 pr-3 align-top font-normal">
              {field}
            </th>
            <td dir="auto" className="wrap-anywhere border-b py-1 pr-3 align-top">
              {before ?? <Nothing />}
            </td>
            <td dir="auto" className="wrap-anywhere border-b py-1 align-top">
              {after ?? <Nothing />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing() {
  return <span className="text-faint">none</span>;
}

/** A link to the subject, if it still exists. */
function Subject({ row: { subject } }: { row: AuditRow }) {
  const to = addressOf(subject);
  const name = subject.ticket
    ? `in ticket #${subject.ticket.number}`
    : (subject.name ?? (subject.kind === "mail" ? "outgoing email" : "(deleted)"));
  return <Named to={to} name={name} />;
}

function Named({ to, name }: { to: string | null; name: string }) {
  if (!to) return <bdi>{name}</bdi>;
  return (
    <Link to={to} className="text-selected-foreground hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}

function addressOf({ kind, id, name, ticket }: AuditRow["subject"]): string | null {
  if (ticket) return `/ticket/${ticket.number}`;
  if (kind === "desk") return "/settings/desk";
  if (kind === "mail") return "/settings/mail";
  if (!id || !name) return null;
  switch (kind) {
    case "user":
      return `/user/${id}`;
    case "company":
      return `/company/${id}`;
    case "macro":
      return "/settings/macros";
    case "team":
      return "/settings/teams";
    case "mailbox":
      return `/settings/mailboxes/${id}`;
    case "tag":
      return `/ticket/log?view=all&q=${encodeURIComponent(`tag:${printName(name)}`)}`;
    default:
      return null;
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </>
  );
}
