import { readFile } from "node:fs/promises";
import type { BunPlugin } from "bun";

interface Lighter {
  files: RegExp;
  rewrite: (code: string) => string;
}

const lighter: Lighter[] = [
  {
    // What its lines are called, for React to warn about: each a few letters that nothing shortens.
    files: /lucide-react[/\\]dist[/\\]esm[/\\]icons[/\\].*\.mjs$/,
    rewrite: (code) => code.replaceAll(/,\s*key: "\w+"/g, "").replace("__iconData.node;", ""),
  },
  {
    // Its package leads to the build with warnings for developers, whatever is built: what asks
    // whether to warn is told no, so that the words are left out.
    files: /react-router[/\\]dist[/\\]development[/\\].*\.mjs$/,
    rewrite: (code) =>
      code
        .replaceAll("if (ENABLE_DEV_WARNINGS)", "if (false)")
        // Naming a part for developers keeps it, though no page of ours draws it.
        .replaceAll(/^\w+\.displayName = ".+";$/gm, "")
        // Of pages that a server draws.
        .replace("return shouldPrefetch && !isAbsolute ?", "return false ?"),
  },
  {
    // What tRPC's hooks name and no page of ours calls.
    files: /react-query[/\\].*[/\\]use(Queries|(Suspense|Prefetch)\w*)\.js$/,
    rewrite: (code) =>
      code.replace(
        /.*export \{ (\w+) \}.*/s,
        'export function $1() { throw Error("$1 left out") }',
      ),
  },
];

/** Packages without what they bring along for others than us: it would travel with the first page. */
export const lighterPackages: BunPlugin = {
  name: "lighter-packages",
  setup(build) {
    for (const { files, rewrite } of lighter) {
      build.onLoad({ filter: files }, async ({ path }) => ({
        contents: rewrite(await readFile(path, "utf8")),
        loader: "js",
      }));
    }
  },
};
