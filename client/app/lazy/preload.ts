import { createContext, useContext } from "react";

type Preload = (path: string) => Promise<void>;

export const PreloadContext = createContext<Preload>(async () => {});

export function usePreload(): Preload {
  return useContext(PreloadContext);
}
