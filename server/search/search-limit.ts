import { AppError } from "../../shared/errors.ts";

/** Runs at most a few searches of one person at the same time. */
export interface SearchLimit {
  run<T>(personId: string, search: () => Promise<T>): Promise<T>;
}

/** A page asks for its rows, their count and its neighbours together: those wait for each other. */
const usualLimits = { atOnce: 2, waiting: 20, waitMs: 2_000 };

interface Person {
  running: number;
  waiting: Set<() => void>;
}

export function createSearchLimit(limits: Partial<typeof usualLimits> = {}): SearchLimit {
  const { atOnce, waiting, waitMs } = { ...usualLimits, ...limits };
  const people = new Map<string, Person>();

  function enter(person: Person): Promise<void> {
    if (person.running < atOnce) {
      person.running += 1;
      return Promise.resolve();
    }
    if (person.waiting.size >= waiting) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        person.waiting.delete(start);
        reject(tooMany());
      }, waitMs);
      person.waiting.add(start);
    });
  }

  /** The one that has waited longest takes the place, so `running` stays as it is. */
  function leave(personId: string, person: Person): void {
    const [next] = person.waiting;
    if (next) {
      person.waiting.delete(next);
      next();
      return;
    }
    person.running -= 1;
    if (person.running === 0) people.delete(personId);
  }

  return {
    async run(personId, search) {
      const person = people.get(personId) ?? { running: 0, waiting: new Set() };
      people.set(personId, person);
      await enter(person);
      try {
        return await search();
      } finally {
        leave(personId, person);
      }
    },
  };
}

function tooMany(): AppError {
  return new AppError("too_many_searches", { retryAfterSeconds: 2 });
}
