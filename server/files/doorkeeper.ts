import { AppError } from "../../shared/errors.ts";

export interface Doorkeeper {
  letIn<T>(who: string, act: () => Promise<T>): Promise<T>;
}

/** Limits concurrent uploads per person: an arriving file takes disk space before it is counted. */
export function createDoorkeeper(most: number): Doorkeeper {
  const inside = new Map<string, number>();
  return {
    async letIn(who, act) {
      const count = inside.get(who) ?? 0;
      if (count >= most) throw new AppError("too_many_uploads", { retryAfterSeconds: 5 });
      inside.set(who, count + 1);
      try {
        return await act();
      } finally {
        const left = (inside.get(who) ?? 1) - 1;
        if (left > 0) inside.set(who, left);
        else inside.delete(who);
      }
    },
  };
}
