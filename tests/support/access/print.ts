import { accessTable } from "./table.ts";

/** `bun run docs:access`: who can call what, as tests/access-matrix.test.ts checks it. */
process.stdout.write(`${accessTable()}\n`);
