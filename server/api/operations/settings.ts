import * as z from "zod/mini";
import { AppError } from "../../../shared/errors.ts";
import { createTagInput, mergeTagsInput, tagName } from "../../../shared/schemas/tags.ts";
import { createTeamInput, setTeamMemberInput } from "../../../shared/schemas/teams.ts";
import { uuid } from "../../../shared/schemas/text.ts";
import { listMacros } from "../../macros/queries.ts";
import { createTag, deleteTag, mergeTags, renameTag } from "../../tags/commands.ts";
import { listTags } from "../../tags/queries.ts";
import { createTeam, deleteTeam, renameTeam, setTeamMember } from "../../teams/commands.ts";
import { listTeams } from "../../teams/queries.ts";
import { listTickets } from "../../tickets/list.ts";
import { listViews } from "../../views/queries.ts";
import { id, nextCursor, number, success } from "../answers/common.ts";
import * as records from "../answers/records.ts";
import * as tickets from "../answers/tickets.ts";
import { operation } from "../operation.ts";
import { readOwnerName } from "../tokens.ts";
import { byId, memberInPath, page } from "./inputs.ts";

/** `from`: the name that the program saw, if no other may be overwritten. */
const nameChange = <Name extends z.ZodMiniType>(name: Name) =>
  z.strictObject({ name: z.strictObject({ from: z.optional(z.string()), to: name }) });

const onlyId = z.strictObject({ success, id });

const reads = { tag: "Settings", scope: "settings:read", capability: "desk.write" } as const;
const changes = { tag: "Settings", scope: "settings:write", capability: "desk.write" } as const;

export const settingsOperations = [
  operation({
    ...reads,
    id: "listTags",
    method: "GET",
    path: "/tags",
    summary: "List tags by name.",
    query: z.strictObject(page),
    answer: z.strictObject({ success, tags: z.array(records.tag), nextCursor }),
    async run(deps, { query: { limit, cursor = null } }) {
      const found = await listTags(deps, { limit, cursor });
      return { tags: found.tags.map(records.tagForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    ...changes,
    id: "createTag",
    method: "POST",
    path: "/tags",
    summary: "Create a tag. Its name is stored in lower case.",
    keyed: true,
    body: createTagInput,
    refusals: [409],
    status: 201,
    answer: onlyId,
    run: (deps, { body, requestId }) => createTag(deps, body, requestId),
  }),
  operation({
    ...changes,
    id: "updateTag",
    method: "PATCH",
    path: "/tags/{id}",
    summary: "Rename a tag, also in views and macros.",
    params: byId,
    body: nameChange(tagName),
    refusals: [404, 409],
    answer: onlyId,
    async run(deps, { params, body: { name }, requestId }) {
      await renameTag(deps, { ...params, name: name.to, base: name.from }, requestId);
      return params;
    },
  }),
  operation({
    ...changes,
    id: "mergeTag",
    method: "POST",
    path: "/tags/{id}/merge",
    summary: "Replace this tag by another on tickets and in views and macros.",
    keyed: true,
    params: byId,
    body: z.pick(mergeTagsInput, { into: true }),
    refusals: [404, 409],
    answer: onlyId,
    async run(deps, { params, body, requestId }) {
      await mergeTags(deps, { ...params, ...body }, requestId);
      return { id: body.into };
    },
  }),
  operation({
    ...changes,
    id: "deleteTag",
    method: "DELETE",
    path: "/tags/{id}",
    summary: "Delete a tag from tickets and macros.",
    params: byId,
    refusals: [404],
    answer: onlyId,
    async run(deps, { params, requestId }) {
      await deleteTag(deps, params, requestId);
      return params;
    },
  }),
  operation({
    ...reads,
    id: "listTeams",
    method: "GET",
    path: "/teams",
    summary: "List all teams by name.",
    answer: z.strictObject({ success, teams: z.array(records.team) }),
    run: async (deps) => ({ teams: (await listTeams(deps)).teams.map(records.teamForApi) }),
  }),
  operation({
    ...changes,
    id: "createTeam",
    method: "POST",
    path: "/teams",
    summary: "Create a team.",
    keyed: true,
    body: createTeamInput,
    refusals: [409],
    status: 201,
    answer: z.strictObject({ success, id }),
    run: async (deps, { body, requestId }) => ({
      id: (await createTeam(deps, body, requestId)).id,
    }),
  }),
  operation({
    ...changes,
    id: "updateTeam",
    method: "PATCH",
    path: "/teams/{id}",
    summary: "Rename a team.",
    params: byId,
    body: nameChange(createTeamInput.shape.name),
    refusals: [404, 409],
    answer: onlyId,
    run: (deps, { params, body: { name }, requestId }) =>
      renameTeam(deps, { ...params, name: name.to, base: name.from }, requestId),
  }),
  operation({
    ...changes,
    id: "deleteTeam",
    method: "DELETE",
    path: "/teams/{id}",
    summary:
      "Delete a team. If it has tickets, moveTicketsTo names the team that gets them, or none.",
    params: byId,
    query: z.strictObject({ moveTicketsTo: z.optional(z.union([uuid, z.literal("none")])) }),
    refusals: [404, 409],
    answer: z.strictObject({ success, id, moved: number }),
    run: (deps, { params, query: { moveTicketsTo }, requestId }) =>
      deleteTeam(
        deps,
        {
          ...params,
          ...(moveTicketsTo && { to: moveTicketsTo === "none" ? null : moveTicketsTo }),
        },
        requestId,
      ),
  }),
  operation({
    ...changes,
    id: "addTeamMember",
    method: "POST",
    path: "/teams/{id}/members",
    summary: "Add an agent or Super Admin to a team. Done twice, it is the same.",
    params: byId,
    body: z.pick(setTeamMemberInput, { userId: true }),
    refusals: [404],
    answer: onlyId,
    run: (deps, { params, body }) => setTeamMember(deps, { ...params, ...body, member: true }),
  }),
  operation({
    ...changes,
    id: "removeTeamMember",
    method: "DELETE",
    path: "/teams/{id}/members/{userId}",
    summary: "Remove a member from a team.",
    params: memberInPath,
    refusals: [404],
    answer: onlyId,
    run: (deps, { params }) => setTeamMember(deps, { ...params, member: false }),
  }),
  operation({
    id: "listMacros",
    method: "GET",
    path: "/macros",
    tag: "Settings",
    summary: "List the macros that the token's owner can use.",
    scope: "settings:read",
    capability: "macro.use",
    answer: z.strictObject({ success, macros: z.array(records.macro) }),
    run: async (deps) => ({ macros: (await listMacros(deps)).macros.map(records.macroForApi) }),
  }),
  operation({
    id: "listViews",
    method: "GET",
    path: "/views",
    tag: "Settings",
    summary: "List the saved views of the token's owner and those that colleagues share.",
    scope: "settings:read",
    capability: "view.save",
    answer: z.strictObject({ success, views: z.array(records.view) }),
    run: async (deps) => ({ views: (await listViews(deps)).views.map(records.viewForApi) }),
  }),
  operation({
    id: "listViewTickets",
    method: "GET",
    path: "/views/{id}/tickets",
    tag: "Tickets",
    summary: "List the tickets of a saved view, in its order.",
    scope: "tickets:read",
    capability: "view.save",
    searches: "always",
    params: byId,
    query: z.strictObject(page),
    refusals: [404],
    answer: tickets.ticketPage,
    async run(deps, { params, query }) {
      const view = (await listViews(deps)).views.find((each) => each.id === params.id);
      if (!view) throw new AppError("not_found");
      const found = await listTickets(deps, {
        ...query,
        view: "all",
        q: view.q,
        ...(view.timeZone !== null && { timeZone: view.timeZone }),
        sort: view.sort ?? "updated",
        descending: view.descending ?? true,
      });
      return { tickets: found.tickets.map(tickets.inListForApi), nextCursor: found.nextCursor };
    },
  }),
  operation({
    id: "getMe",
    method: "GET",
    path: "/me",
    tag: "Token",
    summary: "Get the token's owner, scopes and expiry.",
    scope: null,
    answer: z.strictObject({ success, me: records.me }),
    async run({ db, actor, holder }) {
      const { kind, name, credential, expiresAt } = holder;
      const owner = { id: actor.id, name: await readOwnerName(db, actor.id), role: actor.role };
      const scopes = [...credential.scopes];
      return { me: { kind, name, owner, scopes, expiresAt: expiresAt?.toISOString() ?? null } };
    },
  }),
];
