import type { SignInRules } from "../../shared/desk.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import { passwordLength } from "../../shared/password-length.ts";
import { idleHours } from "./session-store.ts";
import { signInLimits } from "./throttling.ts";

/** Read from the constants that sign-in uses. */
export function signInRules({ sessionDays }: { sessionDays: number }): SignInRules {
  const { pair, account, ipAddress, network } = signInLimits;
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
    perAddressAMinute: (ipAddress.count * minute) / ipAddress.window,
    perNetworkAMinute: (network.count * minute) / network.window,
  };
}

const minute = 60_000;
