import type { KyselyPlugin } from "kysely";

/** For `db.withPlugin`: the first answer of the database comes only when it is told to. */
export function lateAnswer() {
  const reached = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  let isFirst = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isFirst) return result;
      isFirst = false;
      reached.resolve();
      await comes.promise;
      return result;
    },
  };
  return { plugin, reached: reached.promise, come: comes.resolve };
}
