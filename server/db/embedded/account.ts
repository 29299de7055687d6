import { StartError } from "../../start-error.ts";

/** The user that Postgres runs as; null: the one that runs the server. */
export type Account = { uid: number; gid: number } | null;

/** "nobody" everywhere: Postgres refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** `owner` is the user whom existing data belong to: root can go on as that user. */
export function chooseAccount(owner: { uid: number; gid: number } | null): Account {
  const self = process.getuid?.();
  if (self === 0) return owner && owner.uid !== 0 ? owner : nobody;
  if (owner && owner.uid !== self) {
    throw new StartError(
      `The embedded database belongs to user id ${owner.uid}: start the server as that user or as root.`,
    );
  }
  return null;
}

export async function canEnter(folder: string, account: Account): Promise<boolean> {
  if (!account) return true;
  return (await runAs(account, ["/bin/sh", "-c", 'cd -- "$1"', "sh", folder])).code === 0;
}

export async function runAs(
  account: Account,
  cmd: string[],
): Promise<{ code: number; output: string }> {
  try {
    const child = Bun.spawn({
      cmd,
      // The server's own folder may be one that the account cannot enter.
      cwd: "/",
      env: {},
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      ...account,
    });
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { code, output: out + err };
  } catch (error) {
    return { code: -1, output: error instanceof Error ? error.message : "" };
  }
}
