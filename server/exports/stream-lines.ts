/**
 * Lines as a response body: the next ones are made when the last ones have been read. A later error aborts
 * the response, and only `onError` can report it.
 */
export function streamLines(
  lines: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next().catch((error) => {
        onError(error);
        throw error;
      });
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
