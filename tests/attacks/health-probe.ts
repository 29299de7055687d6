declare const self: Worker;

const every = 100;

/** In its own thread, so that the attack's computing delays no measurement. */
self.onmessage = async ({ data: url }: MessageEvent<string>) => {
  for (;;) {
    const begin = performance.now();
    const status = await fetch(`${url}/healthz`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    const ms = performance.now() - begin;
    self.postMessage({ ms, status });
    await Bun.sleep(Math.max(0, every - ms));
  }
};

export type {};
