import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { Link } from "react-router-dom";
import type { CompanyDetails } from "../../../shared/companies.ts";
import { useBulkJob } from "../../components/jobs/use-bulk-job.ts";
import { leaveRow } from "../../components/leave-row.ts";
import { notify } from "../../components/notices.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { IconButton } from "../../components/ui/icon-button.tsx";
import { isQueued, runQueued } from "../../data/calls/change-queue.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { showOptimistically } from "../../data/calls/optimistic.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

interface PersonRowProps {
  person: { id: string; name: string; email?: string };
  /** The label of the remove button: `Remove Ana from this company`. */
  removal: string;
  onRemove: () => void;
  children?: ReactNode;
}

/** A person of a company: a link to them, and a remove button that appears on hover and focus. */
export function PersonRow({ person, removal, onRemove, children }: PersonRowProps) {
  const { id, name, email } = person;
  return (
    <li className="group flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <Link
        to={`/user/${id}`}
        data-hint={email}
        data-hint-cut=""
        className="-mx-1.5 flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 hover:bg-accent"
      >
        <Avatar id={id} name={name} />
        <span dir="auto" className="truncate text-left">
          {name}
        </span>
      </Link>
      {children}
      <IconButton
        label={removal}
        size="icon-xs"
        className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget);
          onRemove();
        }}
      >
        <X />
      </IconButton>
    </li>
  );
}

const quiet = { meta: { showsError: true } };

interface Person {
  id: string;
  name: string;
}

/**
 * Removes an agent or a member from a company. Runs as a bulk action, whose Undo also restores their
 * tickets.
 */
export function useRemovePerson({ id, name }: Pick<CompanyDetails, "id" | "name">) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const begin = useBulkJob();
  const { mutateAsync: unassign } = trpc.companies.bulk.useMutation(quiet);
  const { mutateAsync: leave } = trpc.users.bulk.useMutation(quiet);
  return useCallback(
    async function removePerson(
      as: "agent" | "member",
      person: Person,
      requestId = newRequestId(),
    ): Promise<void> {
      const without = (company: CompanyDetails | undefined) =>
        company && { ...company, agents: company.agents.filter((each) => each.id !== person.id) };
      let before: CompanyDetails | undefined;
      const send = async () => {
        await utils.companies.get.cancel({ id });
        before = utils.companies.get.getData({ id });
        if (as === "member") {
          const act = { kind: "remove-company", companyId: id } as const;
          return await runQueued(id, () => leave({ requestId, act, ids: [person.id] }));
        }
        const answered = showOptimistically(() => utils.companies.get.setData({ id }, without));
        const act = { kind: "unassign", agentId: person.id } as const;
        return await runQueued(id, () => unassign({ requestId, act, ids: [id] })).finally(answered);
      };
      try {
        await begin({
          requestId,
          send,
          tellDone({ refusals: [refusal], offer }) {
            if (refusal) {
              notify({ kind: "error", title: `${name} was not changed`, message: refusal.message });
            } else {
              notify({
                kind: "success",
                message: `${person.name} was removed from ${name}`,
                ...offer,
              });
            }
          },
        });
      } catch (error) {
        if (!isQueued(id)) utils.companies.get.setData({ id }, before);
        const retry = () => void removePerson(as, person, requestId);
        notifyError(`${name} was not changed`, readFailure(error), retry);
      } finally {
        invalidate(queryClient, "companies", "users");
      }
    },
    [id, name, queryClient, utils, begin, unassign, leave],
  );
}
