/** The nonce for style elements: without it, the CSP blocks the <style> of radix-ui. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
