import { Link, useParams } from "react-router-dom";
import { printName } from "../../../shared/search/print.ts";
import { usePage } from "../../app/navigation/page.ts";
import { formatClock } from "../../components/format/format.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { readFailure } from "../../data/errors.ts";
import { useNow } from "../../data/time/use-now.ts";
import { trpc } from "../../data/trpc.ts";
import { RecordPage, RecordWaiting } from "./RecordPage.tsx";

/** A customer, read-only, for agents. */
export function PersonPage() {
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
  const { id, name, email, phone, timeZone, companies } = person.data;
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
            <a href={`mailto:${email}`} className="hover:underline">
              {email}
            </a>
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
