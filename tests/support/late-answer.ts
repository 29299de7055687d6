import type { KyselyPlugin } from "kysely";

/** For `db.withPlugin`: the first answer of the database, after `others`, comes only on request. */
export function lateAnswer(others = 0) {
  const reached = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  let before = others;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      before -= 1;
      if (before !== -1) return result;
      reached.resolve();
      await comes.promise;
      return result;
    },
  };
  return { plugin, reached: reached.promise, come: comes.resolve };
}
