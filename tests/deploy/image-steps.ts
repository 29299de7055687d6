import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { startTestPostgres } from "../support/postgres.ts";
import { type Instruction, readDockerfile, readPairs, type Stage, wordsOf } from "./dockerfile.ts";

/**
 * `bun run image:steps`: runs the steps of the Dockerfile in empty folders, one for each stage, and
 * starts what they make as the image's user. It shows that the steps work with the files that are
 * copied, and not that an engine builds the image: base images and their programs are this machine's.
 */
const project = join(import.meta.dir, "../..");
const root = process.getuid?.() === 0;
const scratch = await mkdtemp(join(tmpdir(), "frontdesk-image-"));
await chmod(scratch, 0o755);
const ignored = (await Bun.file(join(project, ".dockerignore")).text()).split("\n");
const isIgnored = (path: string) => ignored.some((line) => line && new Bun.Glob(line).match(path));

try {
  const stages = readDockerfile(await Bun.file(join(project, "Dockerfile")).text());
  for (const stage of stages) await build(stage);
  const last = stages.at(-1);
  if (last) await tryOut(last);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function build(stage: Stage): Promise<void> {
  let folder = rootOf(stage.name);
  await mkdir(folder, { recursive: true });
  console.log(`Stage ${stage.name} (${stage.base})`);
  for (const instruction of stage.instructions) {
    if (instruction.name === "WORKDIR") {
      folder = join(rootOf(stage.name), instruction.words);
      await mkdir(folder, { recursive: true });
    }
    if (instruction.name === "COPY") await copy(instruction, folder, stage);
    if (instruction.name === "RUN") await run(["sh", "-ec", instruction.words], folder);
  }
}

function rootOf(stage: string): string {
  return join(scratch, stage);
}

async function copy({ flags, words }: Instruction, folder: string, stage: Stage): Promise<void> {
  const paths = words.split(" ");
  const to = paths.pop() ?? "";
  const target = to.startsWith("/") ? join(rootOf(stage.name), to) : resolve(folder, to);
  for (const path of paths) {
    const from = flags.from ? join(rootOf(flags.from), path) : join(project, path);
    if (!flags.from && isIgnored(path)) throw new Error(`.dockerignore leaves ${path} out`);
    // A folder is copied as its contents, a file by its name.
    const isFolder = (await stat(from)).isDirectory();
    const into = !isFolder && to.endsWith("/") ? join(target, basename(path)) : target;
    await mkdir(dirname(into), { recursive: true });
    await cp(from, into, { recursive: true, verbatimSymlinks: true });
    const [uid, gid] = (flags.chown ?? "").split(":").map(Number);
    if (root && uid !== undefined && gid !== undefined) await chown(into, uid, gid);
  }
  console.log(`  COPY ${words}`);
}

async function run(cmd: string[], cwd: string, options: object = {}): Promise<string> {
  const began = performance.now();
  const child = Bun.spawn({
    cmd,
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...options,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${cmd.join(" ")} failed:\n${out}${err}`);
  console.log(`  RUN ${cmd.at(-1)?.slice(0, 70)} (${Math.round(performance.now() - began)} ms)`);
  return out;
}

/** Starts CMD with ENV as USER, and asks HEALTHCHECK until it is content. */
async function tryOut(stage: Stage): Promise<void> {
  const folder = join(rootOf(stage.name), wordsOf(stage, "WORKDIR"));
  const [uid, gid] = wordsOf(stage, "USER").split(":").map(Number);
  const as = root ? { uid, gid } : {};
  const postgres = await startTestPostgres();
  const before = await filesIn(folder);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const env = {
    ...readPairs(wordsOf(stage, "ENV")),
    PATH: `${join(rootOf(stage.name), "usr/local/bin")}:/usr/bin:/bin`,
    ...{ HOST: "127.0.0.1", PORT: String(port), METRICS_PORT: "off", HOME: "/nonexistent" },
    DATA_DIR: join(rootOf(stage.name), "data"),
    DATABASE_URL: database(postgres.appUrl),
    DATABASE_OWNER_URL: database(postgres.ownerUrl),
  };
  const options = { env, ...as };
  const command: string[] = JSON.parse(wordsOf(stage, "CMD"));
  const [, check = ""] = /CMD (\[.*\])$/.exec(wordsOf(stage, "HEALTHCHECK")) ?? [];
  const server = Bun.spawn({
    ...{ cmd: [...command], cwd: folder, ...options },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "inherit" },
  });
  try {
    const patience = performance.now() + 60_000;
    for (let healthy = false; !healthy; ) {
      const probe = Bun.spawn({
        ...{ cmd: JSON.parse(check), cwd: folder, ...options },
        ...{ stdout: "ignore", stderr: "ignore" },
      });
      healthy = (await probe.exited) === 0;
      if (performance.now() > patience || server.exitCode !== null) throw new Error("Not healthy");
      await Bun.sleep(200);
    }
    const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
    if (!/<script type="module"[^>]* src="\/assets\//.test(page)) throw new Error("No client");
    await run(["bun", "run", "backup", join(env.DATA_DIR, "backup")], folder, options);
    server.kill("SIGTERM");
    if ((await server.exited) !== 0) throw new Error(`The server ended with ${server.exitCode}`);
    const written = (await filesIn(folder)).filter((file) => !before.includes(file));
    if (written.length > 0)
      throw new Error(`Written outside the data folder: ${written.join(", ")}`);
    console.log(await new Response(server.stdout).text());
  } finally {
    server.kill("SIGKILL");
    await postgres.stop();
  }
  const size = await run(
    ["du", "-sm", "--total", ...["app", "usr"].map((name) => join(rootOf(stage.name), name))],
    "/",
  );
  console.log(
    `Besides ${stage.base} the image has ${size.trim().split("\n").at(-1)?.split("\t")[0]} MB. Every step works.`,
  );

  /** Migrated by the image itself, in the database that a cluster begins with. */
  function database(url: string): string {
    const address = new URL(url);
    address.pathname = "/frontdesk";
    return address.href;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  return await readdir(folder, { recursive: true });
}
