import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { KbdMark } from "../../../components/ui/kbd.tsx";
import {
  chooseByKey,
  type PickerState,
  useBeginAtCurrent,
  useTriggerInSight,
} from "./PickerPopover.tsx";

interface FewMenuProps<T extends string> extends PickerState {
  label: string;
  trigger: ReactNode;
  /** Undefined for several tickets with different values. */
  value: T | undefined;
  choices: readonly { value: T; shown: ReactNode }[];
  onChoose: (value: T) => void;
}

/** A menu of a few values, such as priorities. Each has a digit. */
export function ChoiceMenu<T extends string>(props: FewMenuProps<T>) {
  const { label, trigger, value, choices, onChoose, onCloseAutoFocus, ...state } = props;
  const content = useBeginAtCurrent(state.open);
  const inSight = useTriggerInSight(state.open);
  return (
    <DropdownMenu {...state}>
      <DropdownMenuTrigger ref={inSight} asChild>
        {trigger}
      </DropdownMenuTrigger>
      <DropdownMenuContent
        ref={content}
        align="start"
        onKeyDownCapture={chooseByKey}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        <DropdownMenuRadioGroup
          aria-label={label}
          value={value ?? ""}
          onValueChange={(next) => {
            const choice = choices.find((each) => each.value === next);
            if (choice && choice.value !== value) onChoose(choice.value);
          }}
        >
          {choices.map((choice, index) => (
            <DropdownMenuRadioItem
              key={choice.value}
              value={choice.value}
              data-key={String(index + 1)}
            >
              {choice.shown}
              <KbdMark keys={String(index + 1)} className="ml-auto" />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
