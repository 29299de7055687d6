import * as TabsParts from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export const Tabs = TabsParts.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof TabsParts.List>) {
  return (
    <TabsParts.List
      data-slot="tabs-list"
      className={cn("flex gap-1 overflow-x-auto border-b", className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsParts.Trigger>) {
  return (
    <TabsParts.Trigger
      data-slot="tabs-trigger"
      className={cn(
        "-mb-px min-h-row whitespace-nowrap border-transparent border-b-2 px-2.5 font-medium text-muted-foreground text-sm hover:text-foreground focus-visible:outline-offset-[-2px] data-[state=active]:border-primary data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsParts.Content>) {
  return <TabsParts.Content data-slot="tabs-content" className={cn(className)} {...props} />;
}
