import { Link, useParams } from "react-router-dom";
import { can } from "../../../shared/access.ts";
import { isUuid } from "../../../shared/ids.ts";
import { printName } from "../../../shared/search/print.ts";
import { NotFoundPage } from "../../app/NotFoundPage.tsx";
import { usePage } from "../../app/navigation/page.ts";
import { formatClock } from "../../components/format/format.ts";
import { MailStopNote } from "../../components/MailStopNote.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { readFailure } from "../../data/errors.ts";
import { useViewer } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";
import { trpc } from "../../data/trpc.ts";
import { RecordPage, RecordPart, RecordWaiting } from "./RecordPage.tsx";

/** What agents read of a record whose page is for Super Admins. */
export function ReadOnlyRecord({ page }: { page: "users" | "companies" }) {
  const viewer = useViewer();
  const { place = "" } = useParams();
  if (!can(viewer, "ticket.openFor") || !isUuid(place)) return <NotFoundPage />;
  return page === "users" ? <PersonPage /> : <CompanyPage />;
}

/** A customer, read-only, for agents. */
function PersonPage() {
  const { place = "" } = useParams();
  const person = trpc.tickets.person.useQuery({ id: place }, { meta: { showsError: true } });
  const now = useNow();
  usePage({ label: "Tickets", to: "/ticket/log" }, person.data?.name ?? "Person");
  if (!person.data) {
    return (
      <RecordWaiting
        failure={person.isError ? readFailure(person.error) : null}
        retry={() => void person.refetch()}
      />
    );
  }
  const { id, name, email, phone, timeZone, companies, mailStop } = person.data;
  return (
    <RecordPage
      head={
        <>
          <Avatar id={id} name={name} size="lg" />
          <h1 dir="auto" className="wrap-anywhere min-w-0 text-left font-semibold text-xl">
            {name}
          </h1>
        </>
      }
      facts={[
        {
          label: "Email",
          value: email && (
            <>
              <a href={`mailto:${email}`} className="hover:underline">
                {email}
              </a>
              {mailStop && <MailStopNote userId={id} stop={mailStop} />}
            </>
          ),
        },
        { label: "Phone", value: phone },
        { label: "Local time", value: timeZone && formatClock(now, timeZone) },
        {
          label: companies.length > 1 ? "Companies" : "Company",
          value:
            companies.length > 0 &&
            companies.map((company, at) => (
              <span key={company.id}>
                {at > 0 && ", "}
                <Link to={`/company/${company.id}`} className="hover:underline">
                  <bdi>{company.name}</bdi>
                </Link>
              </span>
            )),
        },
      ]}
      notes={companies
        .filter(({ notes }) => notes !== "")
        .map(({ id, name, notes }) => ({ id, name, notes }))}
      record={person.data}
      allTickets={`requester:${printName(name)}`}
    />
  );
}

/** A company, read-only, for agents. */
function CompanyPage() {
  const { place = "" } = useParams();
  const company = trpc.tickets.company.useQuery({ id: place }, { meta: { showsError: true } });
  usePage({ label: "Tickets", to: "/ticket/log" }, company.data?.name ?? "Company");
  if (!company.data) {
    return (
      <RecordWaiting
        failure={company.isError ? readFailure(company.error) : null}
        retry={() => void company.refetch()}
      />
    );
  }
  const { id, name, domains, notes, people } = company.data;
  return (
    <RecordPage
      head={
        <h1 dir="auto" className="wrap-anywhere min-w-0 text-left font-semibold text-xl">
          {name}
        </h1>
      }
      facts={[{ label: "Email domains", value: domains.join(", ") }]}
      notes={notes === "" ? [] : [{ id, name, notes }]}
      record={company.data}
      allTickets={`company:${printName(name)}`}
    >
      <RecordPart title={`People (${people.length})`}>
        {people.length === 0 ? (
          <p className="text-muted-foreground">No members yet.</p>
        ) : (
          <ul className="flex flex-col">
            {people.map((person) => (
              <li key={person.id} className="flex min-w-0 gap-2 py-1">
                <Link to={`/user/${person.id}`} className="shrink-0 hover:underline">
                  <bdi>{person.name}</bdi>
                </Link>
                <span className="min-w-0 truncate text-muted-foreground">{person.email}</span>
              </li>
            ))}
          </ul>
        )}
      </RecordPart>
    </RecordPage>
  );
}
