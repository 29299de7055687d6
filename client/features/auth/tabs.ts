/** The tabs of a browser share one session and notify each other when it starts and ends. */
type TabNews = "signed-in" | "signed-out";

const channel = new BroadcastChannel("frontdesk");

export function notifyOtherTabs(news: TabNews): void {
  channel.postMessage(news);
}

export function listenToTabs(listener: (news: TabNews) => void): () => void {
  const receive = (event: MessageEvent<TabNews>) => listener(event.data);
  channel.addEventListener("message", receive);
  return () => channel.removeEventListener("message", receive);
}
