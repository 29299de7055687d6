import { expect, test } from "bun:test";
import { join } from "node:path";

/** Old-fashioned words that people would stumble over, as patterns for a whole word or phrase. */
const avoided = [
  "whoever",
  "somebody",
  "nobody",
  "anew",
  "meanwhile",
  "beside",
  "narrowed to",
  "one['’]s own",
  "of one['’]s own",
  "by itself",
  "for ever",
  "all the same",
  "stands? (here|there|below|above|in|on)",
  "(is|are|was|were) told",
  "(take|takes|took|taken) (this |it |that )?(back|off|out of)",
  "(has|have|had|having) (ran|run) out",
  "ran out",
  "good (once|until|for \\d+)",
  "(is|are) no (agent|customer|user|spam|time|number|tag|status|filter|colour|email)",
  "(is|are) (gone|none)",
  "goes? on with",
  "fits? (what|this|these|that)",
  "that fits?",
  "may not(?! have)",
  "catching its breath",
];

const root = join(import.meta.dir, "..");

test("texts in the interface, mails and errors use ordinary words", async () => {
  const pattern = new RegExp(`\\b(?:${avoided.join("|")})\\b`, "i");
  const hits: string[] = [];
  for (const file of new Bun.Glob("{client,shared,server}/**/*.{ts,tsx}").scanSync({ cwd: root })) {
    // The stories of the demo are written by people.
    if (/\.test\.tsx?$|^server\/demo\//.test(file)) continue;
    const source = await Bun.file(join(root, file)).text();
    for (const text of textsIn(source, file.endsWith(".tsx"))) {
      if (/^\.{0,2}\/|^\[data-/.test(text)) continue;
      if (pattern.test(text)) hits.push(`${file}: ${text.replace(/\s+/g, " ").trim()}`);
    }
  }
  expect(hits.sort()).toEqual([]);
});

test("string literals, templates and JSX text are read, comments and SQL are not", () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: source text of templates.
  const source = [
    'const one = "a", two = "\\\\"; // left out',
    "/* left out */ const two = `b ${x ? `c` : 'd \"e\"'} f`;",
    'const three = sql`left out ${four}`; const five = /`"/.test(six);',
    "return <p title={seven} />, <p>You can't {eight} undo</p>;",
  ].join("\n");
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: source text of templates.
  expect(textsIn(source, true).map((text) => text.trim())).toEqual([
    "a",
    "\\\\",
    "c",
    'd "e"',
    "b  f",
    "You can't",
    "undo",
  ]);
});

/** The texts of a file: string literals, templates without their values, and JSX text. */
function textsIn(source: string, hasJsx: boolean): string[] {
  const texts: string[] = [];
  let code = "";
  let at = 0;
  const readUntil = (end: RegExp) => {
    end.lastIndex = at;
    const found = end.exec(source);
    const from = at;
    at = found ? end.lastIndex : source.length;
    return source.slice(from, found ? found.index : source.length);
  };
  const readTemplate = (): string => {
    let text = "";
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        at += 2;
        readCode("}");
      } else if (source[at] === "\\") {
        text += source.slice(at, at + 2);
        at += 2;
      } else {
        text += source[at];
        at += 1;
      }
    }
    at += 1;
    return text;
  };
  const readCode = (end: string | null): void => {
    let depth = 0;
    while (at < source.length) {
      const char = source[at] ?? "";
      const before = () => code.slice(-40).trimEnd();
      if (end && depth === 0 && char === end) {
        at += 1;
        return;
      }
      if (source.startsWith("//", at) && !before().endsWith(":")) {
        readUntil(/\n/g);
        code += "\n";
      } else if (source.startsWith("/*", at)) {
        readUntil(/\*\//g);
      } else if (char === '"' || (char === "'" && !/\w$/.test(code))) {
        at += 1;
        texts.push(readUntil(char === '"' ? /(?<=[^\\](?:\\\\)*)"/g : /(?<=[^\\](?:\\\\)*)'/g));
        code += "“”";
      } else if (char === "`") {
        at += 1;
        const isSql = /\bsql(<.*>)?$/.test(before());
        const text = readTemplate();
        if (!isSql) texts.push(text);
        code += "“”";
      } else if (
        char === "/" &&
        source[at + 1] !== ">" &&
        /(^|[(,=:[!&|?{};+]|return)$/.test(before())
      ) {
        at += 1;
        readUntil(/(?<!\\)\/[dgimsuvy]*(?=\W)/g);
        code += "“”";
      } else {
        if (char === "{") depth += 1;
        if (char === "}") depth -= 1;
        code += char;
        at += 1;
      }
    }
  };
  readCode(null);
  if (!hasJsx) return texts;
  const isCode =
    /^\s*(?:[),;:=&|?[\].(]|(?:function|const|let|export|import|interface|type|return|if|else|case|async|for|while|try|catch|finally|from|satisfies)\b)|[;=]/;
  for (const [, text = ""] of code.matchAll(/[>}]([^<>{}]*?[A-Za-z][^<>{}]*)(?=[<{])/g)) {
    if (!isCode.test(text)) texts.push(text);
  }
  return texts;
}
