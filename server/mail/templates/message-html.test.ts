import { describe, expect, test } from "bun:test";
import { renderMarkdown } from "../../markdown/render.ts";
import { styleForMail } from "./message-html.ts";

const renderMailMarkdown = (body: string) => styleForMail(renderMarkdown(body), body);

describe("a message in a mail", () => {
  test("has the formatting of the page instead of its Markdown signs", () => {
    const html = renderMailMarkdown(
      "**Yes**, do *this*:\n\n1. Open `Settings`\n2. [Read](https://example.com/a)\n\n- one",
    );
    expect(html).toContain("<strong>Yes</strong>, do <em>this</em>");
    expect(html).toContain("<ol>\n<li>Open <code ");
    expect(html).toContain('<a href="https://example.com/a"');
    expect(html).toContain("<ul>\n<li>one</li>");
  });

  test("has inline styles, since mails have no stylesheet", () => {
    const headings = "# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n[to](https://a.b)";
    const html = renderMailMarkdown(
      `${headings}\n\n> said\n\n\`\`\`\na  b\n\`\`\`\n\n| a |\n|---|\n| 1 |`,
    );
    const tags = ["h3", "h4", "h5", "h6", "a", "blockquote", "pre", "code", "table", "th", "td"];
    for (const tag of tags) {
      expect(html).toMatch(new RegExp(`<${tag}[^>]* style="[^"]+">`));
    }
  });

  test("has no links on ticket numbers, and shows typed tags as text", () => {
    const html = renderMailMarkdown("See #1042 and <pre> or <a href=x>.");
    expect(html).toBe("<p>See #1042 and &lt;pre&gt; or &lt;a href=x&gt;.</p>");
  });

  test("has a direction for each paragraph, and code always left to right", () => {
    const html = renderMailMarkdown(
      "مرحبا،\n\n1. أعدت\n\n> تم\n\n```\nlp -d x\n```\n\n| س |\n|---|\n| 1 |\n\nRegards",
    );
    for (const tag of ["p", "li", "th", "td"]) {
      const all = html.match(new RegExp(`<${tag}[ >][^<]*`, "g")) ?? [];
      expect(all.length).toBeGreaterThan(0);
      for (const each of all) expect(each).toContain("unicode-bidi: plaintext");
    }
    expect(html).toContain('<pre dir="ltr"');
    expect(html).toContain("border-right: 3px solid");
    expect(html).not.toContain("border-left");
    expect(renderMailMarkdown("Hello\n\n> تم").match(/border-(left|right): 3px/)?.[1]).toBe("left");
  });

  test("has lines in a colour that Outlook draws", () => {
    expect(renderMailMarkdown("> said\n\n| a |\n|---|\n| 1 |")).not.toMatch(/rgba|hsla|oklch/);
  });
});
