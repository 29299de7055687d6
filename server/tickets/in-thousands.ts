/** So many tickets by one statement, that none of them meets its deadline. */
const atOnce = 1000;

export async function inThousands<Item>(
  items: readonly Item[],
  run: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < items.length; done += atOnce) {
    await run(items.slice(done, done + atOnce));
  }
}
