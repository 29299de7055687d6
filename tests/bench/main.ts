/**
 * `bun run bench`: how quick each call is. `bun run bench api`: the figures of the API and its webhooks.
 * `bun run bench restore`: a backup and its restore. `bun run bench mail`: mail that arrives.
 */
const parts: Record<string, () => Promise<unknown>> = {
  api: () => import("./api.ts"),
  restore: () => import("./restore.ts"),
  mail: () => import("./mail.ts"),
};
const part: (() => Promise<unknown>) | undefined = parts[process.argv[2] ?? ""];
if (part) process.argv.splice(2, 1);
await (part ?? (() => import("./run.ts")))();

export {};
