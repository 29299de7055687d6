import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CompanyDetails } from "../../shared/companies.ts";
import { invalidate } from "../lib/calls/invalidation.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { readFailure } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { offerUndo, useUndoBulk } from "../parts/jobs/use-undo-bulk.ts";
import { trackAct } from "../parts/undo.ts";
import { tellRefused } from "./use-company-acts.ts";

const quiet = { meta: { showsError: true } };

interface Person {
  id: string;
  name: string;
}

/**
 * Takes an agent or a member off a company, in the way of many: its Undo gives back what they lost
 * by it in tickets.
 */
export function useTakeOff({ id, name }: Pick<CompanyDetails, "id" | "name">) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const undo = useUndoBulk();
  const { mutateAsync: unassign } = trpc.companies.changeMany.useMutation(quiet);
  const { mutateAsync: leave } = trpc.users.bulk.useMutation(quiet);
  return useCallback(
    async function takeOff(
      as: "agent" | "member",
      person: Person,
      requestId = newRequestId(),
    ): Promise<void> {
      const without = (company: CompanyDetails | undefined) =>
        company && { ...company, agents: company.agents.filter((each) => each.id !== person.id) };
      const answer = trackAct(requestId);
      await utils.companies.get.cancel({ id });
      const before = utils.companies.get.getData({ id });
      try {
        if (as === "agent") utils.companies.get.setData({ id }, without);
        const { job, refusals } =
          as === "agent"
            ? await unassign({
                ...{ requestId, act: { kind: "unassign", agentId: person.id } },
                ids: [id],
              })
            : await leave({
                ...{ requestId, act: { kind: "remove-company", companyId: id } },
                ids: [person.id],
              });
        const [refusal] = refusals;
        const offer = offerUndo(job, undo, answer);
        if (refusal) {
          notify({ kind: "error", title: `${name} was not changed`, message: refusal.message });
        } else if (offer) {
          notify({ kind: "success", message: `${person.name} was taken off ${name}`, ...offer });
        }
      } catch (error) {
        answer(null);
        utils.companies.get.setData({ id }, before);
        tellRefused(name, readFailure(error), () => void takeOff(as, person, requestId));
      } finally {
        invalidate(queryClient, "companies", "users");
      }
    },
    [id, name, queryClient, utils, undo, unassign, leave],
  );
}
