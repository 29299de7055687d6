import { useNavigate } from "react-router-dom";
import { login } from "../lib/api.ts";
import { welcome } from "../lib/last-person.ts";
import { usePreload } from "../lib/preload.ts";
import { takeWayBack } from "../lib/take-way-back.ts";
import { tellOtherTabs } from "./tabs.ts";

/** Signs in, and goes to where the person wanted to be. */
export function useEnter() {
  const preload = usePreload();
  const navigate = useNavigate();
  return async (credentials: { email: string; password: string }) => {
    void preload("/ticket/log");
    const user = await login(credentials);
    tellOtherTabs("signed-in");
    welcome(user.id);
    const next = takeWayBack(user);
    await preload(new URL(next, location.origin).pathname);
    navigate(next, { replace: true });
  };
}
