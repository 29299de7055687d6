export interface Instruction {
  name: string;
  /** `--from=build` is `{ from: "build" }`. */
  flags: Record<string, string>;
  words: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

/** The stages of our Dockerfile: no heredocs, no ARG, no ONBUILD. */
export function readDockerfile(text: string): Stage[] {
  const lines = text.replace(/\\\n/g, " ").split("\n");
  const stages: Stage[] = [];
  for (const line of lines.filter((one) => /^[A-Z]/.test(one))) {
    const [, name = "", flags = "", words = ""] = /^([A-Z]+)((?: --\S+)*) (.*)$/.exec(line) ?? [];
    if (name === "FROM") {
      const [base = "", , alias = String(stages.length)] = words.split(/\s+/);
      stages.push({ name: alias, base, instructions: [] });
      continue;
    }
    const pairs = flags.trim().split(" ").filter(Boolean);
    stages.at(-1)?.instructions.push({
      name,
      flags: Object.fromEntries(pairs.map((pair) => pair.slice(2).split("="))),
      words,
    });
  }
  return stages;
}

/** The value of an instruction that a stage has once: `["bun", "server/main.ts"]` of `CMD`. */
export function wordsOf(stage: Stage, name: string): string {
  const found = stage.instructions.filter((instruction) => instruction.name === name);
  const [only] = found;
  if (found.length !== 1 || !only) throw new Error(`There are ${found.length} ${name} in a stage`);
  return only.words;
}

/** `NODE_ENV=production PORT=3000`. */
export function readPairs(words: string): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((pair) => pair.split(/=(.*)/)));
}
