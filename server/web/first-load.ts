import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type BunPlugin, Glob } from "bun";

/** What every signed-in person's first page needs: the shell and the ticket list. */
const firstLoad = ["first-page.ts"];

/** What visitors fetch, who load nothing of the shell. */
const outside = [
  "features/auth/public/LoginPage.tsx",
  "features/auth/public/LinkPage.tsx",
  "components/ui/follow-hints.ts",
];

/**
 * Splitting puts whatever two later parts share into a file of its own, and the first load would be
 * forty requests. So each part that is fetched later counts the first load as its own, which is
 * there by then anyway: what the first load has stays together in one file.
 */
export async function keepFirstLoadTogether(client: string): Promise<BunPlugin> {
  const first = firstLoad.map((path) => join(client, path));
  const later = await dynamicImports(client);
  if (first.some((path) => !later.has(path))) return { name: "first-load", setup() {} };
  for (const path of outside) later.delete(join(client, path));
  return {
    name: "first-load",
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!later.has(path)) return undefined;
        const imports = first.filter((other) => other !== path);
        return {
          contents:
            imports.map((other) => `import ${JSON.stringify(other)};`).join("") +
            (await readFile(path, "utf8")),
          loader: "tsx",
        };
      });
    },
  };
}

async function dynamicImports(client: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const path of new Glob("**/*.{ts,tsx}").scan({ cwd: client, absolute: true })) {
    // What a test imports late is fetched by no browser.
    if (/\.test\.tsx?$/.test(path)) continue;
    const source = await readFile(path, "utf8");
    for (const [, target = ""] of source.matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
      found.add(resolve(dirname(path), target));
    }
  }
  return found;
}
