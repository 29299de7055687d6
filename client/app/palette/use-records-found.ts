import { Building2 } from "lucide-react";
import { createElement } from "react";
import { useNavigate } from "react-router-dom";
import { can } from "../../../shared/access.ts";
import { fullName } from "../../../shared/users.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { useViewer } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import type { PaletteGroup } from "./palette-entry.ts";

const shown = { users: 3, companies: 2 };

/** A few users and companies that fit, found as in their lists, for whoever has these. */
export function useRecordsFound(search: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const viewer = useViewer();
  const navigate = useNavigate();
  const asks = (area: "area.users" | "area.companies") => ({
    enabled: search.length > 1 && can(viewer, area),
    // The tickets beside them say that the desk does not answer.
    meta: { showsError: true } as const,
  });
  const users = trpc.users.list.useQuery({ search, limit: shown.users }, asks("area.users"));
  const companies = trpc.companies.list.useQuery(
    { search, limit: shown.companies },
    asks("area.companies"),
  );
  const people = users.data?.users ?? [];
  return {
    isSearching: users.isLoading || companies.isLoading,
    groups: [
      {
        heading: "Users",
        entries: people.map((user) => ({
          ...{ id: user.id, label: fullName(user), hint: user.email },
          icon: createElement(Avatar, { id: user.id, name: fullName(user), size: "xs" }),
          run: () => navigate(`/user/${user.id}`),
        })),
      },
      {
        heading: "Companies",
        entries: (companies.data?.companies ?? []).map(({ id, name, domains, state }) => ({
          ...{ id, label: name, hint: state === "archived" ? "archived" : (domains[0] ?? "") },
          icon: createElement(Building2),
          run: () => navigate(`/company/${id}`),
        })),
      },
    ],
  };
}
