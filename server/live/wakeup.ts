interface Wakeup {
  wake(): void;
  /** Waits until the next call of `wake`, or for this long. A call while no one waits ends the next wait. */
  wait(ms: number): Promise<void>;
}

/** Wakes a worker of this process before its next check. */
export function createWakeup(): Wakeup {
  let woken = false;
  let endWait: (() => void) | null = null;
  return {
    wake() {
      woken = true;
      endWait?.();
    },
    async wait(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        endWait = null;
      }
      woken = false;
    },
  };
}
