import { StartError } from "../../start-error.ts";

/** The user that Postgres runs as; null: the server's own user. */
export type Account = { uid: number; gid: number } | null;

/** The ids of the user without rights on every system: Postgres refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** `owner` is the user who owns existing data: root can continue as that user. */
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
      // The account may have no access to the server's folder.
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
