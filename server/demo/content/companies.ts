import type { CompanyState } from "../../../shared/companies.ts";
import type { Language } from "./story.ts";

export interface DemoCompany {
  name: string;
  domains: readonly string[];
  notes: string;
  state: CompanyState;
  timeZone: string;
  /** What they also write, besides English. */
  language?: Language;
  /** How much of the desk's work is theirs. */
  share: number;
  /** Days before today since when they are a customer. */
  since: number;
  /** What their tickets speak of. */
  sites: readonly string[];
  items: readonly string[];
  shops: readonly string[];
  carriers: readonly string[];
  home: string;
}

const europe = ["DHL", "DPD", "UPS", "GLS"];

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: "Harbour Logistics",
    domains: ["harbour.test", "harbour-logistics.test"],
    notes:
      "Contract logistics for eleven shops, two halls in Lisbon and one in Setúbal. Plan Business since March. Technical contact: Rui Tavares. Calls rather than writes when trucks are waiting.",
    state: "active",
    timeZone: "Europe/Lisbon",
    share: 22,
    since: 820,
    sites: ["Lisbon North", "Lisbon Dock", "Setúbal"],
    items: ["running shoes 42", "phone cases", "olive oil 0.75 l", "beach towels"],
    shops: ["Casa Verde", "Mar e Sol", "Loja do Norte", "Sapataria Lima"],
    carriers: ["DHL", "DPD", "UPS", "CTT"],
    home: "Portugal",
  },
  {
    name: "Nordlicht Klinik",
    domains: ["nordlicht.test"],
    notes:
      "Central store of a hospital in Hamburg with 34 wards. Batch and expiry on everything. Recalls go first, whatever else waits. German preferred, English is fine.",
    state: "active",
    timeZone: "Europe/Berlin",
    language: "de",
    share: 19,
    since: 640,
    sites: ["Zentrallager", "Apotheke"],
    items: ["nitrile gloves M", "infusion sets", "syringes 10 ml", "wound dressings"],
    shops: ["Ward 4B", "Station C2", "Kinderklinik", "the operating theatre"],
    carriers: ["DHL", "GLS", "trans-o-flex", "DPD"],
    home: "Germany",
  },
  {
    name: "Kestrel Outdoor",
    domains: ["kestrel.test"],
    notes: "Tents and clothing, own webshop and 40 dealers. Peaks in April and November.",
    state: "active",
    timeZone: "Europe/Dublin",
    share: 15,
    since: 710,
    sites: ["Naas", "Ballymount"],
    items: ["ski gloves M", "two-person tents", "rain jackets L", "head torches"],
    shops: ["Sporthaus Alpin", "Northgate Stores", "Peak & Valley", "Trailhead"],
    carriers: ["DPD", "An Post", "UPS", "DHL"],
    home: "Ireland",
  },
  {
    name: "Maison Perrin",
    domains: ["perrin.test", "maison-perrin.test"],
    notes:
      "Home textiles, Lyon. Gift wrapping and gift messages matter a lot. Invoices need the XML.",
    state: "active",
    timeZone: "Europe/Paris",
    language: "fr",
    share: 11,
    since: 530,
    sites: ["Villeurbanne", "Vénissieux"],
    items: ["linen tablecloths", "cushion covers 50 × 50", "bathrobes S", "tea towels"],
    shops: ["Hôtel Bellevue", "La Petite Maison", "Atelier 12", "Café Lumière"],
    carriers: ["Chronopost", "Colissimo", "DPD", "UPS"],
    home: "France",
  },
  {
    name: "Bluefin Foods",
    domains: ["bluefin.test"],
    notes:
      "Frozen and chilled fish for restaurants. Cold store without Wi-Fi, counts are made offline.",
    state: "active",
    timeZone: "Asia/Singapore",
    share: 9,
    since: 480,
    sites: ["Jurong Cold Store", "Senoko"],
    items: ["salmon fillets 1 kg", "prawns 16/20", "smoked eel", "seaweed salad"],
    shops: ["Foodhall 21", "Old Town Market", "Lantern Street Kitchen", "Pier 7"],
    carriers: ["Ninja Van", "SingPost", "DHL", "UPS"],
    home: "Singapore",
  },
  {
    name: "Bosphorus Textiles",
    domains: ["bosphorus.test"],
    notes: "Fabric by the roll, lots by dye batch. ERP sends orders by file every ten minutes.",
    state: "active",
    timeZone: "Europe/Istanbul",
    share: 7,
    since: 390,
    sites: ["İkitelli", "Bursa"],
    items: ["cotton twill navy", "lining fabric ivory", "zips 60 cm", "denim 12 oz"],
    shops: ["Casa Moda", "Stoffwerk", "Lindgren & Co", "Tela Viva"],
    carriers: ["Aras Kargo", "DHL", "UPS", "Yurtiçi Kargo"],
    home: "Turkey",
  },
  {
    name: "Fjord Ceramics",
    domains: ["fjord.test"],
    notes: "",
    state: "active",
    timeZone: "Europe/Oslo",
    share: 5,
    since: 350,
    sites: ["Bergen", "Voss"],
    items: ["stoneware bowls", "mugs, speckled", "serving plates", "vases 30 cm"],
    shops: ["Hytte & Hjem", "Galleri Nord", "Lakeside Living", "Kafé Brygga"],
    carriers: ["Bring", "PostNord", "DHL", "UPS"],
    home: "Norway",
  },
  {
    name: "Andes Coffee",
    domains: ["andes.test"],
    notes: "Roastery, ships beans the day they are roasted. Spanish or English.",
    state: "active",
    timeZone: "America/Bogota",
    language: "es",
    share: 5,
    since: 300,
    sites: ["Bogotá", "Medellín"],
    items: ["Huila 1 kg", "espresso blend 250 g", "green coffee 70 kg", "paper filters"],
    shops: ["Café del Parque", "Tostado", "Hotel Candelaria", "Mercado 85"],
    carriers: ["Servientrega", "Coordinadora", "DHL", "UPS"],
    home: "Colombia",
  },
  {
    name: "Norrland Press",
    domains: ["norrland.test"],
    notes: "Publisher and printer of school books, all of the year's volume in August and January.",
    state: "active",
    timeZone: "Europe/Stockholm",
    share: 3,
    since: 260,
    sites: ["Umeå"],
    items: ["exercise books A5", "maths 4, second edition", "atlases", "teacher's folders"],
    shops: ["Storgatan Bokhandel", "Läromedel Direkt", "Skellefteå Skolor", "Akademihörnan"],
    carriers: ["PostNord", "Bring", "DHL", "UPS"],
    home: "Sweden",
  },
  {
    name: "Polder Blooms",
    domains: ["polder.test", "polderblooms.test"],
    notes: "Cut flowers, everything leaves within 14 hours. Starts at five in the morning.",
    state: "active",
    timeZone: "Europe/Amsterdam",
    share: 2,
    since: 190,
    sites: ["Aalsmeer"],
    items: ["tulips, mixed", "eucalyptus bunches", "roses 60 cm", "vase sets"],
    shops: ["Bloemhuis West", "Rose & Fern", "Markthal 9", "Green Corner"],
    carriers: [...europe],
    home: "the Netherlands",
  },
  {
    name: "Cedar & Sons Hardware",
    domains: ["cedar.test"],
    notes:
      "Third generation, three stores and a counter for trade customers. Trial until next month.",
    state: "active",
    timeZone: "America/Toronto",
    share: 1.5,
    since: 75,
    sites: ["Etobicoke"],
    items: ["hinges 75 mm", "deck screws 5 × 80", "door handles brass", "paint rollers"],
    shops: ["Maple Builders", "Dockside Renovations", "Birch & Beam", "Lakeshore Homes"],
    carriers: ["Canada Post", "Purolator", "UPS", "DHL"],
    home: "Canada",
  },
  {
    name: "Atlas Médina",
    domains: ["atlas-medina.test"],
    notes: "Lamps and carpets, export to Europe. French, Arabic or English.",
    state: "active",
    timeZone: "Africa/Casablanca",
    language: "fr",
    share: 2.2,
    since: 120,
    sites: ["Casablanca"],
    items: ["brass lamps", "kilim 120 × 180", "leather poufs", "tea glasses"],
    shops: ["Maison Safran", "Souk & Co", "Lumen Berlin", "Riad Interiors"],
    carriers: ["DHL", "UPS", "Amana", "DPD"],
    home: "Morocco",
  },
  {
    name: "Old Mill Paper",
    domains: ["oldmill.test"],
    notes: "Closed its warehouse and left. Kept for the tickets.",
    state: "archived",
    timeZone: "Europe/London",
    share: 1.6,
    since: 900,
    sites: ["Stroud"],
    items: ["wrapping paper", "kraft rolls", "card stock A3", "envelopes C5"],
    shops: ["The Paper Room", "Quill & Sons", "Harrow Stationers", "Inkwell"],
    carriers: ["Royal Mail", "DPD", "UPS", "DHL"],
    home: "the United Kingdom",
  },
];
