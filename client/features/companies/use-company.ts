import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CompanyDetails, MemberPage } from "../../../shared/companies.ts";
import type { CompanyPatch, UpdateCompanyInput } from "../../../shared/schemas/companies.ts";
import type { FieldRefusal } from "../../components/record/use-field-words.ts";
import { pagedOptions, usePages } from "../../components/table/use-pages.ts";
import { isQueued, runQueued } from "../../data/calls/change-queue.ts";
import { fetchAgain } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { type Failure, fieldMessage, isSessionOver, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

const quiet = { meta: { showsError: true } };

/** Applies a change to the company on the screen. */
type Show = (company: CompanyDetails) => CompanyDetails;

/**
 * The actions of one company. Each is shown immediately, sent after the one before it, and reverted if
 * the server refuses it. Each returns why it was refused, or null.
 */
export function useCompanyActions(id: string) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const { mutateAsync: update } = trpc.companies.update.useMutation(quiet);
  const { mutateAsync: assign } = trpc.companies.assignAgent.useMutation(quiet);
  const { mutateAsync: setMember } = trpc.companies.setMember.useMutation(quiet);

  return useMemo(() => {
    /** The company without the pending changes, to revert to while offline. */
    let known: CompanyDetails | undefined;
    let refreshed = Promise.resolve();
    const run = async (
      show: Show,
      send: () => Promise<CompanyDetails>,
    ): Promise<Failure | null> => {
      await utils.companies.get.cancel({ id });
      if (!isQueued(id)) known = utils.companies.get.getData({ id });
      const answered = showOptimistically(() =>
        utils.companies.get.setData({ id }, (company) => company && show(company)),
      );
      try {
        known = await runQueued(id, send).finally(answered);
        if (!isQueued(id)) utils.companies.get.setData({ id }, known);
        return null;
      } catch (error) {
        if (!isQueued(id)) utils.companies.get.setData({ id }, known);
        const failure = readFailure(error);
        // Reload first: saving again then overwrites the current value on purpose.
        if (failure.code === "company_conflict") await utils.companies.get.invalidate({ id });
        return failure;
      } finally {
        if (!isQueued(id)) refreshed = refresh(queryClient);
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
      /** Resolves once the list of members shows the change. */
      setMember: async (userId: string, seesAllTickets?: boolean) => {
        const failure = await run(
          (company) => company,
          () => setMember({ id, userId, member: true, seesAllTickets }),
        );
        if (!failure) await refreshed;
        return failure;
      },
    };
  }, [id, queryClient, utils, update, assign, setMember]);
}

/** Refetches the company, the lists and the users, who show their companies. */
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

export function useCompany(id: string) {
  const query = trpc.companies.get.useQuery({ id }, { meta: { showsError: true } });
  const failure = query.isError ? readFailure(query.error) : null;
  return {
    // A company that was deleted disappears from the screen.
    company: failure?.code === "not_found" ? undefined : query.data,
    failure,
    retry: () => void query.refetch(),
  };
}

export function useMembers(id: string, search: string) {
  const rows = trpc.companies.members.useInfiniteQuery(
    { id, search: search.trim() || undefined, limit: 20 },
    pagedOptions,
  );
  return usePages(rows, membersOf);
}

function membersOf(page: MemberPage) {
  return page.members;
}

/** The error to show next to a field, or null if there is none. */
export function fieldErrorMessage(failure: Failure | null, field: string): string | null {
  if (!failure || isSessionOver(failure)) return null;
  return (
    fieldMessage(failure, field) ??
    failure.fields.find((each) => each.field.startsWith(`patch.${field}`))?.message ??
    failure.message
  );
}

/** The same for text that is edited in place. */
export function fieldRefusal(failure: Failure | null, field: string): FieldRefusal | null {
  const message = fieldErrorMessage(failure, field);
  if (message === null) return null;
  return { message, isOvertaken: failure?.code === "company_conflict" };
}
