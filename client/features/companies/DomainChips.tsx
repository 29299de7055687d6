import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { companyLimits } from "../../../shared/companies.ts";
import { isFreeMail, readDomain } from "../../../shared/mail-domains.ts";
import { isTyping } from "../../app/keyboard/keys.ts";
import { cn } from "../../components/cn.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useMounted } from "../../components/use-mounted.ts";

interface DomainChipsProps {
  domains: readonly string[];
  /** Answers what is wrong with it, if something is. */
  onAdd: (domain: string) => Promise<string | null> | string | null;
  onRemove: (domain: string) => void;
  /** The field stands open, as in a form, which wants to know what stands in it. */
  open?: boolean;
  onTyped?: (text: string) => void;
  id?: string;
}

type Trouble = { kind: "error" | "warning"; message: string };

/** Mail domains as chips. Where everybody may have an address, it is asked about once. */
export function DomainChips(props: DomainChipsProps) {
  const { domains, onAdd, onRemove, open = false, onTyped, id } = props;
  const [typed, type] = useState<string | null>(open ? "" : null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const warned = useRef<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const own = useId();
  const mounted = useMounted();
  const latest = useRef(typed);
  latest.current = typed;
  const setTyped = (text: string | null) => {
    type(text);
    onTyped?.(text ?? "");
  };
  const shut = () => {
    setTyped(open ? "" : null);
    setTrouble(null);
  };

  const add = async (text: string, isMeant = false): Promise<void> => {
    const domain = readDomain(text);
    const refuse = (message: string, kind: Trouble["kind"] = "error") =>
      setTrouble({ kind, message });
    if (domain === null) return refuse("This is not a mail domain, such as acme.com.");
    if (domains.includes(domain)) return refuse(`${domain} is here already.`);
    if (domains.length >= companyLimits.domains) {
      return refuse(`A company has at most ${companyLimits.domains} mail domains.`);
    }
    if (isFreeMail(domain) && !isMeant) {
      warned.current = domain;
      return refuse(
        `Anyone can have an address at ${domain}: every new customer with one would join this company.`,
        "warning",
      );
    }
    setTyped("");
    setTrouble(null);
    const refused = await onAdd(domain);
    if (refused === null) return;
    const isElsewhere = latest.current === null && isTyping(document.activeElement);
    if (!mounted.current || latest.current || isElsewhere) {
      notify({ kind: "error", title: `${domain} not added`, message: refused });
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
              // The chip goes, and its button with it.
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
          Add a domain
        </button>
      ) : (
        <Input
          id={id}
          size={open ? "default" : "sm"}
          aria-label="Mail domain"
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
              Add it all the same
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
