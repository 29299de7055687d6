import { Braces } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import {
  type Macro,
  macroLimits,
  macroStatuses,
  type Placeholder,
  placeholders,
} from "../../../shared/macros.ts";
import {
  priorityNames,
  statusNames,
  ticketPriorities,
} from "../../../shared/tickets/vocabulary.ts";
import { canLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { fieldMessage, isSessionOver } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { ChoiceList } from "../pickers/ChoiceList.tsx";
import { PickButton } from "../pickers/PickButton.tsx";
import { patient, usePickerSearch } from "../pickers/use-picker-search.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { Field } from "../ui/field.tsx";
import { Label } from "../ui/label.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Switch } from "../ui/switch.tsx";
import { TextField } from "../ui/text-field.tsx";
import { whyInVain } from "./describe-changes.ts";
import { type MacroValues, macroUser, type Named } from "./macro-values.ts";
import { useMacroForm } from "./use-macro-form.ts";

interface MacroFormProps {
  /** Null for a new macro. */
  macro: Macro | null;
  /** The initial values of a new macro. */
  begin?: Partial<MacroValues> | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

/** A macro's name, text and ticket changes. */
export function MacroForm({ macro, begin, onSaved, onCancel }: MacroFormProps) {
  const { values, set, submit, isNew, failure } = useMacroForm({ macro, begin, onSaved });
  const text = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      <TextField
        label="Name"
        error={fieldMessage(failure, "name")}
        dir="auto"
        autoFocus
        maxLength={macroLimits.name}
        value={values.name}
        onType={(name) => set({ name })}
      />
      <Field
        label="Text"
        error={fieldMessage(failure, "body")}
        hint="Markdown supported. Optional if the macro only changes fields."
        aside={<PlaceholderMenu field={text} onInsert={(body) => set({ body })} />}
      >
        {(control) => (
          <textarea
            {...control}
            ref={text}
            dir="auto"
            rows={6}
            maxLength={macroLimits.body}
            value={values.body}
            onChange={(event) => set({ body: event.target.value })}
            className="min-h-28 w-full resize-y rounded-md border border-input bg-card px-2.5 py-2 text-base aria-invalid:border-destructive"
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="pb-2 font-semibold">Ticket changes</legend>
        <div className="grid gap-3 shell:grid-cols-2">
          <Choice
            label="Status"
            error={fieldMessage(failure, "changes.status")}
            hint={macro && values.status === null ? whyInVain(macro.changes) : null}
            value={values.status}
            names={statusNames}
            options={macroStatuses}
            onChoose={(status) => set({ status })}
          />
          <Choice
            label="Priority"
            error={fieldMessage(failure, "changes.priority")}
            value={values.priority}
            names={priorityNames}
            options={ticketPriorities}
            onChoose={(priority) => set({ priority })}
          />
          <AssigneePicker
            value={values.assignee}
            error={fieldMessage(failure, "changes.assignee")}
            onChoose={(assignee) => set({ assignee })}
          />
          <TeamPicker
            value={values.team}
            error={fieldMessage(failure, "changes.teamId")}
            onChoose={(team) => set({ team })}
          />
          <TextField
            label="Add tags"
            error={fieldMessage(failure, "changes.addTags")}
            placeholder="billing, refund"
            value={values.addTags}
            onType={(addTags) => set({ addTags })}
          />
          <TextField
            label="Remove tags"
            error={fieldMessage(failure, "changes.removeTags")}
            value={values.removeTags}
            onType={(removeTags) => set({ removeTags })}
          />
        </div>
      </fieldset>
      <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
        <Switch
          id="macro-shared"
          checked={values.shared}
          onCheckedChange={(shared) => set({ shared })}
        />
        <Label htmlFor="macro-shared">Share with all colleagues</Label>
      </div>
      {failure && !isSessionOver(failure) && failure.fields.length === 0 && (
        <p role="alert" className="text-danger-text">
          {failure.message} What you typed is still here.
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button
          variant="outline"
          onClick={() => void canLeaveForms().then((may) => may && onCancel())}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={values.name.trim() === ""}>
          {isNew ? "Create macro" : "Save macro"}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string | null;
  error: string | undefined;
  value: Value | null;
  names: Record<Value, string>;
  options: readonly Value[];
  onChoose: (value: Value | null) => void;
}

const unchanged = "unchanged";

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, error, value, names, options, onChoose } = props;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value ?? unchanged}
      options={[unchanged, ...options]}
      nameOf={(option) => (option === unchanged ? "No change" : names[option])}
      onChange={(next) => onChoose(next === unchanged ? null : next)}
    />
  );
}

/** Whom a macro assigns: a named agent, or the person who uses it. */
function AssigneePicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.assignees.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  return (
    <MacroPicker
      {...props}
      label="Assignee"
      listLabel="Find a colleague"
      choices={[...(text.trim() === "" ? [noChange, macroUser] : []), ...people]}
      lead={({ id, name }) => <Avatar id={id} name={name} size="xs" />}
      box={box(found)}
    />
  );
}

interface PlaceholderMenuProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
}

/** Inserts a placeholder at the cursor and moves the cursor behind it. */
function PlaceholderMenu({ field, onInsert }: PlaceholderMenuProps) {
  const insert = (name: Placeholder) => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    onInsert(area.value);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="link" size="inline">
          <Braces />
          Insert placeholder
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          field.current?.focus();
        }}
      >
        {(Object.keys(placeholders) as Placeholder[]).map((name) => (
          <DropdownMenuItem key={name} onSelect={() => insert(name)}>
            {placeholders[name]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The team that a macro sets. */
function TeamPicker(props: MacroPickerProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.teams.useQuery({ search: words }, patient);
  return (
    <MacroPicker
      {...props}
      label="Team"
      listLabel="Find a team"
      choices={[...(text.trim() === "" ? [noChange] : []), ...(found.data ?? [])]}
      box={box(found)}
    />
  );
}

interface MacroPickerProps {
  value: Named | null;
  error?: string | undefined;
  onChoose: (value: Named | null) => void;
}

const noChange: Named = { id: "", name: "No change" };

interface Props extends MacroPickerProps {
  label: string;
  listLabel: string;
  choices: readonly Named[];
  lead?: (choice: Named) => ReactNode;
  box: ReturnType<ReturnType<typeof usePickerSearch>["box"]>;
}

/** Chooses a person or team that a macro sets, found by name. */
function MacroPicker(props: Props) {
  const { label, listLabel, value, error, choices, lead, box, onChoose } = props;
  const isPerson = ({ id }: Named) => id !== noChange.id && id !== macroUser.id;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <PickButton
          control={control}
          label={label}
          shown={<bdi>{(value ?? noChange).name}</bdi>}
          isChosen
          onOpen={() => box.onText("")}
          className="w-72"
        >
          {(close) => (
            <ChoiceList
              label={listLabel}
              choices={choices.map((choice) => ({
                value: choice.id,
                name: choice.name,
                lead: isPerson(choice) ? lead?.(choice) : undefined,
              }))}
              chosen={value?.id ?? noChange.id}
              {...box}
              onChoose={(id) => {
                const chosen = choices.find((choice) => choice.id === id) ?? noChange;
                onChoose(chosen.id === noChange.id ? null : chosen);
                close();
              }}
            />
          )}
        </PickButton>
      )}
    </Field>
  );
}
