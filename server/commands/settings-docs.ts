import { join } from "node:path";
import { envExample, settingsTable } from "../config-reference.ts";

/** `bun run docs:settings`: writes .env.example and the table in docs/admin/settings.md. */
const root = join(import.meta.dir, "../..");
const page = join(root, "docs/admin/settings.md");
await Bun.write(join(root, ".env.example"), envExample());
const text = await Bun.file(page).text();
await Bun.write(
  page,
  text.replace(/(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/, `$1\n${settingsTable()}\n$2`),
);
