/** What is shorter, Bun puts together with its head before it sends it. */
const together = 15 * 1024;

/**
 * The body of an answer that was waited for. Before a longer one Bun sends each name and each value of
 * the headers by itself, 33 pieces for a list, and whoever asked wakes up as often; before a stream
 * they go out at once.
 */
export function inOneGo(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.length < together) return bytes;
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes);
      stream.close();
    },
  });
}
