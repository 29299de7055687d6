import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMarkdown, renderParsed, withoutTicketLinks } from "./render.ts";

const names = ["Ana", "Ana Maria Ruiz", "C++ (Team)"];
const render = (text: string) => renderMarkdown(text, names);

describe("ordinary Markdown", () => {
  test.each([
    ["line one\nline two", "<p>line one<br />line two</p>"],
    ["# Big", "<h3>Big</h3>"],
    ["###### Small", "<h6>Small</h6>"],
    [
      "**bold** *soft* ~~gone~~ `code`",
      "<p><strong>bold</strong> <em>soft</em> <del>gone</del> <code>code</code></p>",
    ],
    ["> said before", '<blockquote class="quoted">\n<p>said before</p>\n</blockquote>'],
    ["```js\na < b\n```", "<pre><code>a &lt; b\n</code></pre>"],
    ["3. three\n4. four", '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'],
    ["- [x] done\n- [ ] open", "<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>"],
    ["a & b < c", "<p>a &amp; b &lt; c</p>"],
    ["", ""],
  ])("%j", (text, html) => {
    expect(render(text)).toBe(html);
  });

  test("tables keep their shape", () => {
    expect(render("|a|b|\n|-:|-|\n|1|2|")).toContain('<td align="right">1</td>');
  });

  test("HTML is shown as typed", () => {
    expect(render("<b>x</b>")).toBe("<p>&lt;b&gt;x&lt;/b&gt;</p>");
    expect(render("<script>alert(1)</script>")).toBe("&lt;script&gt;alert(1)&lt;/script&gt;");
  });
});

describe("links", () => {
  const outside = 'rel="noopener noreferrer nofollow" target="_blank"';

  test.each([
    ["[x](https://a.b/c)", `<a href="https://a.b/c" ${outside}>x</a>`],
    ["https://a.b/#1042", `<a href="https://a.b/#1042" ${outside}>https://a.b/#1042</a>`],
    ["ana@a.test", `<a href="mailto:ana@a.test" ${outside}>ana@a.test</a>`],
    ["![pic](https://a.b/c.png)", `<a href="https://a.b/c.png" ${outside}>pic</a>`],
    ["[x](javascript:alert(1))", "x"],
    ["[x](JaVaScRiPt:alert(1))", "x"],
    ["[x](data:text/html,hi)", "x"],
    ["[x](/node/auth/logout)", "x"],
    ["[x](//evil.test)", "x"],
    ["[![x](https://a.b/c.png)](https://d.e)", `<a href="https://d.e" ${outside}>x</a>`],
  ])("%s", (text, html) => {
    expect(render(text)).toBe(`<p>${html}</p>`);
  });

  test("a ticket number is a link for staff only, and not within words, links or code", () => {
    expect(render("see #1042, (#7)")).toBe(
      '<p>see <a href="/ticket/1042">#1042</a>, (<a href="/ticket/7">#7</a>)</p>',
    );
    for (const text of ["a#9", "#0", "#12x", "`#12`", "#1234567890123", "&#8364;"]) {
      expect(render(text)).not.toContain("/ticket/");
    }
    expect(render("[see #5](https://a.b)")).not.toContain("/ticket/");
    expect(withoutTicketLinks(render("see #1042"))).toBe("<p>see #1042</p>");
  });
});

test("only the given people are mentions, the longest name first", () => {
  const span = (name: string) => `<span class="mention">@${name}</span>`;
  expect(render("@Ana Maria Ruiz, @Ana and @Anabel, @C++ (Team)!")).toBe(
    `<p>${span("Ana Maria Ruiz")}, ${span("Ana")} and @Anabel, ${span("C++ (Team)")}!</p>`,
  );
  expect(render("mail@Ana")).not.toContain("mention");
  expect(renderMarkdown("**null** @ Ana")).toBe("<p><strong>null</strong> @ Ana</p>");
});

const allowed =
  /^(p|br|hr|h[3-6]|strong|em|del|a|span|ul|ol|li|blockquote|pre|code|table|thead|tbody|tr|th|td)$/;

/** Parsed as a browser would, by another parser than the sanitizer's. */
async function assertSafe(html: string): Promise<void> {
  const wrong: string[] = [];
  const rewriter = new HTMLRewriter().on("*", {
    element({ tagName, attributes }) {
      if (!allowed.test(tagName)) wrong.push(tagName);
      for (const [name, value = ""] of attributes) {
        const fits =
          name === "href"
            ? /^(https?:\/\/|mailto:|\/ticket\/\d+$)/i.test(value)
            : /^(rel|target|class|align|start)$/.test(name);
        if (!fits) wrong.push(`${tagName} ${name}=${value}`);
      }
    },
    comments: () => void wrong.push("comment"),
  });
  await rewriter.transform(new Response(html)).text();
  expect(wrong).toEqual([]);
}

describe("nothing runs", () => {
  const bricks = fc.constantFrom(
    ...[
      "<script>",
      "</script>",
      "<img src=x onerror=alert(1)>",
      "<svg/onload=alert(1)>",
      "<a href=",
    ],
    ...[
      "javascript:alert(1)",
      "java\nscript:",
      "&#106;avascript:",
      "data:text/html;base64,PHN=",
      "//evil.test",
    ],
    ...[
      "[x](",
      "![x](",
      ")",
      "](",
      "[",
      "]",
      "<",
      ">",
      '"',
      "'",
      "`",
      "```\n",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "# ",
    ],
    ...[
      "|a|b|\n|-|-|\n",
      "*",
      "**",
      "_",
      "~~",
      "\\",
      "&lt;",
      "&amp;",
      "&",
      "<!--",
      "-->",
      "<![CDATA[",
      "</p>",
    ],
    ...[
      "@Ana",
      "#1042",
      'style="x"',
      "onclick=",
      "https://a.b",
      "www.a.b",
      "a@b.test",
      "[r]: javascript:x\n",
      "\t",
    ],
  );
  const text = fc.array(fc.oneof(bricks, fc.string({ maxLength: 12 })), { maxLength: 40 });

  test("in any combination", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        await assertSafe(render(parts.join("")));
      }),
      { numRuns: 1500 },
    );
  }, 60_000);

  test("and no word is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1 }), (words) => {
        const shown = render(words.join(" "))
          .replace(/<[^>]*>/g, " ")
          .split(/\s+/)
          .filter(Boolean);
        expect(shown).toEqual(words);
      }),
    );
  });
});

describe("the cost is bounded", () => {
  const most = 100_000;
  const fill = (text: string) => text.repeat(Math.floor(most / text.length));
  const bombs: Record<string, string> = {
    quotes: fill(">"),
    "quotes with spaces": fill("> "),
    lists: fill("- "),
    "numbered lists": fill("1. "),
    "steps of a list": Array.from({ length: 440 }, (_, depth) => `${" ".repeat(depth)}- a`).join(
      "\n",
    ),
    brackets: fill("["),
    "open links": fill("[a]("),
    "open images": fill("!["),
    links: fill("[a](b:c) "),
    "links, one a line": fill("[a](https://b.c)\n"),
    addresses: fill("https://a.b/c "),
    "half an address": `${"a".repeat(most - 1)}@`,
    "half addresses, one a line": `${"a".repeat(3900)}@\n`.repeat(25),
    "names of mail": fill("a@"),
    stars: fill("*"),
    "open emphasis": fill("**a *a "),
    underscores: fill("_a "),
    backticks: fill("`"),
    "growing backticks": Array.from({ length: 440 }, (_, count) => "`".repeat(count)).join(" "),
    tags: fill("<a "),
    comments: fill("<!--"),
    definitions: fill("[a]: b\n"),
    "open definitions": fill("[a]:"),
    table: `|a|b|\n|-|-|\n${"|a|b|\n".repeat(16_000)}`,
    "wide table": `${"|a".repeat(25_000)}\n${"|-".repeat(25_000)}`,
    "lines over a rule": `${"a\n".repeat(49_000)}===`,
    backslashes: fill("\\"),
    "blank lines": fill("\n"),
    spaces: `a${" ".repeat(most - 2)}b`,
    "one long code": `\`\`\`\n${"x = 1;\n".repeat(14_000)}`,
    fences: fill("```\n"),
    titles: fill('[a](b "'),
    mentions: fill("@Ana Maria Ruiz "),
    numbers: fill("#1042 "),
  };

  const paragraph = `Words that **matter** and more of them, see #1042.\n${"word ".repeat(60)}\n\n`;
  const text = paragraph.repeat(320).slice(0, most);
  /** In microseconds of processor time. */
  const costOf = (markdown: string) => {
    const before = process.cpuUsage();
    render(markdown);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  /** The cost of ordinary text of that length. */
  let usual: number;
  beforeAll(() => {
    usual = Math.min(costOf(text), costOf(text), costOf(text));
  });

  test.each(Object.entries(bombs))("%s costs no more than some long texts", async (_, bomb) => {
    // Without the cuts it would be hundreds of times.
    expect(costOf(bomb) / usual).toBeLessThan(30);
    await assertSafe(render(bomb));
  });

  test("and a long text is shown completely", () => {
    const html = render(text);
    expect(html.match(/<strong>matter<\/strong>/g)).toHaveLength(
      text.split("**matter**").length - 1,
    );
    expect(html.match(/word/g)).toHaveLength(text.match(/word/g)?.length ?? 0);
  });

  test("and long code with blank lines stays one piece", () => {
    const code = "let x = 1;\n\n".repeat(1000);
    expect(render(`Before\n\n\`\`\`js\n${code}\`\`\`\n\nafter`)).toBe(
      `<p>Before</p>\n<pre><code>${code.trimEnd()}\n</code></pre><p>after</p>`,
    );
  });
});

describe("the processor time of one text", () => {
  /** The minimum of three runs in milliseconds, since other work only adds to it. */
  const leastCostOf = (render: () => void) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.threadCpuUsage();
        render();
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      }),
    );
  const marks = [
    "*",
    "_",
    "~",
    "`",
    "[",
    "]",
    "(",
    ")",
    "!",
    "<",
    ">",
    "#",
    "|",
    "-",
    "+",
    "1.",
    "\\",
  ];
  const words = ["a", " ", "\n", "\n\n", "&", "@", ":", "http://", "www.", "  "];
  const pattern = fc
    .array(fc.constantFrom(...marks, ...words), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(""));
  const filled = (part: string, length: number) =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);

  test("grows in proportion to its length, whatever marks it repeats", () => {
    fc.assert(
      fc.property(pattern, (part) => {
        const text = filled(part, 80_000);
        const costOf = (length: number) =>
          leastCostOf(() => renderParsed(text.slice(0, length), [], Number.POSITIVE_INFINITY));
        // Four times the text: sixteen times the time if it grew with the square.
        expect(costOf(80_000)).toBeLessThan(8 * costOf(20_000) + 60);
        expect(leastCostOf(() => renderMarkdown(text))).toBeLessThan(90);
      }),
      { numRuns: 40, examples: [["*__a\n"], ["*_"], ["*a_"], ["> "], ["[a]("], ["<a "]] },
    );
  }, 120_000);

  test("ends at the budget: the rest of the text is shown as typed", () => {
    const text = filled("**a** *b*\n\n", 100_000);
    const html = renderParsed(text, [], 15);
    expect(html).toStartWith("<p><strong>a</strong> <em>b</em></p>");
    expect(html.slice(-13)).toBe("**a** *b*</p>");
    const letters = (shown: string) => shown.replaceAll(/<[^>]*>|[^ab]/g, "").length;
    expect(letters(html)).toBe(letters(text));
    expect(leastCostOf(() => renderMarkdown(filled("*__a\n", 100_000)))).toBeLessThan(80);
  });
});
