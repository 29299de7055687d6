import type { Actor } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import { attachFiles } from "../files/attach.ts";
import type { FileStore } from "../files/store.ts";
import { saveUpload } from "../files/upload.ts";
import { drawDarkList, drawLabel, drawScan } from "./pictures.ts";

interface DemoFile {
  name: string;
  type: string;
  bytes: () => Uint8Array<ArrayBuffer>;
}

/** The files that a message mentions, found by its words. */
function filesFor(text: string): readonly DemoFile[] {
  return attached.find(({ words }) => words.test(text))?.files ?? [];
}

const picture = (name: string, bytes: DemoFile["bytes"]): DemoFile => ({
  name,
  bytes,
  type: "image/png",
});
const written = (name: string, type: string, lines: readonly string[]): DemoFile => ({
  name,
  type,
  bytes: () => new Uint8Array(Buffer.from(`${lines.join("\n")}\n`)),
});
const table = (name: string, lines: readonly string[]) => written(name, "text/csv", lines);

const attached: readonly { words: RegExp; files: readonly DemoFile[] }[] = [
  {
    words: /Photo of the label attached/,
    files: [picture("label.png", () => drawLabel({ faded: true }))],
  },
  {
    words: /^See attached, order|I also put one from last year beside it/m,
    files: [
      picture("label today.png", () => drawLabel({ faded: true })),
      picture("label last year.png", () => drawLabel({ faded: false })),
    ],
  },
  { words: /Screenshot attached/, files: [picture("totals in dark mode.png", drawDarkList)] },
  {
    words: /extract from the register is attached/i,
    files: [
      picture("register.png", () => drawScan("Extract from the register", { signed: false })),
    ],
  },
  {
    words: /signed by our managing director/,
    files: [picture("signed form.png", () => drawScan("Request for access", { signed: true }))],
  },
  {
    words: /Price list attached/,
    files: [
      table("price list.csv", [
        "zone;up to kg;price",
        ...["1;0.25;3.10", "1;0.50;3.45", "1;1.00;4.20", "2;0.25;4.80", "2;0.50;5.25"],
      ]),
    ],
  },
  {
    words: /Converted by hand, see attachment/,
    files: [
      table("price list in grams.csv", [
        "zone;up to g;price",
        ...["1;250;3.10", "1;500;3.45", "1;1000;4.20", "2;250;4.80", "2;500;5.25"],
      ]),
    ],
  },
  {
    words: /I attach the first/,
    files: [
      table("first rows.csv", [
        "order;date;article;quantity",
        ...["88120;03.11.2026;A-1040;2", "88121;03.11.2026;A-2210;1", "88122;04.11.2026;B-0031;6"],
      ]),
    ],
  },
  {
    words: /Raw log attached|All 502s? come from one of the two addresses/,
    files: [
      written(
        "gateway.log",
        "text/plain",
        Array.from({ length: 40 }, (_, row) => {
          const [node, status] = row % 3 === 0 ? ["10.2.0.14", 502] : ["10.2.0.15", 200];
          const time = `0${Math.floor(row / 12) + 2}:${String((row * 7) % 60).padStart(2, "0")}:11`;
          return `${time} ${node} POST /orders ${status} ${120 + ((row * 37) % 900)} ms`;
        }),
      ),
    ],
  },
  {
    words: /questions, attached\)/,
    files: [
      table("security questionnaire.csv", [
        "no;question;answer",
        ...["1;Where are the servers?;", "2;Who has access to them?;", "3;How are backups kept?;"],
      ]),
    ],
  },
  {
    words: /Attached: 14 to 31/,
    files: [
      table("answers 14 to 31.csv", [
        "no;answer",
        ...["14;Encrypted at rest and in transit.", "15;Yes, yearly.", "16;Within 72 hours."],
      ]),
    ],
  },
];

/** Uploads each file and attaches it to its message, as the author would have done. */
export async function attachDemoFiles(db: Db, store: FileStore): Promise<void> {
  const messages = await db
    .selectFrom("messages")
    .innerJoin("users", "users.id", "messages.author_id")
    .select(["messages.id", "ticket_id", "body", "author_id", "role", "messages.created_at"])
    .where("body", "ilike", "%attach%")
    .orderBy("messages.id")
    .execute();
  for (const message of messages) {
    const actor = { id: message.author_id, role: message.role };
    const fileIds: string[] = [];
    for (const file of filesFor(message.body)) {
      fileIds.push(await upload(db, store, { actor, file, now: message.created_at }));
    }
    await db
      .transaction()
      .execute((tx) => attachFiles(tx, { actor, fileIds, messageId: message.id }));
  }
}

interface DemoUpload {
  actor: Pick<Actor, "id" | "role">;
  file: DemoFile;
  now: Date;
}

async function upload(db: Db, store: FileStore, { actor, file, now }: DemoUpload): Promise<string> {
  const limits = { bytes: 100_000, stallMs: 10_000, totalMs: 10_000 };
  const received = await store.receive(new Blob([file.bytes()]).stream(), limits);
  try {
    const nothing = { companyScope: null, companyIds: [], seesAllOf: [] };
    const deps = { db, now, actor: { ...actor, ...nothing }, credential: null, requestId: "demo" };
    const kept = await saveUpload(deps, store, {
      name: file.name,
      claimedType: file.type,
      received,
    });
    return kept.id;
  } finally {
    await received.discard();
  }
}
