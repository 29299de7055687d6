/** A browser or script as the server sees one: keeps cookies, sends the anti-forgery header. */
export interface Visitor {
  cookies: Map<string, string>;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  query(procedure: string, input?: unknown): Promise<Answer>;
  mutate(procedure: string, input?: unknown): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Leave the anti-forgery header out. */
  unprotected?: boolean;
  /** For a stream: returns the first bytes only. */
  firstBytes?: boolean;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  text: string;
  headers: Headers;
}

export const testPassword = "correct-horse";

export function createVisitor(url: string): Visitor {
  const cookies = new Map<string, string>();

  async function request(
    method: string,
    path: string,
    { body, headers = {}, unprotected = false, firstBytes = false }: RequestOptions = {},
  ): Promise<Answer> {
    if (method !== "GET" && !unprotected && !cookies.has("XSRF-TOKEN")) {
      await request("GET", "/node/auth/user");
    }
    const token = cookies.get("XSRF-TOKEN");
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(cookies.size > 0
          ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
          : {}),
        ...(method !== "GET" && !unprotected && token ? { "X-XSRF-TOKEN": token } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    keepCookies(cookies, response.headers);
    const text = asSent.decode(
      firstBytes ? await beginningOf(response) : await response.arrayBuffer(),
    );
    return { status: response.status, text, body: parsed(text), headers: response.headers };
  }

  return {
    cookies,
    request,
    query(procedure, input) {
      const query =
        input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return request("GET", `/node/trpc/${procedure}${query}`);
    },
    mutate: (procedure, input) =>
      request("POST", `/node/trpc/${procedure}`, { body: input === undefined ? {} : input }),
    signIn: (email, password = testPassword) =>
      request("POST", "/node/auth/login", { body: { email, password } }),
  };
}

/** With the mark in front that some files have. */
const asSent = new TextDecoder("utf-8", { ignoreBOM: true });

async function beginningOf({ body }: Response): Promise<Uint8Array | undefined> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value;
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1);
    const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === "";
    if (gone) cookies.delete(name);
    else cookies.set(name, value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
