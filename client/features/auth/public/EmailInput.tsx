import type { ComponentProps } from "react";
import { Input } from "../../../components/ui/input.tsx";

/** The email address for signing in, with autofill. */
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
