import { onLauncherEnd } from "./launcher.ts";

/** The person's wish to end the server, by Ctrl-C or by SIGTERM. */
interface Ending {
  readonly asked: Promise<void>;
  readonly isAsked: boolean;
  /** Asked once more: what was under way is not waited for. */
  readonly isHurried: boolean;
}

export function listenForEnding(onHurry: () => void, onLauncher = onLauncherEnd): Ending {
  const first = Promise.withResolvers<void>();
  let isAsked = false;
  let isHurried = false;
  const ask = () => {
    if (isAsked) {
      isHurried = true;
      return onHurry();
    }
    isAsked = true;
    first.resolve();
  };
  process.on("SIGINT", ask);
  process.on("SIGTERM", ask);
  // What ends the launcher too, as the stop of a service does, is one wish; a terminal that closes says so twice.
  const askOnce = () => isAsked || ask();
  process.on("SIGHUP", askOnce);
  onLauncher(askOnce);
  return {
    asked: first.promise,
    get isAsked() {
      return isAsked;
    },
    get isHurried() {
      return isHurried;
    },
  };
}
