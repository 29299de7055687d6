/**
 * Lines as the body of an answer: the next ones are made when the last ones are taken. What goes wrong
 * then cuts the answer off, and nobody else hears of it: `onError` writes it down.
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
