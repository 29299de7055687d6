import { type CompanyMergePreview, namesShown } from "../../../shared/company-merge.ts";
import { formatNumber } from "../../components/format/format.ts";

/** What moves, in words. */
export function Moving({ preview }: { preview: CompanyMergePreview }) {
  const { tickets, openTickets, members, domains, hasNotes, target } = preview;
  const ticketWords = tickets === 1 ? "1 ticket" : `${formatNumber(tickets)} tickets`;
  const memberWords = members === 1 ? "1 member" : `${formatNumber(members)} members`;
  const moving = [
    `${ticketWords} (${formatNumber(openTickets)} open)`,
    memberWords,
    domains.length > 0 && `the mail ${domains.length === 1 ? "domain" : "domains"} ${few(domains)}`,
    hasNotes && "the notes",
  ].filter((words) => words !== false);
  return (
    <>
      {listed(moving)} move to <Name of={target} />; members see their own tickets there.
    </>
  );
}

export function Name({ of }: { of: { name: string } }) {
  return <bdi className="font-medium">{of.name}</bdi>;
}

export function namesOf(people: readonly { name: string }[]): string {
  return few(people.map(({ name }) => name));
}

/** `Ana, Ben and Cleo`, or how many more there are. */
function few(words: readonly string[]): string {
  const shown = words.slice(0, namesShown);
  const more = words.length - shown.length;
  return listed(more > 0 ? [...shown, `${formatNumber(more)} more`] : shown);
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
}
