import { readFile } from "node:fs/promises";
import type { BunPlugin } from "bun";

/**
 * React Router's package leads to its build with warnings for developers, whatever is built. What asks
 * whether to warn is told no, so that the words are left out.
 */
export const quietReactRouter: BunPlugin = {
  name: "quiet-react-router",
  setup(build) {
    build.onLoad(
      { filter: /react-router[/\\]dist[/\\]development[/\\].*\.mjs$/ },
      async ({ path }) => {
        const code = await readFile(path, "utf8");
        return {
          contents: code.replaceAll("if (ENABLE_DEV_WARNINGS)", "if (false)"),
          loader: "js",
        };
      },
    );
  },
};
