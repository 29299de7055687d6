/** Roles and permissions: one table for the server's checks and the client's buttons. */
export const roles = ["Super Admin", "Agent", "Customer"] as const;
export type Role = (typeof roles)[number];

const everyone: readonly Role[] = roles;
const staff: readonly Role[] = ["Super Admin", "Agent"];
const superAdmin: readonly Role[] = ["Super Admin"];

export const capabilities = {
  "area.tickets": everyone,
  "area.users": superAdmin,
  "area.companies": superAdmin,
  "area.dashboard": staff,
  "area.settings": superAdmin,
  "area.audit": superAdmin,
  "ticket.staffFields": staff,
  "ticket.open": everyone,
  "ticket.openFor": staff,
  "ticket.update": staff,
  "ticket.reply": everyone,
  "ticket.note": staff,
  "ticket.undo": staff,
  "ticket.merge": staff,
  "ticket.spam": staff,
  "ticket.redact": staff,
  "ticket.bulk": staff,
  "macro.use": staff,
  "view.save": staff,
  "dashboard.read": staff,
  "user.read": superAdmin,
  "user.write": superAdmin,
  "company.read": superAdmin,
  "company.write": superAdmin,
  "mail.read": superAdmin,
  "mail.held": staff,
  "mailbox.write": superAdmin,
  "desk.write": superAdmin,
  "audit.read": superAdmin,
  "webhook.write": superAdmin,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

export function can(actor: { role: Role }, capability: Capability): boolean {
  return capabilities[capability].includes(actor.role);
}

export function isStaff(actor: { role: Role }): boolean {
  return staff.includes(actor.role);
}
