/** `bun run bench`: how quick each call is. `bun run bench api`: the figures of the API and its webhooks. */
if (process.argv[2] === "api") {
  process.argv.splice(2, 1);
  await import("./api.ts");
} else {
  await import("./run.ts");
}
