import { UserPlus } from "lucide-react";
import type { CompanyCandidate } from "../../../shared/companies.ts";
import { ChoiceList } from "../../components/pickers/ChoiceList.tsx";
import { patient, usePickerSearch } from "../../components/pickers/use-picker-search.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { trpc } from "../../data/trpc.ts";

interface CandidateChoicesProps {
  /** People of this company are left out. */
  companyId?: string;
  /** These people are left out too. */
  without?: readonly { id: string }[];
  onChoose: (person: CompanyCandidate) => void;
}

/** Agents who work on assigned companies. Those who see all companies are left out. */
export function AgentChoices({ companyId, ...choice }: CandidateChoicesProps) {
  const { words, box } = usePickerSearch();
  const agents = trpc.companies.pickAgents.useQuery(
    { id: companyId, search: words || undefined },
    patient,
  );
  return <Candidates label="Find an agent" found={agents.data} {...box(agents)} {...choice} />;
}

interface MemberChoicesProps extends CandidateChoicesProps {
  onNew?: ((typed: string) => void) | undefined;
}

/** Customers who do not belong to the company yet, and optionally a new one. */
export function MemberChoices({ companyId, onNew, ...choice }: MemberChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const members = trpc.companies.pickMembers.useQuery(
    { id: companyId, search: words || undefined },
    patient,
  );
  const field = box(members);
  const hasSearched = members.isSuccess && !field.isOld;
  return (
    <Candidates
      label="Find a customer"
      found={members.data}
      {...field}
      {...choice}
      onNew={onNew && hasSearched ? () => onNew(text) : undefined}
    />
  );
}

type Box = ReturnType<ReturnType<typeof usePickerSearch>["box"]>;

interface CandidatesProps extends Box, Omit<CandidateChoicesProps, "companyId"> {
  label: string;
  found: CompanyCandidate[] | undefined;
  onNew?: (() => void) | undefined;
}

const newCustomer = "new";

function Candidates({ found = [], without = [], onChoose, onNew, ...list }: CandidatesProps) {
  const people = found.filter(({ id }) => without.every((other) => other.id !== id));
  return (
    <ChoiceList
      {...list}
      choices={[
        ...people.map(({ id, name, hint }) => ({
          value: id,
          name,
          hint,
          lead: <Avatar id={id} name={name} size="xs" />,
        })),
        ...(onNew ? [{ value: newCustomer, name: "New customer…", lead: <UserPlus /> }] : []),
      ]}
      chosen={null}
      onChoose={(id) => {
        if (id === newCustomer) return onNew?.();
        const person = people.find((each) => each.id === id);
        if (person) onChoose(person);
      }}
    />
  );
}
