import { answerPage, type ClientHandler } from "./serve-client.ts";

/**
 * The page as Bun's development server makes it, but through the server's own door: with the
 * nonce, the theme and the policy of the built client. Only hot reload is let in besides.
 */
export function createDevClientHandler(rawPageUrl: () => string): ClientHandler {
  return async (request, look) => {
    const raw = await (await fetch(rawPageUrl())).text();
    const page = raw.replaceAll("<script>", '<script nonce="__NONCE__">');
    return answerPage(page, request, look, { hotReload: true });
  };
}
