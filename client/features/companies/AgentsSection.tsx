import { useState } from "react";
import { Link } from "react-router-dom";
import type { CompanyAgent, CompanyDetails } from "../../../shared/companies.ts";
import { formatNumber } from "../../components/format/format.ts";
import { RecordSection } from "../../components/record/Record.tsx";
import { notifyError } from "../../data/errors.ts";
import { AddPerson } from "./AddPerson.tsx";
import { AgentChoices } from "./AgentChoices.tsx";
import { PersonRow, useRemovePerson } from "./PersonRow.tsx";
import type { useCompanyActions } from "./use-company.ts";

interface AgentsSectionProps {
  company: CompanyDetails;
  actions: ReturnType<typeof useCompanyActions>;
}

/** The assigned agents, followed by those who can see all companies. */
export function AgentsSection({ company, actions }: AgentsSectionProps) {
  const { agents, agentsOfAll } = company;
  const removePerson = useRemovePerson(company);
  const assign = async (agent: { id: string; name: string }) => {
    const failure = await actions.assign(agent);
    if (failure) notifyError(`${company.name} was not changed`, failure, () => void assign(agent));
  };
  return (
    <RecordSection
      title="Assigned agents"
      count={formatNumber(agents.length)}
      aside={
        <AddPerson
          label="Assign agent"
          choices={AgentChoices}
          companyId={company.id}
          without={agents}
          onChoose={(agent) => void assign(agent)}
        />
      }
    >
      {agents.length === 0 && <p className="text-faint">No assigned agents.</p>}
      <ul>
        {agents.map((agent) => (
          <PersonRow
            key={agent.id}
            person={agent}
            removal={`Unassign ${agent.name} from this company`}
            onRemove={() => void removePerson("agent", agent)}
          />
        ))}
      </ul>
      {agentsOfAll.length > 0 && <AgentsOfAll agents={agentsOfAll} />}
    </RecordSection>
  );
}

const shown = 4;

function AgentsOfAll({ agents }: { agents: readonly CompanyAgent[] }) {
  const [all, setAll] = useState(false);
  const names = all ? agents : agents.slice(0, shown);
  return (
    <p className="pt-1 text-muted-foreground text-sm">
      Can see all companies:{" "}
      {names.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link to={`/user/${id}`} className="rounded-sm text-foreground hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {agents.length > names.length && (
        <>
          {" "}
          <button
            type="button"
            onClick={() => setAll(true)}
            className="rounded-sm text-selected-foreground hover:underline"
          >
            and {agents.length - names.length} more
          </button>
        </>
      )}
    </p>
  );
}
