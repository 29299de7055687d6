/** The columns of the ticket list that a person can hide. */
export const listColumns = [
  "requester",
  "company",
  "assignee",
  "tags",
  "latest",
  "waiting",
  "updated",
] as const;
export type ListColumn = (typeof listColumns)[number];

export const listColumnNames: Record<ListColumn, string> = {
  requester: "Requester",
  company: "Company",
  assignee: "Assignee",
  tags: "Tags",
  latest: "Latest message",
  waiting: "Waiting",
  updated: "Updated",
};

export const listDensities = ["comfortable", "compact"] as const;
export type ListDensity = (typeof listDensities)[number];

export const listDensityNames: Record<ListDensity, string> = {
  comfortable: "Comfortable",
  compact: "Compact",
};

export const listGroups = ["status", "assignee", "company"] as const;
export type ListGroup = (typeof listGroups)[number];

export const listGroupNames: Record<ListGroup, string> = {
  status: "Status",
  assignee: "Assignee",
  company: "Company",
};
