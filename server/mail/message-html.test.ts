import { describe, expect, test } from "bun:test";
import { renderMailMarkdown } from "./message-html.ts";

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
});
