/** The nonce this page's styles carry: without it the browser refuses the <style> of radix-ui. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
