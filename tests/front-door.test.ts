import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../package.json";

/** The pages that people read first, and those for administrators. */
const root = join(import.meta.dir, "..");
const names = [
  ...new Bun.Glob("{README,CONTRIBUTING,SECURITY,CHANGELOG}.md").scanSync(root),
  ...new Bun.Glob("docs/admin/*.md").scanSync(root),
].sort();
const pages = await Promise.all(
  names.map(async (name) => ({ name, text: await Bun.file(join(root, name)).text() })),
);
const isPath = (words: string) =>
  /^[\w.@-]+(\/[\w.@*-]+)*(\/|\.(tsx?|json|toml|cfg|ini|conf|sql|yml|yaml|md|service|env))$/.test(
    words,
  );

describe.each(pages.map((page) => [page.name, page] as const))("%s", (name, { text }) => {
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, block = ""]) => block);
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "");

  test("links to files and headings that exist", async () => {
    const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken: string[] = [];
    for (const [link, to = "", heading] of links) {
      const path = to === "" ? name : join(dirname(name), to);
      const isThere = existsSync(join(root, path));
      if (!isThere || (heading && !(await hasHeading(path, heading)))) broken.push(link);
    }
    expect(broken).toEqual([]);
  });

  test("names scripts of package.json and files that exist", () => {
    const commands = text.matchAll(/\bbun run ([\w:-]+)/g);
    const scripts = [...commands].map(([, script = ""]) => script);
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
    const tested = [...text.matchAll(/\bbun test ([\w./-]+)/g)].map(([, path = ""]) => path);
    const paths = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, words = ""]) => words);
    const project = paths.filter(
      (path) => isPath(path) && /^(shared|server|client|tests|docs|deploy|migrations)\//.test(path),
    );
    expect([...tested, ...project].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("begins every command that needs Bun with npx", () => {
    const lines = blocks.flatMap((block) => block.split("\n"));
    expect(lines.filter((line) => /(?<!npx -y )\bbun (run|start|test)\b/.test(line))).toEqual([]);
  });
});

async function hasHeading(path: string, wanted: string): Promise<boolean> {
  const text = await Bun.file(join(root, path)).text();
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
  return headings.includes(wanted);
}

test("README.md has the two commands", () => {
  const readme = pages.find(({ name }) => name === "README.md")?.text;
  expect(readme).toContain("\nnpx -y bun start\n");
  expect(readme).toMatch(/^npx -y bun run test\b/m);
});

test("package.json has the version of the newest release in CHANGELOG.md", () => {
  const changelog = pages.find(({ name }) => name === "CHANGELOG.md")?.text ?? "";
  const releases = [...changelog.matchAll(/^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/gm)];
  expect(releases[0]?.[1]).toBe("Unreleased");
  expect(releases[1]?.[1]).toBe(manifest.version);
  expect(releases.slice(1).filter(([, , date]) => date === undefined)).toEqual([]);
  expect(releases.length).toBe(changelog.match(/^## /gm)?.length ?? 0);
});

test("LICENSE is the license that package.json names", async () => {
  expect(manifest.license).toBe("MIT");
  expect(await Bun.file(join(root, "LICENSE")).text()).toStartWith("MIT License\n");
});
