import type { ComponentType } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { cn } from "../../../components/cn.ts";
import { DeliveriesSection } from "./DeliveriesSection.tsx";
import { TokensSection } from "./TokensSection.tsx";
import { WebhooksSection } from "./WebhooksSection.tsx";

interface ApiSection {
  label: string;
  section: ComponentType;
}

const sections: Record<string, ApiSection> = {
  tokens: { label: "Tokens", section: TokensSection },
  webhooks: { label: "Webhooks", section: WebhooksSection },
  deliveries: { label: "Deliveries", section: DeliveriesSection },
};

/** What programs use: each section has its own address. */
export function ApiTab() {
  const [params] = useSearchParams();
  const asked = params.get("section") ?? "";
  const current = Object.hasOwn(sections, asked) ? asked : "tokens";
  const { section: Section = TokensSection } = sections[current] ?? {};
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-4 px-4 py-4 pb-12 shell:px-6">
        <nav aria-label="API" className="flex flex-wrap gap-1">
          {Object.entries(sections).map(([name, { label }]) => (
            <Link
              key={name}
              to={`/settings/api?section=${name}`}
              aria-current={name === current ? "page" : undefined}
              className={cn(
                "inline-flex h-8 items-center rounded-md px-2.5 font-medium pointer-coarse:h-11",
                name === current
                  ? "bg-selected text-selected-foreground"
                  : "text-muted-foreground hover:bg-accent hover:text-foreground",
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Section />
      </div>
    </div>
  );
}
