import { Link, useParams } from "react-router-dom";
import { printName } from "../../../shared/search/print.ts";
import { usePage } from "../../app/navigation/page.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { RecordPage, RecordPart, RecordWaiting } from "./RecordPage.tsx";

/** A company, read-only, for agents. */
export function CompanyPage() {
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
