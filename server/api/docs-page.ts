import { type ApiDocument, apiDocument, basePath } from "./openapi.ts";

type Json = Record<string, unknown>;

/** The document as a page: no script, one stylesheet, an anchor for each operation. */
export function docsPage(): string {
  page ??= render(apiDocument().document);
  return page;
}

let page: string | undefined;

/** Nothing but the page's own styles. */
export function docsPolicy(): string {
  const hash = new Bun.CryptoHasher("sha256").update(styles).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

interface Described extends Json {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  parameters: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string }>;
}

interface Listed {
  method: string;
  path: string;
  operation: Described;
}

function render(document: ApiDocument): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== "servers")
      .map(
        ([method, operation]): Listed => ({
          method: method.toUpperCase(),
          path: (methods.servers ? "/node/auth" : basePath) + path,
          operation: operation as Described,
        }),
      ),
  );
  const byTag = Map.groupBy(all, ({ operation }) => operation.tags[0]);
  const info = document.info as { title: string; description: string };
  const menu = [...byTag].map(([tag, listed]) => {
    const items = listed.map(
      ({ method, path, operation: { operationId } }) =>
        `<li><a href="#${operationId}"><b>${method}</b> ${escaped(path)}</a></li>`,
    );
    return `<h3>${escaped(tag)}</h3><ul>${items.join("")}</ul>`;
  });
  const sections = [...byTag].map(
    ([tag, listed]) =>
      `<section><h2>${escaped(tag)}</h2>${listed.map((each) => renderOperation(each, document)).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title><style>${styles}</style></head>
<body><a class="skip" href="#main">Skip to the operations</a>
<nav aria-label="Operations">${menu.join("")}</nav>
<main id="main"><h1>${escaped(info.title)}</h1><p>${escaped(info.description)}</p>
<p>The same as a document for tools: <a href="/node/api/openapi.json">openapi.json</a>.
Every call sends <code>Authorization: Bearer &lt;token&gt;</code>. Create tokens under
<a href="/profile">Profile</a> or <a href="/settings/api">Settings</a>.</p>
${sections.join("")}</main></body></html>`;
}

function renderOperation({ method, path, operation }: Listed, document: ApiDocument): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const statuses = Object.entries(responses).map(
    ([status, { description }]) => `<li><code>${status}</code> ${escaped(description)}</li>`,
  );
  return `<article id="${operationId}"><h3><b>${method}</b> ${escaped(path)}</h3>
<p>${escaped(summary)}</p>${description ? `<p>${withCode(description)}</p>` : ""}
${renderParameters(parameters, document)}${schema ? renderBody(schema) : ""}
<pre>${escaped(curlOf(method, path, parameters, schema))}</pre>
<details><summary>Answers</summary><ul>${statuses.join("")}</ul></details></article>`;
}

function renderParameters(parameters: readonly Json[], document: ApiDocument): string {
  if (parameters.length === 0) return "";
  const shared = document.components.parameters as Record<string, Json>;
  const rows = parameters
    .map((given) => {
      const name =
        String(given.$ref ?? "")
          .split("/")
          .at(-1) ?? "";
      return shared[name] ?? given;
    })
    .map(
      ({ name, in: place, required, schema, description }) =>
        `<tr><td><code>${escaped(name)}</code></td><td>${escaped(place)}${required ? ", required" : ""}</td><td>${escaped(typeOf(schema as Json))}${description ? ` ${escaped(description)}` : ""}</td></tr>`,
    );
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

function renderBody(schema: Json): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${required.includes(name) ? "required" : ""}</td><td>${escaped(typeOf(property))}</td></tr>`,
  );
  return `<h4>Body</h4><table><tbody>${rows.join("")}</tbody></table>`;
}

/** `one of new, open`, `list of uuid`, `{ from, to }`. */
function typeOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (either) return either.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Json)}`;
  if (schema.type === "object") {
    return `{ ${Object.entries((schema.properties ?? {}) as Record<string, Json>)
      .map(([name, property]) => `${name}: ${typeOf(property)}`)
      .join(", ")} }`;
  }
  const most = schema.maxLength ?? schema.maximum;
  return `${schema.format ?? schema.type ?? "any"}${most === undefined ? "" : `, at most ${most}`}`;
}

function curlOf(method: string, path: string, parameters: readonly Json[], schema?: Json): string {
  const lines = [`curl -X ${method} "$DESK${path}"`, '-H "Authorization: Bearer $TOKEN"'];
  if (parameters.some(({ $ref }) => String($ref).endsWith("idempotencyKey"))) {
    lines.push('-H "Idempotency-Key: $(uuidgen)"');
  }
  if (schema) lines.push('-H "Content-Type: application/json"', "-d '{ … }'");
  return lines.join(" \\\n  ");
}

function escaped(text: unknown): string {
  return Bun.escapeHTML(String(text));
}

function withCode(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const styles = `:root{color-scheme:light dark;--line:light-dark(#ddd,#333);--soft:light-dark(#f5f5f7,#1c1c20)}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid var(--line);font-size:13px}
nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.15rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}nav a:hover{text-decoration:underline}
main{padding:1rem 2rem 4rem;max-width:54rem}article{border-top:1px solid var(--line);padding:1rem 0}
h1{font-size:1.6rem}h3{font-size:1rem;overflow-wrap:anywhere}h4{margin:.5rem 0}pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow:auto}
table{border-collapse:collapse;width:100%;font-size:13px}td{border-top:1px solid var(--line);padding:.3rem .5rem .3rem 0;vertical-align:top;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem}
@media(max-width:700px){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}`;
