/** The pictures of a message that its HTML shows, by their Content-IDs. */
export interface ShownPictures {
  ids: ReadonlySet<string>;
  /** the least width or height that the HTML gives each in pixels, where it gives one */
  pixels: ReadonlyMap<string, number>;
}

const contentId = /cid:([^"'\s<>)]{1,300})/gi;
/** Not of a border or a line: `border-width:0`, `line-height:16px`. */
const sizes = /(?<![\w-])(?:max-)?(?:width|height)\s*[=:]\s*["']?(\d{1,5})(?:\.\d+)?(?=px|["'\s;/>])/gi;

/** @param pages HTML */
export function shownPictures(pages: readonly string[]): ShownPictures {
  const ids = new Set<string>();
  const pixels = new Map<string, number>();
  for (const page of pages) {
    for (const [, id = ""] of page.matchAll(contentId)) ids.add(id);
    for (const [element] of page.matchAll(/<img\b[^<>]{1,3000}>/gi)) {
      const given = Array.from(element.matchAll(sizes), ([, size]) => Number(size));
      for (const [, id = ""] of element.matchAll(contentId))
        if (given.length > 0) pixels.set(id, Math.min(...given, pixels.get(id) ?? Number.POSITIVE_INFINITY));
    }
  }
  return { ids, pixels };
}
