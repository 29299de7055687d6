import { AppError, refuseField } from "../../shared/errors.ts";
import { hasPasswordLength } from "../../shared/password-length.ts";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

// 19 MiB and 2 passes: the first of OWASP's settings for argon2id.
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Each hash takes 19 MiB and a core: only a few run at once, the rest queue. */
export function createPasswords({ atOnce = 4, waiting = 200 } = {}): Passwords {
  const queue: (() => void)[] = [];
  let running = 0;
  let dummyHash: Promise<string> | null = null;

  async function runQueued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) {
        const cause = "too-many-hashes";
        throw new AppError("unavailable", { retryAfterSeconds: 2 }, { cause });
      }
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const hash = (password: string) => runQueued(() => Bun.password.hash(password, cost));

  return {
    hash,
    async verify(password, known) {
      dummyHash ??= Bun.password.hash(crypto.randomUUID(), cost);
      const against = known ?? (await dummyHash);
      const matches = await runQueued(() => Bun.password.verify(password, against));
      return matches && known !== null;
    },
  };
}

/** Whether this can be chosen as a new password; checked before anything is hashed. */
export async function assertChoosable(newPassword: string): Promise<void> {
  if (!hasPasswordLength(newPassword)) throw refuseField("password_length", "newPassword");
  commonPasswords ??= await readCommonPasswords();
  if (commonPasswords.has(newPassword.toLowerCase())) {
    throw refuseField("password_common", "newPassword");
  }
}

let commonPasswords: ReadonlySet<string> | null = null;

/** Only once a password is chosen: the words of the package take 7 MiB. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set((dictionary["passwords-common"] ?? []).filter(hasPasswordLength));
}
