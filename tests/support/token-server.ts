import { createHash } from "node:crypto";

/** A real OAuth2 provider on a free local port, for one account and one application. */
export interface TokenServer {
  authUrl: string;
  tokenUrl: string;
  /** Asked by Dovecot whether a token is good, and whose it is. */
  introspectUrl: string;
  clientId: string;
  clientSecret: string;
  /** The account that signs in next. */
  account: string;
  /** The life of the next tokens, in seconds. */
  life: number;
  /** How often a token was asked for, by the kind of grant. */
  asked: Record<string, number>;
  /** How long the next answers take. */
  delayMs: number;
  /** Ends every token of the account, and what was granted. */
  revoke(): void;
  /** Ends the access tokens alone. */
  expire(): void;
  /** The account of a good access token. */
  accountOf(token: string): string | null;
  stop(): Promise<void>;
}

interface Code {
  account: string;
  challenge: string;
  redirect: string;
}

/** Refresh tokens are good for one use, as Microsoft's can be. */
export function startTokenServer(account: string): TokenServer {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, { account: string; until: number }>();

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/authorize": (request) => authorize(new URL(request.url).searchParams),
      "/token": async (request) => {
        if (provider.delayMs > 0) await Bun.sleep(provider.delayMs);
        return token(new URLSearchParams(await request.text()));
      },
      "/introspect": (request) => introspect(new URL(request.url).searchParams),
    },
  });
  const base = `http://127.0.0.1:${server.port}`;
  const provider: TokenServer = {
    authUrl: `${base}/authorize`,
    tokenUrl: `${base}/token`,
    introspectUrl: `${base}/introspect?token=`,
    clientId: "frontdesk",
    clientSecret: "the-client-secret",
    account,
    life: 3600,
    asked: {},
    delayMs: 0,
    revoke() {
      refreshTokens.clear();
      accessTokens.clear();
    },
    expire: () => accessTokens.clear(),
    accountOf(text) {
      const found = accessTokens.get(text);
      return found && found.until > Date.now() ? found.account : null;
    },
    stop: () => server.stop(true),
  };

  /** Signs in without a question and sends the browser back. */
  function authorize(asked: URLSearchParams): Response {
    const redirect = asked.get("redirect_uri") ?? "";
    const back = new URL(redirect);
    back.searchParams.set("state", asked.get("state") ?? "");
    const isValid =
      asked.get("client_id") === provider.clientId &&
      asked.get("response_type") === "code" &&
      asked.get("code_challenge_method") === "S256";
    if (isValid) {
      const code = crypto.randomUUID();
      const challenge = asked.get("code_challenge") ?? "";
      codes.set(code, { account: provider.account, challenge, redirect });
      back.searchParams.set("code", code);
    } else {
      back.searchParams.set("error", "invalid_request");
    }
    return Response.redirect(back.href);
  }

  function token(given: URLSearchParams): Response {
    const kind = given.get("grant_type") ?? "";
    provider.asked[kind] = (provider.asked[kind] ?? 0) + 1;
    const isKnown =
      given.get("client_id") === provider.clientId &&
      given.get("client_secret") === provider.clientSecret;
    if (!isKnown) return refuse(401, "invalid_client", "Unknown application or secret.");
    if (kind === "client_credentials") return issue(provider.account, false);
    if (kind === "refresh_token") {
      const used = given.get("refresh_token") ?? "";
      const owner = refreshTokens.get(used);
      refreshTokens.delete(used);
      if (owner === undefined) {
        return refuse(400, "invalid_grant", "Token has been expired or revoked.");
      }
      return issue(owner, true);
    }
    const code = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const verifier = given.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (!code || code.challenge !== challenge || code.redirect !== given.get("redirect_uri")) {
      return refuse(400, "invalid_grant", "Malformed auth code.");
    }
    return issue(code.account, true);
  }

  function issue(owner: string, refreshable: boolean): Response {
    const [access, refresh] = [crypto.randomUUID(), crypto.randomUUID()];
    accessTokens.set(access, { account: owner, until: Date.now() + provider.life * 1000 });
    if (refreshable) refreshTokens.set(refresh, owner);
    return Response.json({
      access_token: access,
      token_type: "Bearer",
      expires_in: provider.life,
      ...(refreshable && { refresh_token: refresh }),
    });
  }

  function introspect(asked: URLSearchParams): Response {
    const owner = provider.accountOf(asked.get("token") ?? "");
    return Response.json(owner === null ? { active: false } : { active: true, username: owner });
  }

  return provider;
}

function refuse(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}
