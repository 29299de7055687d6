/** So near the end one reads what stands there. */
const nearEnd = 24;

/** Tells whether one reads the end of what is scrolled there. */
export function watchEnd(scroller: HTMLElement, tell: (atEnd: boolean) => void): () => void {
  let height = scroller.clientHeight;
  const isAtEnd = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    // A scroll is told late: by then the composer below may have taken some of the height.
    return scrollHeight - scrollTop - Math.max(clientHeight, height) <= nearEnd;
  };
  const scrolled = () => tell(isAtEnd());
  const observer = new ResizeObserver(() => {
    // Behind a page that is on its way it has no height, and no end.
    if (scroller.clientHeight === 0) return;
    // What stands there turned out shorter than expected: one is at its end without a scroll. But
    // nobody leaves the end by growth.
    if (isAtEnd()) tell(true);
    height = scroller.clientHeight;
  });
  observer.observe(scroller);
  for (const content of scroller.children) observer.observe(content);
  scroller.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener("scroll", scrolled);
  };
}
