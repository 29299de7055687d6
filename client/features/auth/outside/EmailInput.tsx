import type { ComponentProps } from "react";
import { Input } from "../../../components/ui/input.tsx";

/** The address that somebody signs in with, as a browser keeps it. */
export function EmailInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}
