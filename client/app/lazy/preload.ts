import { createContext, useContext } from "react";

type Preload = (path: string) => Promise<void>;

export const PreloadContext = createContext<Preload>(async () => {});

/** Fetches the code of the page at a path. */
export function usePreload(): Preload {
  return useContext(PreloadContext);
}
