import type { SignInRules } from "../../shared/desk.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import { passwordLength } from "../../shared/password-length.ts";
import { idleHours } from "../auth/session-length.ts";
import { signInLimits } from "../auth/throttle.ts";
import type { Config } from "../config.ts";

/** From the very constants that the sign-in goes by. */
export function signInRules({ sessionDays }: Pick<Config, "sessionDays">): SignInRules {
  const { pair, account, network } = signInLimits;
  return {
    passwordLength,
    idleHours,
    sessionDays,
    linkMinutes: {
      reset: linkLifetime.reset / minute,
      invitation: linkLifetime.invitation / minute,
    },
    perAccountAndNetwork: {
      failures: pair.count,
      firstWaitSeconds: pair.firstWait / 1000,
      longestWaitMinutes: pair.longestWait / minute,
    },
    perAccountAnHour: (account.count * 60 * minute) / account.window,
    perNetworkAMinute: (network.count * minute) / network.window,
  };
}

const minute = 60_000;
