import { withAccessTable } from "./table.ts";

/** `bun run docs:access`: who may call what, as the tests hold it, into docs/security.md. */
const path = "docs/security.md";
await Bun.write(path, withAccessTable(await Bun.file(path).text()));
