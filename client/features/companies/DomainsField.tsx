import type { CompanyDetails } from "../../../shared/companies.ts";
import { notify } from "../../components/notices.ts";
import { trackAct, undoable } from "../../components/undo.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { tellRefused } from "../../data/errors.ts";
import { DomainChips } from "./DomainChips.tsx";
import { refusalWords } from "./refusal-words.ts";
import type { useCompanyActs } from "./use-company-acts.ts";

interface DomainsFieldProps {
  company: CompanyDetails;
  acts: ReturnType<typeof useCompanyActs>;
}

/** The mail domains of a company, each saved as it is added or removed; a removal can be taken back. */
export function DomainsField({ company, acts }: DomainsFieldProps) {
  const putBack = async (domain: string) => {
    const failure = await acts.change({ addDomains: [domain] });
    if (failure)
      tellRefused(`${company.name} was not changed`, failure, () => void putBack(domain));
  };
  const remove = async (domain: string) => {
    const answer = trackAct(newRequestId());
    const failure = await acts.change({ removeDomains: [domain] });
    if (failure) {
      answer(null);
      return tellRefused(`${company.name} was not changed`, failure, () => void remove(domain));
    }
    const offer = undoable(() => void putBack(domain), answer);
    if (offer) notify({ kind: "success", message: `${domain} removed`, ...offer });
  };
  return (
    <DomainChips
      domains={company.domains}
      onAdd={async (domain) => refusalWords(await acts.change({ addDomains: [domain] }), "domains")}
      onRemove={(domain) => void remove(domain)}
    />
  );
}
