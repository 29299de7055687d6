/**
 * Pieces as a response body: the next ones are made when the last ones have been read. A later error aborts
 * the response, and only `onError` can report it.
 */
export function streamPieces(
  pieces: AsyncGenerator<Uint8Array>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next().catch((error) => {
        onError(error);
        throw error;
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** The same for lines of text. */
export function streamLines(
  lines: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return streamPieces(encode(lines), onError);
}

async function* encode(lines: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
