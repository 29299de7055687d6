import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CompanyDetails } from "../../../shared/companies.ts";
import type { CompanyPatch, UpdateCompanyInput } from "../../../shared/schemas/companies.ts";
import { inTurn, isInTurn } from "../../data/calls/in-turn.ts";
import { fetchAgain } from "../../data/calls/invalidation.ts";
import { showEarly } from "../../data/calls/shown-early.ts";
import { type Failure, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

const quiet = { meta: { showsError: true } };

/** What a change makes of the company that is on the screen. */
type Show = (company: CompanyDetails) => CompanyDetails;

/**
 * Changes of one company: each shows at once, they go out one after the other, and what the desk
 * refuses is taken back. Each answers why it was refused, or null.
 */
export function useCompanyActs(id: string) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const { mutateAsync: update } = trpc.companies.update.useMutation(quiet);
  const { mutateAsync: assign } = trpc.companies.assignAgent.useMutation(quiet);
  const { mutateAsync: setMember } = trpc.companies.setMember.useMutation(quiet);

  return useMemo(() => {
    /** As the desk had it before what is under way: without a line it tells nobody anew. */
    let known: CompanyDetails | undefined;
    let isShownAnew = Promise.resolve();
    const run = async (
      show: Show,
      send: () => Promise<CompanyDetails>,
    ): Promise<Failure | null> => {
      await utils.companies.get.cancel({ id });
      if (!isInTurn(id)) known = utils.companies.get.getData({ id });
      const answered = showEarly(() =>
        utils.companies.get.setData({ id }, (company) => company && show(company)),
      );
      try {
        known = await inTurn(id, send).finally(answered);
        if (!isInTurn(id)) utils.companies.get.setData({ id }, known);
        return null;
      } catch (error) {
        if (!isInTurn(id)) utils.companies.get.setData({ id }, known);
        const failure = readFailure(error);
        // Once it is told whoever saves it again means it beside what stands there now.
        if (failure.code === "company_conflict") await utils.companies.get.invalidate({ id });
        return failure;
      } finally {
        if (!isInTurn(id)) isShownAnew = refresh(queryClient);
      }
    };
    return {
      change: (patch: CompanyPatch, base: UpdateCompanyInput["base"] = {}) =>
        run(
          (company) => withPatch(company, patch),
          () => update({ id, patch, base }),
        ),
      assign: (agent: { id: string; name: string }) =>
        run(
          (company) => withAgent(company, agent),
          () => assign({ id, userId: agent.id, assigned: true }),
        ),
      /** Where it is done, once the list of members tells it. */
      setMember: async (userId: string, seesAllTickets?: boolean) => {
        const failure = await run(
          (company) => company,
          () => setMember({ id, userId, member: true, seesAllTickets }),
        );
        if (!failure) await isShownAnew;
        return failure;
      },
    };
  }, [id, queryClient, utils, update, assign, setMember]);
}

/** The record, the lists it stands in, and the users whose companies are told. */
function refresh(queryClient: QueryClient): Promise<void> {
  return fetchAgain(queryClient, "companies", "users");
}

function withPatch(company: CompanyDetails, patch: CompanyPatch): CompanyDetails {
  const { addDomains = [], removeDomains = [], ...fields } = patch;
  const stays = company.domains.filter((domain) => !removeDomains.includes(domain));
  const domains = [...new Set([...stays, ...addDomains])].sort();
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...company, ...Object.fromEntries(set), domains };
}

function withAgent(
  company: CompanyDetails,
  { id, name }: { id: string; name: string },
): CompanyDetails {
  const others = company.agents.filter((agent) => agent.id !== id);
  const agents = [...others, { id, name, state: "active" as const }];
  return { ...company, agents, agentCount: agents.length };
}
