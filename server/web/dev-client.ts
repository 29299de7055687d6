import { answerPage, type ClientHandler } from "./serve-client.ts";

/**
 * The page from Bun's development server, served through the server's own app: with the nonce, theme and
 * policy of the built client, plus hot reload.
 */
export function createDevClientHandler(rawPageUrl: () => string): ClientHandler {
  return async (request, look) => {
    const raw = await (await fetch(rawPageUrl())).text();
    const page = raw.replaceAll("<script>", '<script nonce="__NONCE__">');
    return answerPage(page, request, look, { hotReload: true });
  };
}
