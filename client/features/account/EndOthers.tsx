import { useRef } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogTrigger,
} from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";

interface EndOthersProps {
  count: number;
  end: () => void;
  /** Called after the sessions ended, which removes the button that opened the dialog. */
  onEnded: () => void;
}

/** Asks before ending the other sessions. */
export function EndOthers({ count, end, onEnded }: EndOthersProps) {
  const ended = useRef(false);
  const others = count === 1 ? "the other session" : `the ${count} other sessions`;
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="destructive-outline" className="mt-3">
          End {others}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent
        title={`End ${others}?`}
        description="You'll have to sign in again on the other devices. You stay signed in here."
        onCloseAutoFocus={(event) => {
          if (!ended.current) return;
          event.preventDefault();
          onEnded();
        }}
      >
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Cancel</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button
              variant="destructive"
              onClick={() => {
                ended.current = true;
                end();
              }}
            >
              End {count === 1 ? "session" : "sessions"}
            </Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
