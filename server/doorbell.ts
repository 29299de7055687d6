interface Doorbell {
  ring(): void;
  /** Until the next ring, or for this long. A ring while nobody waited ends the next wait. */
  wait(ms: number): Promise<void>;
}

export function createDoorbell(): Doorbell {
  let rung = false;
  let answer: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      answer?.();
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        answer = null;
      }
      rung = false;
    },
  };
}
