import { FocusScope } from "radix-ui/internal";

/**
 * A modal dialog traps the focus. While this is mounted, the dialog releases it to where `borrow` puts it;
 * when it unmounts, the focus returns.
 */
export function FocusBorrower({ borrow }: { borrow: () => void }) {
  return (
    <FocusScope.Root
      onMountAutoFocus={(event) => {
        event.preventDefault();
        borrow();
      }}
    />
  );
}
