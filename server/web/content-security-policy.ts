/** What a page of the desk may load. `app.ts` says of all else that it loads nothing. */
export function contentSecurityPolicy(nonce: string, hotReload: boolean): string {
  return [
    "default-src 'self'",
    hotReload ? `script-src 'self' blob: 'nonce-${nonce}'` : "script-src 'self'",
    // radix-ui writes <style> elements, and previews of files are blobs.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
