import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type CompanyDetails, companyLimits } from "../../../shared/companies.ts";
import { isFreeMail, readDomain } from "../../../shared/mail-domains.ts";
import { isTyping } from "../../app/keyboard/keys.ts";
import { cn } from "../../components/cn.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { Input } from "../../components/ui/input.tsx";
import { trackUndo, undoable } from "../../components/undo.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { notifyError } from "../../data/errors.ts";
import { fieldErrorMessage, type useCompanyActions } from "./use-company.ts";

interface DomainsFieldProps {
  company: CompanyDetails;
  actions: ReturnType<typeof useCompanyActions>;
}

/** The email domains of a company. Each change is saved immediately; a removal can be undone. */
export function DomainsField({ company, actions }: DomainsFieldProps) {
  const addAgain = async (domain: string) => {
    const failure = await actions.change({ addDomains: [domain] });
    if (failure)
      notifyError(`${company.name} was not changed`, failure, () => void addAgain(domain));
  };
  const remove = async (domain: string) => {
    const answer = trackUndo(newRequestId());
    const failure = await actions.change({ removeDomains: [domain] });
    if (failure) {
      answer(null);
      return notifyError(`${company.name} was not changed`, failure, () => void remove(domain));
    }
    const offer = undoable(() => void addAgain(domain), answer);
    if (offer) notify({ kind: "success", message: `${domain} removed`, ...offer });
  };
  return (
    <DomainChips
      domains={company.domains}
      onAdd={async (domain) =>
        fieldErrorMessage(await actions.change({ addDomains: [domain] }), "domains")
      }
      onRemove={(domain) => void remove(domain)}
    />
  );
}

interface DomainChipsProps {
  domains: readonly string[];
  /** Returns an error message, or null. */
  onAdd: (domain: string) => Promise<string | null> | string | null;
  onRemove: (domain: string) => void;
  /** The input is always open, as in a form. `onTyped` reports its text. */
  open?: boolean;
  onTyped?: (text: string) => void;
  id?: string;
}

type Trouble = { kind: "error" | "warning"; message: string };

/** Email domains as chips. A domain of a free email provider needs a confirmation. */
export function DomainChips(props: DomainChipsProps) {
  const { domains, onAdd, onRemove, open = false, onTyped, id } = props;
  const [typed, setTypedState] = useState<string | null>(open ? "" : null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const warned = useRef<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const own = useId();
  const mounted = useMounted();
  const latest = useRef(typed);
  latest.current = typed;
  const setTyped = (text: string | null) => {
    setTypedState(text);
    onTyped?.(text ?? "");
  };
  const shut = () => {
    setTyped(open ? "" : null);
    setTrouble(null);
  };

  const add = async (text: string, isConfirmed = false): Promise<void> => {
    const domain = readDomain(text);
    const refuse = (message: string, kind: Trouble["kind"] = "error") =>
      setTrouble({ kind, message });
    if (domain === null) return refuse("This isn't an email domain. Example: acme.com.");
    if (domains.includes(domain)) return refuse(`${domain} is already added.`);
    if (domains.length >= companyLimits.domains) {
      return refuse(`A company can have at most ${companyLimits.domains} email domains.`);
    }
    if (isFreeMail(domain) && !isConfirmed) {
      warned.current = domain;
      return refuse(
        `Anyone can get an address at ${domain}. Every new customer with one would join this company.`,
        "warning",
      );
    }
    setTyped("");
    setTrouble(null);
    const refused = await onAdd(domain);
    if (refused === null) return;
    const isElsewhere = latest.current === null && isTyping(document.activeElement);
    if (!mounted.current || latest.current || isElsewhere) {
      notify({ kind: "error", title: `${domain} was not added`, message: refused });
      return;
    }
    setTyped(text);
    refuse(refused);
  };

  const steer = (event: KeyboardEvent) => {
    if (typed === null) return;
    if ((event.key === "Enter" || event.key === ",") && typed.trim() !== "") {
      event.preventDefault();
      void add(typed, warned.current !== null && warned.current === readDomain(typed));
    } else if (!open && (event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      shut();
      requestAnimationFrame(() => button.current?.focus());
    } else if (event.key === "Backspace" && typed === "") {
      const last = domains.at(-1);
      if (last) onRemove(last);
    }
  };

  return (
    <div data-domains="" className="flex min-h-8 min-w-0 flex-wrap items-center gap-1.5 py-0.5">
      {domains.map((domain) => (
        <span
          key={domain}
          className="flex h-6 min-w-0 items-center rounded-md border bg-card pl-2 text-sm dark:bg-transparent pointer-coarse:h-9"
        >
          <span className="truncate">{domain}</span>
          <button
            type="button"
            aria-label={`Remove ${domain}`}
            data-hint={`Remove ${domain}`}
            onClick={({ currentTarget }) => {
              // The focused button is removed with its chip.
              const rest = currentTarget.closest("[data-domains]");
              rest?.querySelector<HTMLElement>(":scope > :is(button, input)")?.focus();
              onRemove(domain);
            }}
            className="grid size-6 shrink-0 place-items-center rounded-md text-faint hover:text-foreground pointer-coarse:size-9"
          >
            <X className="size-3.5" />
          </button>
        </span>
      ))}
      {typed === null ? (
        <button
          ref={button}
          type="button"
          onClick={() => setTyped("")}
          className="flex h-6 items-center gap-1 rounded-md px-1.5 -ml-1.5 text-muted-foreground text-sm hover:bg-accent hover:text-foreground pointer-coarse:h-11"
        >
          <Plus className="size-3.5" />
          Add domain
        </button>
      ) : (
        <Input
          id={id}
          size={open ? "default" : "sm"}
          aria-label="Email domain"
          aria-invalid={trouble?.kind === "error" || undefined}
          aria-describedby={trouble ? `${own}-trouble` : undefined}
          autoFocus={!open}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="acme.com"
          maxLength={companyLimits.domain}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setTrouble(null);
          }}
          onKeyDown={steer}
          onBlur={() => {
            if (typed.trim() === "") shut();
            else void add(typed);
          }}
          className="w-40 flex-1"
        />
      )}
      {trouble && (
        <div
          id={`${own}-trouble`}
          role="alert"
          className={cn(
            "flex w-full flex-col items-start gap-1.5 text-xs",
            trouble.kind === "error"
              ? "text-danger-text"
              : "rounded-md border border-note-border bg-note px-2 py-1.5 text-note-foreground",
          )}
        >
          {trouble.message}
          {trouble.kind === "warning" && typed !== null && (
            <Button variant="outline" size="xs" onClick={() => void add(typed, true)}>
              Add it anyway
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
