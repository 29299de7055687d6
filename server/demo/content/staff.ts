import type { DemoUser } from "../demo-user.ts";

/** Who answers. */
export const staff: readonly DemoUser[] = [
  member({
    firstName: "Maya",
    lastName: "Lindqvist",
    email: "admin@demo.test",
    role: "Super Admin",
    companyScope: null,
    timeZone: "Europe/Stockholm",
    phone: "+46 31 555 01 20",
    teams: ["Warehouse", "Access"],
    share: 1.5,
  }),
  member({
    firstName: "Ruth",
    lastName: "Abernathy",
    email: "ruth@frontdesk.test",
    role: "Super Admin",
    companyScope: null,
    timeZone: "Europe/London",
    phone: "+44 20 7946 0102",
  }),
  member({
    firstName: "Samuel",
    lastName: "Okafor",
    email: "agent@demo.test",
    timeZone: "Europe/London",
    phone: "+44 20 7946 0117",
    teams: ["Warehouse", "Integrations"],
    share: 1.4,
  }),
  member({
    firstName: "Lena",
    lastName: "Roth",
    email: "lena@frontdesk.test",
    timeZone: "Europe/Berlin",
    phone: "+49 30 555 01 88",
    companyScope: "assigned",
    companies: ["Nordlicht Klinik", "Bluefin Foods", "Bosphorus Textiles", "Polder Blooms"],
    teams: ["Warehouse", "Access"],
    languages: ["en", "de"],
    share: 2.6,
  }),
  member({
    firstName: "Henrik",
    lastName: "Aas",
    email: "henrik@frontdesk.test",
    timeZone: "Europe/Oslo",
    teams: ["Billing", "Integrations"],
  }),
  member({
    firstName: "Chloé",
    lastName: "Marchand",
    email: "chloe@frontdesk.test",
    timeZone: "Europe/Paris",
    phone: "+33 4 65 71 09 34",
    teams: ["Billing", "Access", "Warehouse"],
    languages: ["en", "fr"],
    share: 0.8,
  }),
  member({
    firstName: "Anjali",
    lastName: "Rao",
    email: "anjali@frontdesk.test",
    timeZone: "Asia/Kolkata",
    teams: ["Integrations", "Access", "Warehouse", "Billing"],
    share: 0.5,
  }),
  member({
    firstName: "Diego",
    lastName: "Salazar",
    email: "diego@frontdesk.test",
    timeZone: "America/Bogota",
    teams: ["Warehouse", "Integrations"],
    languages: ["en", "es"],
  }),
  member({
    firstName: "Grace",
    lastName: "Thompson",
    email: "grace@frontdesk.test",
    timeZone: "America/Toronto",
    companyScope: "assigned",
    companies: ["Andes Coffee", "Cedar & Sons Hardware", "Kestrel Outdoor", "Harbour Logistics"],
    teams: ["Access", "Billing"],
  }),
  member({
    firstName: "Oskar",
    lastName: "Nyberg",
    email: "oskar@frontdesk.test",
    timeZone: "Europe/Stockholm",
    state: "invited",
    teams: ["Warehouse"],
  }),
];

type Staff = Pick<DemoUser, "firstName" | "lastName" | "email" | "timeZone"> & Partial<DemoUser>;

function member(person: Staff): DemoUser {
  return {
    role: "Agent",
    state: "active",
    companies: [],
    seesAllTickets: false,
    companyScope: "all",
    phone: null,
    teams: [],
    languages: ["en"],
    share: 1,
    ...person,
  };
}
