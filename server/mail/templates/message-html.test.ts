import { describe, expect, test } from "bun:test";
import { renderMarkdown } from "../../markdown/render.ts";
import { styleForMail } from "./message-html.ts";

const renderMailMarkdown = (body: string) => styleForMail(renderMarkdown(body), body);

describe("a message in a mail", () => {
  test("looks as it does on the page: what was marked is shown so, not its marks", () => {
    const html = renderMailMarkdown(
      "**Yes**, do *this*:\n\n1. Open `Settings`\n2. [Read](https://example.com/a)\n\n- one",
    );
    expect(html).toContain("<strong>Yes</strong>, do <em>this</em>");
    expect(html).toContain("<ol>\n<li>Open <code ");
    expect(html).toContain('<a href="https://example.com/a"');
    expect(html).toContain("<ul>\n<li>one</li>");
  });

  test("brings along how all of it looks, since no stylesheet comes with it", () => {
    const headings = "# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n[to](https://a.b)";
    const html = renderMailMarkdown(
      `${headings}\n\n> said\n\n\`\`\`\na  b\n\`\`\`\n\n| a |\n|---|\n| 1 |`,
    );
    const tags = ["h3", "h4", "h5", "h6", "a", "blockquote", "pre", "code", "table", "th", "td"];
    for (const tag of tags) {
      expect(html).toMatch(new RegExp(`<${tag}[^>]* style="[^"]+">`));
    }
  });

  test("a ticket's number leads nowhere, and what looks like a tag is what somebody typed", () => {
    const html = renderMailMarkdown("See #1042 and <pre> or <a href=x>.");
    expect(html).toBe("<p>See #1042 and &lt;pre&gt; or &lt;a href=x&gt;.</p>");
  });

  test("each paragraph of what is written from the right reads its own way, and code from the left", () => {
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

  test("its lines are of a colour that Outlook draws", () => {
    expect(renderMailMarkdown("> said\n\n| a |\n|---|\n| 1 |")).not.toMatch(/rgba|hsla|oklch/);
  });
});
