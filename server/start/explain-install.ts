/**
 * Runs when `bun install --frozen-lockfile --silent` has failed: installs again and says in one line why it fails.
 * No package may be there yet, so this file imports none.
 */
export function explainInstall(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const errors = lines.filter((line) => /^(error|warn)\b/i.test(line));
  const said = errors.map((line) => line.replace(/^(error|warn):?\s*/i, ""));
  const reason = said.join("; ").slice(0, 300) || lines.findLast(Boolean) || "no reason was given";
  const [, advice = "The message is from bun install"] =
    advices.find(([pattern]) => pattern.test(output)) ?? [];
  return `The packages cannot be installed: ${reason}. ${advice}.`;
}

const advices: [RegExp, string][] = [
  [
    /lockfile had changes|lockfile is frozen|failed to parse lockfile|InvalidLockfile/i,
    "bun.lock and package.json do not belong together: take both from the same release (git checkout package.json bun.lock)",
  ],
  [/ENOSPC|No space left/i, "The disk is full: free some space"],
  [
    /EACCES|EPERM|EROFS|AccessDenied|permission denied|read-only/i,
    "This user cannot write to node_modules: install as the user who owns the folder",
  ],
  [
    /integrity|checksum/i,
    "What arrived is not what bun.lock names: a proxy or mirror changed it, or the registry has another file",
  ],
  [
    /\b407\b|proxy/i,
    "The proxy refuses: set HTTPS_PROXY to its address, with user and password if it asks for them",
  ],
  [/\b40[13]\b/, "The registry refuses: set its token in .npmrc"],
  [
    /\b404\b/,
    "The registry does not have this package: set registry in .npmrc to one that has it, such as https://registry.npmjs.org",
  ],
  [
    /ConnectionRefused|ECONNREFUSED|ConnectionClosed|ECONNRESET|ENOTFOUND|EAI_AGAIN|Timeout|ETIMEDOUT|FailedToOpenSocket|UnableToConnect|CERT|TLS|SSL|\b50[234]\b/i,
    "The package registry cannot be reached: check the network, set HTTPS_PROXY if there is a proxy, or registry in .npmrc if there is a mirror",
  ],
];

if (import.meta.main) {
  const root = new URL("../..", import.meta.url).pathname;
  const again = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], { cwd: root });
  if (again.exitCode !== 0) {
    process.stderr.write(`${explainInstall(`${again.stdout}\n${again.stderr}`)}\n`);
    process.exit(1);
  }
}
