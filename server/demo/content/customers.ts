import type { DemoUser } from "../demo-user.ts";
import { demoCompanies } from "./companies.ts";

/** Who asks. */
export const customers: readonly DemoUser[] = [
  ...membersOf("Harbour Logistics", [
    [
      "Ana",
      "Ferreira",
      "customer@demo.test",
      { seesAllTickets: true, share: 3, phone: "+351 21 555 0142" },
    ],
    ["Rui", "Tavares", "rui@harbour.test", { seesAllTickets: true, share: 2 }],
    ["Inês", "Magalhães", "ines@harbour.test", { share: 1.5 }],
    ["João", "Gonçalves", "joao@harbour.test", { phone: "+351 21 555 0143" }],
    ["Beatriz", "Conceição", "beatriz@harbour-logistics.test", {}],
    ["Tiago", "Simões", "tiago@harbour.test", { share: 0.7 }],
    ["Carla", "Antunes", "carla@harbour-logistics.test", { state: "invited" }],
  ]),
  ...membersOf("Nordlicht Klinik", [
    [
      "Jonas",
      "Keller",
      "j.keller@nordlicht.test",
      { seesAllTickets: true, share: 2.5, phone: "+49 40 555 72 10" },
    ],
    ["Hannah", "Weiss", "h.weiss@nordlicht.test", { share: 2 }],
    ["Jürgen", "Großmann", "j.grossmann@nordlicht.test", {}],
    ["Katja", "Schönfeld", "k.schoenfeld@nordlicht.test", { share: 1.4 }],
    ["Mehmet", "Yılmaz", "m.yilmaz@nordlicht.test", {}],
    ["Sabine", "Köhler", "s.koehler@nordlicht.test", { share: 0.6 }],
    ["Thorsten", "Brandt", "t.brandt@nordlicht.test", { state: "disabled", share: 0.6 }],
  ]),
  ...membersOf("Kestrel Outdoor", [
    ["Tomasz", "Wróbel", "tomasz@kestrel.test", { share: 2 }],
    [
      "Declan",
      "Byrne",
      "declan@kestrel.test",
      { seesAllTickets: true, share: 2, phone: "+353 1 555 0199" },
    ],
    ["Siobhán", "O'Connor", "siobhan@kestrel.test", { share: 1.2 }],
    ["Aoife", "Ní Bhriain", "aoife@kestrel.test", {}],
    ["Liam", "Gallagher-Walsh", "liam@kestrel.test", { share: 0.5 }],
    [
      "Marek",
      "Dvořák",
      "marek.dvorak@kestrel.test",
      { alsoIn: ["Cedar & Sons Hardware"], share: 0.6 },
    ],
  ]),
  ...membersOf("Maison Perrin", [
    [
      "Claire",
      "Dubois",
      "claire@perrin.test",
      { seesAllTickets: true, share: 2, phone: "+33 4 65 71 22 08" },
    ],
    ["Luc", "Moreau", "luc@perrin.test", { state: "disabled", share: 0.8 }],
    ["Élodie", "Lefèvre", "elodie@perrin.test", { share: 1.4 }],
    ["François", "Périer", "francois@maison-perrin.test", {}],
    ["Solène", "Garnier", "solene@perrin.test", { share: 0.7 }],
  ]),
  ...membersOf("Bluefin Foods", [
    ["Priya", "Natarajan", "priya@bluefin.test", { seesAllTickets: true, share: 2 }],
    ["Wei Ling", "Tan", "weiling@bluefin.test", { share: 1.2 }],
    ["Arjun", "Menon", "arjun@bluefin.test", {}],
    ["Hương", "Nguyễn Thị", "huong@bluefin.test", {}],
    ["Kenji", "Watanabe", "kenji@bluefin.test", { state: "invited" }],
  ]),
  ...membersOf("Bosphorus Textiles", [
    [
      "Yusuf",
      "Demir",
      "yusuf@bosphorus.test",
      { seesAllTickets: true, share: 2, phone: "+90 212 555 01 44" },
    ],
    ["Ayşe", "Çelik", "ayse@bosphorus.test", { share: 1.3 }],
    ["Gülşen", "Öztürk", "gulsen@bosphorus.test", {}],
    ["Barış", "Şahin", "baris@bosphorus.test", { share: 0.6 }],
  ]),
  ...membersOf("Fjord Ceramics", [
    ["Ingrid", "Solheim", "ingrid@fjord.test", { seesAllTickets: true, share: 2 }],
    ["Bjørn", "Håkonsen", "bjorn@fjord.test", {}],
    ["Åse", "Nygård", "ase@fjord.test", { share: 0.8 }],
  ]),
  ...membersOf("Andes Coffee", [
    ["Mateo", "Ruiz", "mateo@andes.test", { seesAllTickets: true, share: 1.6 }],
    ["Lucía", "Peña", "lucia@andes.test", {}],
    ["Andrés", "Muñoz", "andres@andes.test", { share: 0.8 }],
  ]),
  ...membersOf("Norrland Press", [
    ["Göran", "Öberg", "goran@norrland.test", { seesAllTickets: true }],
    ["Elin", "Sjöström", "elin@norrland.test", {}],
    ["Matti", "Hämäläinen", "matti@norrland.test", { share: 0.6 }],
  ]),
  ...membersOf("Polder Blooms", [
    ["Sanne", "de Vries", "sanne@polder.test", { seesAllTickets: true }],
    ["Joris", "van der Meulen", "joris@polderblooms.test", { state: "invited" }],
  ]),
  ...membersOf("Cedar & Sons Hardware", [
    ["Emily", "Cedar", "emily@cedar.test", { seesAllTickets: true }],
    ["Jean-Luc", "Tremblay", "jeanluc@cedar.test", { share: 0.7 }],
  ]),
  ...membersOf("Atlas Médina", [
    ["ليلى", "بناني", "leila@atlas-medina.test", { seesAllTickets: true }],
    ["Youssef", "El Amrani", "youssef@atlas-medina.test", {}],
  ]),
  ...membersOf("Old Mill Paper", [
    ["Margaret", "Hollis", "margaret@oldmill.test", { state: "disabled" }],
  ]),
];

type Customer = [
  firstName: string,
  lastName: string,
  email: string,
  more: Partial<Pick<DemoUser, "seesAllTickets" | "state" | "phone" | "share">> & {
    alsoIn?: string[];
  },
];

function membersOf(company: string, people: readonly Customer[]): DemoUser[] {
  const home = demoCompanies.find(({ name }) => name === company);
  const timeZone = home?.timeZone ?? "Europe/London";
  const own = home?.language;
  return people.map(([firstName, lastName, email, { alsoIn = [], ...more }]) => ({
    firstName,
    lastName,
    email,
    role: "Customer",
    state: "active",
    companies: [company, ...alsoIn],
    seesAllTickets: false,
    companyScope: null,
    timeZone,
    phone: null,
    teams: [],
    languages: own ? ["en", own] : ["en"],
    share: 1,
    ...more,
  }));
}
