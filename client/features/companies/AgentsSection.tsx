import { useState } from "react";
import { Link } from "react-router-dom";
import type { CompanyAgent, CompanyDetails } from "../../../shared/companies.ts";
import { formatNumber } from "../../components/format/format.ts";
import { RecordSection } from "../../components/record/RecordSection.tsx";
import { tellRefused } from "../../data/errors.ts";
import { AddPerson } from "./AddPerson.tsx";
import { AgentChoices } from "./AgentChoices.tsx";
import { PersonRow } from "./PersonRow.tsx";
import type { useCompanyActs } from "./use-company-acts.ts";
import { useTakeOff } from "./use-take-off.ts";

interface AgentsSectionProps {
  company: CompanyDetails;
  acts: ReturnType<typeof useCompanyActs>;
}

/** Who works for this company; those who see every company are told apart. */
export function AgentsSection({ company, acts }: AgentsSectionProps) {
  const { agents, agentsOfAll } = company;
  const takeOff = useTakeOff(company);
  const assign = async (agent: { id: string; name: string }) => {
    const failure = await acts.assign(agent);
    if (failure) tellRefused(`${company.name} was not changed`, failure, () => void assign(agent));
  };
  return (
    <RecordSection
      title="Assigned agents"
      count={formatNumber(agents.length)}
      aside={
        <AddPerson
          label="Assign an agent"
          choices={AgentChoices}
          companyId={company.id}
          without={agents}
          onChoose={(agent) => void assign(agent)}
        />
      }
    >
      {agents.length === 0 && <p className="text-faint">It is assigned to nobody.</p>}
      <ul>
        {agents.map((agent) => (
          <PersonRow
            key={agent.id}
            person={agent}
            removal={`Take ${agent.name} off this company`}
            onRemove={() => void takeOff("agent", agent)}
          />
        ))}
      </ul>
      {agentsOfAll.length > 0 && <EveryCompany agents={agentsOfAll} />}
    </RecordSection>
  );
}

const shown = 4;

function EveryCompany({ agents }: { agents: readonly CompanyAgent[] }) {
  const [all, setAll] = useState(false);
  const names = all ? agents : agents.slice(0, shown);
  return (
    <p className="pt-1 text-muted-foreground text-sm">
      See every company:{" "}
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
