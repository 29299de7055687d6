import { type ChildNode, type Document, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";
import sanitizeHtml from "sanitize-html";

export function parseHtml(html: string): Document {
  return parseDocument(html, { decodeEntities: true });
}

interface SafeHtml {
  html: string;
  /** Content ids of its images. */
  contentIds: string[];
  remoteImages: number;
}

/** HTML that runs nothing and loads nothing, by a list of what is allowed. */
export function sanitizeMailHtml(html: string): SafeHtml {
  const contentIds: string[] = [];
  let remoteImages = 0;
  const safe = sanitizeHtml(html, {
    ...allowed,
    transformTags: {
      ...renamed,
      a: (_, { href }) => ({
        tagName: "a",
        attribs: href
          ? { href, rel: "noopener noreferrer nofollow", target: "_blank" }
          : ({} as Record<string, string>),
      }),
      img: (_, { src = "", alt = "", width, height }) => {
        const size = { ...(width && { width }), ...(height && { height }) };
        const [, contentId] = /^cid:(.+)$/i.exec(src.trim()) ?? [];
        if (contentId) {
          contentIds.push(decoded(contentId));
          return { tagName: "img", attribs: { src: `cid:${decoded(contentId)}`, alt, ...size } };
        }
        // A picture of a pixel or two only reports that the mail was opened.
        const isPixel = Number(width) <= 2 || Number(height) <= 2;
        const address = src.trim().replace(/^\/\//, "https://");
        const isRemote = /^https?:\/\/./i.test(address) && !isPixel && address.length <= longestUrl;
        if (isRemote) remoteImages += 1;
        // It is loaded when someone asks for it, through the server.
        const attribs: Record<string, string> = isRemote ? { [remoteMark]: address } : {};
        return { tagName: "span", attribs, text: alt };
      },
      // Only images above get the mark.
      span: (tagName, { [remoteMark]: _, ...attribs }) => ({ tagName, attribs }),
    },
  });
  // The page's policy blocks style attributes: it applies these by script.
  const styled = safe.replace(/(<[a-z][^<>]*?) style="/g, '$1 data-style="');
  return { html: styled.trim(), contentIds, remoteImages };
}

const longestUrl = 2_000;

/** Names the address of a remote image in stored HTML. */
const remoteMark = "data-image";

/** The addresses of the remote images of stored HTML, in its order. */
export function remoteImagesIn(html: string): string[] {
  return [...html.matchAll(/<span[^<>]* data-image="([^"]*)"/g)].map(([, address = ""]) =>
    address
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}

// Colours are left out: text must be readable on light and on dark backgrounds.
const length = /^\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%|in|cm|mm)?$/;
const lengths = /^(\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%|in|cm|mm)?\s*){1,4}$/;
const border = /^(\d{1,2}(\.\d{1,3})?(px|pt)|solid|dashed|dotted|double|none|medium|thin|\s){1,6}$/;

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "div", "span", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img"],
    ...["strong", "b", "em", "i", "u", "s", "del", "ins", "strike", "small", "sub", "sup", "mark"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "code", "tt", "kbd", "samp"],
    ...["table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td"],
    ...["center", "address", "abbr", "cite", "q", "bdi", "bdo"],
  ],
  nonTextTags: ["style", "script", "textarea", "option", "noscript", "title", "head", "template"],
  allowedAttributes: {
    "*": ["dir", "lang", "style"],
    a: ["href", "rel", "target"],
    span: [remoteMark],
    img: ["src", "alt", "width", "height"],
    ol: ["start", "type"],
    td: ["colspan", "rowspan", "align", "valign", "width"],
    th: ["colspan", "rowspan", "align", "valign", "width"],
    table: ["width", "align"],
    col: ["span", "width"],
    p: ["align"],
    div: ["align"],
  },
  allowedStyles: {
    "*": {
      "text-align": [/^(left|right|center|justify|start|end)$/],
      "font-weight": [/^(normal|bold|bolder|lighter|[1-9]00)$/],
      "font-style": [/^(normal|italic|oblique)$/],
      "font-size": [
        /^([89]|[1-3]\d)(\.\d{1,3})?(px|pt)$/,
        /^(small|medium|large|x-large|smaller)$/,
      ],
      "text-decoration": [/^(underline|line-through|none)$/],
      "vertical-align": [/^(top|middle|bottom|baseline|sub|super)$/],
      "white-space": [/^(normal|pre|pre-wrap|pre-line|nowrap)$/],
      "list-style-type": [/^[a-z-]{1,20}$/],
      "border-collapse": [/^(collapse|separate)$/],
      border: [border],
      "border-top": [border],
      "border-bottom": [border],
      "border-left": [border],
      "border-right": [border],
      padding: [lengths],
      "padding-left": [length],
      "padding-right": [length],
      "padding-top": [length],
      "padding-bottom": [length],
      margin: [lengths],
      "margin-left": [length],
      "margin-right": [length],
      "margin-top": [length],
      "margin-bottom": [length],
      direction: [/^(ltr|rtl)$/],
    },
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["cid"] },
  allowProtocolRelative: false,
  parseStyleAttributes: true,
};

const renamed: sanitizeHtml.IOptions["transformTags"] = { font: "span" };

const blocks = new Set(
  "address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul caption".split(
    " ",
  ),
);
const silent = new Set(["head", "style", "script", "title", "template", "noscript", "#comment"]);

/** The words of HTML, with its line breaks. */
export function textOfHtml(nodes: readonly ChildNode[]): string {
  let text = "";
  const breakLine = () => {
    text = text.replace(/[ \t]+$/, "");
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const write = (words: string, isPre: boolean) => {
    if (isPre) {
      text += words;
      return;
    }
    const folded = words.replace(/[\s\u200b]+/g, " ");
    text += text === "" || /\s$/.test(text) ? folded.replace(/^ /, "") : folded;
  };
  const walk = (list: readonly ChildNode[], isPre: boolean): void => {
    for (const node of list) {
      if (isText(node)) write(node.data, isPre);
      if (!isTag(node)) continue;
      const name = node.name.toLowerCase();
      if (silent.has(name)) continue;
      if (name === "br") {
        text = `${text.replace(/[ \t]+$/, "")}\n`;
        continue;
      }
      const isBlock = blocks.has(name);
      if (isBlock) breakLine();
      // A paragraph stands apart from what comes before it.
      if (name === "p" && text !== "" && !text.endsWith("\n\n")) text += "\n";
      if (name === "li") text += "- ";
      if (name === "blockquote") {
        const quoted = textOfHtml(node.children);
        text += quoted && `${quoted.replace(/^/gm, "> ")}\n`;
        continue;
      }
      if ((name === "td" || name === "th") && /\S$/.test(text)) text += " ";
      walk(node.children, isPre || name === "pre");
      if (isBlock) breakLine();
    }
  };
  walk(nodes, false);
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

/** Plain text as HTML: escaped, with its line breaks and links. */
export function htmlOfText(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${linked(paragraph).replaceAll("\n", "<br />")}</p>`)
    .join("\n");
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']{3,2000})/g)
    .map((piece, at) => {
      if (at % 2 === 0) return Bun.escapeHTML(piece);
      const [, address = piece, after = ""] = /^(.*?)([.,;:!?)\]]*)$/s.exec(piece) ?? [];
      const escaped = Bun.escapeHTML(address);
      const link = `<a href="${escaped}" rel="noopener noreferrer nofollow" target="_blank">`;
      return `${link}${escaped}</a>${Bun.escapeHTML(after)}`;
    })
    .join("");
}
