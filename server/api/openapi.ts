import * as z from "zod/mini";
import { tokenScopes } from "../../shared/api-tokens.ts";
import { errorCatalogue } from "../../shared/errors.ts";
import { version } from "../version.ts";
import { company, macro, me, member, person, tag, team, view } from "./answers/records.ts";
import { attachment, event, message, ticket, ticketInList } from "./answers/tickets.ts";
import { delivery, webhook } from "./answers/webhooks.ts";
import { authCalls } from "./auth-paths.ts";
import { ticketExport } from "./exports/operations.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { downloadAttachment, downloadExport, uploadAttachment } from "./streams.ts";

/** The nouns of the answers, which the document describes once. */
const nouns = {
  Ticket: ticket,
  TicketInList: ticketInList,
  Message: message,
  Event: event,
  Attachment: attachment,
  Me: me,
  Person: person,
  Company: company,
  Member: member,
  Tag: tag,
  Team: team,
  Macro: macro,
  View: view,
  Export: ticketExport,
  Webhook: webhook,
  Delivery: delivery,
} as const;

type Json = Record<string, unknown>;

export interface ApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  components: Json & { schemas: Record<string, Json> };
}

export const basePath = "/node/api/v1";

let made: { document: ApiDocument; json: string; etag: string } | undefined;

/** Built once, by the first server that asks. */
export function apiDocument() {
  if (made) return made;
  const document = buildDocument();
  const json = JSON.stringify(document);
  const etag = `"${new Bun.CryptoHasher("sha256").update(json).digest("hex").slice(0, 32)}"`;
  made = { document, json, etag };
  return made;
}

function buildDocument(): ApiDocument {
  const paths: ApiDocument["paths"] = {};
  for (const described of [...operations, ...streams]) {
    const atPath = paths[described.path] ?? {};
    atPath[described.method.toLowerCase()] = operationObject(described);
    paths[described.path] = atPath;
  }
  Object.assign(paths, authPaths());
  return {
    openapi: "3.1.0",
    info: {
      title: "Frontdesk API",
      version: "1",
      summary: "Tickets, messages, people and companies of one workspace.",
      description: `${introduction} Server version ${version}.`,
    },
    servers: [{ url: basePath }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag)), "Attachments", "Sign-in by cookie"].map(
      (name) => ({ name }),
    ),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "An API token of a person or an app, created in the profile or the settings.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "frontdesk_session",
          description:
            "The cookie of a session, on https with the prefix __Host-. Every call but GET also sends the value of the cookie XSRF-TOKEN as the header X-XSRF-TOKEN.",
        },
      },
      parameters: { idempotencyKey, ifMatch },
      schemas: { ...answerSchemas(), Error: errorSchema },
    },
  };
}

const introduction =
  "Answers are JSON: success is true next to the data, or false next to a code and a message. Ids are UUIDs, times are in UTC. A list ends where nextCursor is null. A token can make 600 calls a minute, and 60 searches.";

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "A new UUID for each intended action. Sent again, it gives the first answer.",
  schema: { type: "string", format: "uuid" },
};

const ifMatch = {
  name: "If-Match",
  in: "header",
  description: "The ETag of the ticket. If it has another version now, nothing is changed.",
  schema: { type: "string" },
};

const errorSchema = {
  type: "object",
  required: ["success", "code", "message", "requestId"],
  properties: {
    success: { const: false },
    code: { type: "string", enum: Object.keys(errorCatalogue) },
    message: { type: "string" },
    requestId: { type: "string" },
    fields: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
    conflicts: {
      type: "array",
      description:
        "Of a conflict on a ticket: each field with both values, and who set the current one.",
      items: {
        type: "object",
        required: ["field", "theirs", "yours"],
        properties: {
          field: { type: "string" },
          current: { type: ["string", "null"] },
          theirs: { type: "string" },
          yours: { type: "string" },
          by: { type: ["object", "null"] },
        },
      },
    },
    retryAfterSeconds: { type: "integer" },
  },
};

/** Open for fields of later releases. */
function answerSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(nouns)) registry.add(schema, { id });
  for (const { id, answer } of operations) registry.add(answer, { id: nameOfAnswer(id) });
  registry.add(uploadAttachment.answer, { id: nameOfAnswer(uploadAttachment.id) });
  const { schemas } = z.toJSONSchema(registry, {
    io: "output",
    unrepresentable: "throw",
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  }) as { schemas: Record<string, Json> };
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function tidy(schema: Json): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
}

function nameOfAnswer(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`;
}

type Described = Omit<Operation, "run" | "answer"> & { content?: "file"; answers?: "file" };

const streams: Described[] = [
  { ...uploadAttachment, content: "file" },
  { ...downloadAttachment, answers: "file" },
  { ...downloadExport, answers: "file" },
];

function operationObject(operation: Described): Json {
  const { id, tag, summary, scope, body, content, keyed, versioned } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(scope && { description: `Scope \`${scope}\`: ${tokenScopes[scope].toLowerCase()}.` }),
    parameters: [
      ...parametersIn("path", operation.params),
      ...parametersIn("query", operation.query),
      ...(keyed ? [{ $ref: "#/components/parameters/idempotencyKey" }] : []),
      ...(versioned ? [{ $ref: "#/components/parameters/ifMatch" }] : []),
      ...(content === "file" ? [fileName] : []),
    ],
    ...(body ? { requestBody: jsonBody(inputSchema(body)) } : {}),
    ...(content === "file" ? { requestBody: { required: true, content: anyFile } } : {}),
    responses: responsesOf(operation),
  };
}

/** The calls of sign-in and users, at their own address and with a session. */
function authPaths(): ApiDocument["paths"] {
  const paths: ApiDocument["paths"] = {};
  for (const { id, method, path, summary, body, status = 200, isPublic, user } of authCalls) {
    const properties = {
      success: { const: true },
      ...(user === "person" && { user: { $ref: "#/components/schemas/Person" } }),
      ...(user === "viewer" && { user: viewerSchema }),
    };
    const answer = { type: "object", required: Object.keys(properties), properties };
    const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
    const atPath: Record<string, Json> = paths[path] ?? { servers: authServers };
    atPath[method.toLowerCase()] = {
      operationId: id,
      tags: ["Sign-in by cookie"],
      summary,
      security: isPublic ? [] : [{ session: [] }],
      parameters: path.includes("{id}") ? [idInPath] : [],
      ...(body ? { requestBody: jsonBody(inputSchema(body)) } : {}),
      responses: {
        [status]: { description: "Done.", content: { "application/json": { schema: answer } } },
        default: { description: "Refused; code and message say why.", content: error },
      },
    };
    paths[path] = atPath;
  }
  return paths;
}

const authServers = [{ url: "/node/auth" }] as unknown as Json;

const viewerSchema = {
  type: "object",
  required: ["id", "firstName", "lastName", "email", "role"],
  properties: {
    id: { type: "string", format: "uuid" },
    firstName: { type: "string" },
    lastName: { type: "string" },
    email: { type: "string" },
    role: { type: "string" },
  },
};

const idInPath = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
};

const fileName = {
  name: "X-File-Name",
  in: "header",
  description: "The name of the file, percent-encoded.",
  schema: { type: "string" },
};

const anyFile = { "*/*": { schema: { type: "string", format: "binary" } } };

function jsonBody(schema: Json): Json {
  return { required: true, content: { "application/json": { schema } } };
}

function inputSchema(schema: unknown): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema as z.ZodMiniType, {
    io: "input",
    unrepresentable: "throw",
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  }) as Json;
  return json;
}

function parametersIn(place: "path" | "query", schema: unknown): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

const refusals: Record<number, string> = {
  400: "The input is not valid; fields names what is wrong.",
  401: "The token is missing, unknown, expired or revoked.",
  403: "The token lacks the scope, or the owner's role does not allow it.",
  404: "This does not exist, or the token's owner cannot see it.",
  409: "It conflicts with the current state; both values are named.",
  412: "The ticket has another version.",
  429: "Too many calls; Retry-After says for how long.",
};

export function statusesOf(
  operation: Pick<Described, "scope" | "refusals" | "versioned">,
): number[] {
  return [
    400,
    401,
    ...(operation.scope ? [403] : []),
    ...(operation.refusals ?? []),
    ...(operation.versioned ? [412] : []),
    429,
  ];
}

function responsesOf(operation: Described): Json {
  const { status = 200, answers, id } = operation;
  const answer =
    answers === "file"
      ? anyFile
      : { "application/json": { schema: { $ref: `#/components/schemas/${nameOfAnswer(id)}` } } };
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return {
    [status]: { description: "Done.", content: answer },
    ...Object.fromEntries(
      statusesOf(operation).map((status) => [
        status,
        { description: refusals[status], content: error },
      ]),
    ),
  };
}
