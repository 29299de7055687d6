import { useNavigate } from "react-router-dom";
import { usePreload } from "../../../app/lazy/preload.ts";
import { takeReturnUrl } from "../../../app/navigation/return-url.ts";
import { login } from "../../../data/calls/api.ts";
import { welcome } from "../../../data/session/last-person.ts";
import { whenSessionAnswered } from "../ask-session.ts";
import { notifyOtherTabs } from "../tabs.ts";

/** Signs in and goes to the return URL. */
export function useEnter() {
  const preload = usePreload();
  const navigate = useNavigate();
  return async (credentials: { email: string; password: string }) => {
    void preload("/ticket/log");
    await whenSessionAnswered();
    const user = await login(credentials);
    notifyOtherTabs("signed-in");
    welcome(user.id);
    const next = takeReturnUrl(user);
    await preload(new URL(next, location.origin).pathname);
    navigate(next, { replace: true });
  };
}
