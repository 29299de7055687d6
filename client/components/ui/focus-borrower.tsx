import { FocusScope } from "radix-ui/internal";

/**
 * A dialog keeps the focus within itself. While this stands in the page, the dialog lets it go to
 * where `borrow` puts it; when it leaves, the focus returns to where it was.
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
