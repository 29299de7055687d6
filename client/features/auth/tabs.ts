/** The tabs of one browser share one session: they tell each other when it begins and ends. */
type TabNews = "signed-in" | "signed-out";

const channel = new BroadcastChannel("frontdesk");

export function tellOtherTabs(news: TabNews): void {
  channel.postMessage(news);
}

export function listenToTabs(listener: (news: TabNews) => void): () => void {
  const hear = (event: MessageEvent<TabNews>) => listener(event.data);
  channel.addEventListener("message", hear);
  return () => channel.removeEventListener("message", hear);
}
